#include "limits/relaxes_tension.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "objects/viscosity_bounds.hpp"

namespace ibsim {

std::string why_tension_is_explicit(const ObjectKind& kind, const FlowModel& model) {
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (model.tension != Tension::relaxed) return {};
  if (!closed) return membrane_of(kind) ? "it is no closed surface" : "";
  if (!model.is_bdf2()) return "time.scheme is not bdf2";
  if (model.membrane != MembraneForm::resolved) return "coupling.membrane is not resolved";
  if (closed->global_area_modulus > 0) return "it has a global_area_modulus";
  if (const ViscosityProperties& v = closed->viscosity;
      v.viscosity > 0 && v.model == ViscosityModel::kelvin_voigt)
    return "its viscosity is Kelvin and Voigt's";
  constexpr real most_ratio = 8; // 20 grows from half of the limit on
  if (const ViscosityBounds bounds = viscosity_bounds(model); bounds.most > most_ratio * bounds.least)
    return text("fluids differ by more than %g times in viscosity", most_ratio);
  return {};
}

bool relaxes_tension(const ObjectKind& kind, const FlowModel& model) {
  return model.tension == Tension::relaxed && std::holds_alternative<ClosedSurface>(kind.structure) &&
         why_tension_is_explicit(kind, model).empty();
}

} // namespace ibsim
