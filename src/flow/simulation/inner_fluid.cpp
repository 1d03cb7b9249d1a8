#include "simulation/inner_fluid.hpp"

#include <algorithm>

namespace ibsim {

ViscosityBounds viscosity_bounds(const Scenario& s) {
  ViscosityBounds bounds{s.fluid.viscosity, s.fluid.viscosity};
  for (const ObjectKind& kind : s.objects) {
    bounds.least = std::min(bounds.least, s.fluid.viscosity * kind.viscosity_ratio);
    bounds.most = std::max(bounds.most, s.fluid.viscosity * kind.viscosity_ratio);
  }
  return bounds;
}

} // namespace ibsim
