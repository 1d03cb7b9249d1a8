#include "flow_run/preset_lines.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/contact_strength.hpp"
#include "objects/dimensionless.hpp"
#include "objects/presets.hpp"
#include "objects/rate_at_objects.hpp"

#include <string>
#include <vector>

namespace ibsim {
namespace {

template <class Preset>
std::string name_of(Preset preset, const std::vector<std::string>& names) {
  return names.at(static_cast<std::size_t>(preset));
}

/// The value to three digits, in the usual unit.
std::string shown(real value, const PresetConstant& as) {
  return with_short_exponents(text("%.3g", value / as.unit_value)) + (as.unit.empty() ? "" : " ") + as.unit;
}

} // namespace

std::string preset_lines(const FlowModel& model, const Presets& presets, std::size_t kind,
                         const ClosedSurface& closed) {
  const auto [preset, temperature] = presets.of(kind);
  if (preset == CellPreset::none) return "";
  ClosedSurface present = closed;
  const auto constants_at = [&](real rate) {
    return constants_of(preset, temperature, model.fluid.viscosity, rate, contact_tension(model));
  };
  std::string lines =
      text("          preset %s at %.4g degC:\n", name_of(preset, cell_preset_names()).c_str(), temperature);
  // filled in before objects were packed, for which the rate at the wall was taken
  const std::vector<PresetConstant> of_wall = constants_at(flow_rate(model)),
                                    of_place = constants_at(rate_at_objects(model));
  for (std::size_t i = 0; i < of_place.size(); ++i) {
    const PresetConstant& c = of_place[i];
    const real* const value = c.field(present);
    if (!value) continue;
    const bool is_filled_in = *value == c.value || *value == of_wall[i].value;
    lines += text("            %-36s %-14s ", c.key.c_str(), shown(*value, c).c_str()) +
             (is_filled_in ? c.source : "as the scenario says") + "\n";
  }
  return lines;
}

std::string fluid_preset_line(const FlowModel& model, const Presets& presets) {
  if (presets.fluid == FluidPreset::none) return "";
  FluidProperties filled;
  apply_preset(presets.fluid, presets.temperature, filled);
  return text("          preset %s at %.4g degC: ", name_of(presets.fluid, fluid_preset_names()).c_str(),
              presets.temperature) +
         source_of(presets.fluid) +
         (model.fluid.viscosity == filled.viscosity ? "" : "; the viscosity as the scenario says") + "\n";
}

} // namespace ibsim
