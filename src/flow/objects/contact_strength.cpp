#include "objects/contact_strength.hpp"

#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"

#include <algorithm>
#include <numbers>

namespace ibsim {
namespace {

constexpr real least_pressure = 0.1; // 100 Pa

/// a^2/R, um: of an ellipsoid the radius of the sharpest end is c^2/a; a red cell's rim is that of an
/// ellipsoid of c = (0.105 + 1 - 0.56) a (sites.hpp). What is sharper than half of the range is felt as that.
real length_of(const ReferenceSurface& surface, real range) {
  const Real3& axes = surface.half_axes;
  const bool red_cell = surface.shape == ReferenceShape::red_cell;
  const real a = std::max({axes.x, axes.y, red_cell ? real{0} : axes.z}),
             c = red_cell ? 0.545 * a : std::min({axes.x, axes.y, axes.z});
  return a * a / std::max(c * c / a, range / 2);
}

real pressure_of_flow(const FlowModel& model) {
  real longest = 0;
  for (const ObjectKind& kind : model.objects)
    if (const auto* const closed = std::get_if<ClosedSurface>(&kind.structure))
      longest = std::max(longest, length_of(closed->surface, model.contact.range));
  return 12 * std::numbers::pi_v<real> * model.fluid.viscosity * flow_rate(model) * longest /
         model.contact.range;
}

} // namespace

real contact_pressure_for_flow(const FlowModel& model) {
  return std::max(least_pressure, pressure_of_flow(model));
}

real contact_tension(const FlowModel& model) {
  return model.has_contact() && objects_can_meet(model) ? model.contact.pressure * model.contact.range : 0;
}

bool objects_can_meet(const FlowModel& model) {
  std::size_t closed = 0;
  for (const ObjectKind& kind : model.objects) {
    if (std::holds_alternative<Tracer>(kind.structure)) continue;
    if (!std::holds_alternative<ClosedSurface>(kind.structure) || kind.packing) return true;
    closed += kind.placements.size();
  }
  return closed > 1 || (closed == 1 && (model.has_walls() || model.has_vessel()));
}

bool contact_is_too_weak(const FlowModel& model) {
  return model.has_contact() && 3 * model.contact.pressure < 2 * pressure_of_flow(model);
}

} // namespace ibsim
