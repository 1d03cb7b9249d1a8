#include "objects/viscosity_bounds.hpp"

#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>

namespace ibsim {

ViscosityBounds viscosity_bounds(const FlowModel& s) {
  ViscosityBounds bounds{s.fluid.viscosity, s.fluid.viscosity};
  for (const ObjectKind& kind : s.objects) {
    const real inside = s.fluid.viscosity * viscosity_ratio(kind);
    bounds.least = std::min(bounds.least, inside);
    bounds.most = std::max(bounds.most, inside);
    if (membrane_of(kind))
      bounds.of_membranes = std::max(bounds.of_membranes, (s.fluid.viscosity + inside) / 2);
  }
  return bounds;
}

} // namespace ibsim
