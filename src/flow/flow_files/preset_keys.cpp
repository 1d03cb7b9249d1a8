// `preset` of objects and of the fluid, and the `temperature` that their constants are for: words that fill
// in the keys that are read after them.
//
// A preset fills what is not said. A red cell without a `membrane` is a healthy one; where a membrane is said
// and no preset named, all of it is as it stands there.
#include "base/error.hpp"
#include "flow_files/flow_keys.hpp"
#include "simulation/contact_strength.hpp"
#include "simulation/dimensionless.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/presets.hpp"

#include <algorithm>

namespace ibsim {

namespace {

constexpr real coldest = 0, warmest = 45; // degC, where water's viscosity is known and cells live

/// "37 degC", "310 K".
real read_temperature(const Tree& tree, const std::string& path) {
  const std::string text = read_text(tree, path);
  const std::size_t space = text.find_last_of(' ');
  const std::string unit = space == std::string::npos ? "" : text.substr(space + 1);
  if (unit != "degC" && unit != "K")
    fail_at(tree, path + ": expected a temperature such as 37 degC or 310 K, got " + shown(tree));
  Tree number = tree;
  number.text = text.substr(0, space);
  const real value = read_number(number, path) - (unit == "K" ? 273.15 : 0);
  if (!(value >= coldest && value <= warmest)) fail_at(tree, path + ": must be from 0 degC to 45 degC");
  return value;
}

void require_a_preset(const Presets& presets) {
  const bool any = presets.fluid != FluidPreset::none ||
                   std::any_of(presets.cells.begin(), presets.cells.end(),
                               [](CellPreset preset) { return preset != CellPreset::none; });
  if (!presets.temperature_place.empty() && !any)
    throw InputError(presets.temperature_place +
                     "fluid.temperature: has no meaning without a preset, of the fluid or of a cell");
}

} // namespace

Keys fluid_preset_keys(FlowModel& model, const std::shared_ptr<Presets>& presets) {
  return {
      key::value(
          "temperature", "a temperature such as 37 degC or 310 K",
          [presets](const Tree& tree, const std::string& path) {
            presets->temperature = read_temperature(tree, path);
            presets->temperature_place = tree.place();
          },
          [presets] { return shortest_decimals(presets->temperature) + " degC"; },
          "At which presets of the fluid and of cells take their constants; nothing else depends on it.")
          .not_written(),
      key::choice("preset", presets->fluid, {"none", "water", "plasma", "PBS", "dextran"},
                  "Fills in density and viscosity where they are not said, at the temperature: plasma has "
                  "1.2 mPa s at 37 degC; dextran 31 mPa s at any, for a solution has what was measured.")
          .not_written()
          .afterwards([&model, presets] {
            if (presets->fluid != FluidPreset::none)
              apply_preset(presets->fluid, presets->temperature, model.fluid);
          })};
}

void add_numerical_moduli(FlowModel& model, const std::shared_ptr<const Presets>& presets, Key& objects,
                          Key& contact) {
  const auto objects_given = std::make_shared<const Tree*>(nullptr);
  objects.after = [presets, objects_given, after = objects.after](const Tree* list, const std::string& path) {
    if (after) after(list, path);
    require_a_preset(*presets);
    *objects_given = list;
  };
  contact.after = [&model, presets, objects_given, after = contact.after](const Tree* tree,
                                                                          const std::string& path) {
    if (after) after(tree, path);
    const Tree* const list = *objects_given;
    if (!list) return;
    for (const auto& cell : kinds_of<ClosedSurface>(model.objects)) {
      const Tree* const membrane = list->items[cell.number].find("membrane");
      const auto constants = constants_of(presets->of(cell.number), presets->temperature,
                                          model.fluid.viscosity, flow_rate(model), contact_tension(model));
      for (const std::string name : {"area_modulus", "viscous_modulus"})
        for (const PresetConstant& constant : constants)
          if (constant.key == "membrane." + name && !(membrane && membrane->find(name)))
            if (real* const field = constant.field(cell.structure)) *field = constant.value;
    }
  };
}

} // namespace ibsim
