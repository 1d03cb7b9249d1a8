#include "objects/area_strength.hpp"

#include "model/flow_model.hpp"
#include "objects/contact_strength.hpp"
#include "objects/rate_at_objects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// Half the widest side at rest, um; 0 of what is not closed.
real radius_of(const ObjectKind& kind) {
  const ClosedSurface* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed) return 0;
  const Real3& a = closed->surface.half_axes;
  return std::max({a.x, a.y, closed->surface.shape == ReferenceShape::red_cell ? real{0} : a.z});
}

real two_digits_up(real value) {
  if (!(value > 0)) return 0;
  const real unit = std::pow(real{10}, std::floor(std::log10(value)) - 1);
  return std::ceil(value / unit * (1 - 1e-9)) * unit;
}

} // namespace

real area_modulus_of(const AnyLaw& law) {
  return std::visit(
      [](const auto& of) {
        if constexpr (requires { of.area_modulus; })
          return of.area_modulus;
        else
          return std::numeric_limits<real>::infinity();
      },
      law);
}

real area_modulus_for_flow(const FlowModel& model, const ObjectKind& kind) {
  return two_digits_up(std::max(25 * model.fluid.viscosity * rate_at_objects(model) * radius_of(kind),
                                area_modulus_over_squeeze * contact_tension(model)));
}

} // namespace ibsim
