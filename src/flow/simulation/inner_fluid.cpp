#include "simulation/inner_fluid.hpp"

#include "simulation/flow_model.hpp"
#include "simulation/structure_properties.hpp"

#include <algorithm>

namespace ibsim {

ViscosityBounds viscosity_bounds(const FlowModel& s) {
  ViscosityBounds bounds{s.fluid.viscosity, s.fluid.viscosity};
  for (const ObjectKind& kind : s.objects) {
    bounds.least = std::min(bounds.least, s.fluid.viscosity * viscosity_ratio(kind));
    bounds.most = std::max(bounds.most, s.fluid.viscosity * viscosity_ratio(kind));
  }
  return bounds;
}

} // namespace ibsim
