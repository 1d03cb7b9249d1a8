#include "simulation/inner_fluid.hpp"

#include "simulation/flow_model.hpp"

#include <algorithm>

namespace ibsim {

ViscosityBounds viscosity_bounds(const FlowModel& s) {
  ViscosityBounds bounds{s.fluid.viscosity, s.fluid.viscosity};
  for (const ObjectKind& kind : s.objects) {
    if (!kind.if_closed()) continue;
    bounds.least = std::min(bounds.least, s.fluid.viscosity * kind.closed().viscosity_ratio);
    bounds.most = std::max(bounds.most, s.fluid.viscosity * kind.closed().viscosity_ratio);
  }
  return bounds;
}

} // namespace ibsim
