#include "objects/dimensionless.hpp"

#include "fluid/taylor_green.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "objects/rate_at_objects.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real flow_rate(const FlowModel& model) {
  if (model.initial_flow == InitialFlow::taylor_green)
    return std::sqrt(real{3}) * taylor_green_wave_number(model.grid) * model.taylor_green_speed;
  return driven_shear_rate(model);
}

real box_reynolds(const FlowModel& model) {
  const Real3 box = model.grid.lengths();
  const real L = std::max({box.x, box.y, box.z});
  const real shear = model.has_walls() ? 0 : model.drive.shear_rate.bound();
  return model.fluid.density * shear * L * L / model.fluid.viscosity;
}

DimensionlessNumbers dimensionless_numbers(const FlowModel& model, const ObjectKind& kind) {
  const ClosedSurface& object = kind.closed();
  const Real3& a = object.surface.half_axes;
  const real R = std::max({a.x, a.y, object.surface.shape == ReferenceShape::red_cell ? real{0} : a.z});
  const real area = area_and_volume(object.surface).area, rate = rate_at_objects(model), h = model.grid.h;
  const FluidProperties& fluid = model.fluid;
  return {fluid.density * rate * R * R / fluid.viscosity,
          fluid.viscosity * rate * R / shear_modulus_at_rest(object.law),
          std::sqrt(area / object.data_sites) / h, std::sqrt(area / object.sample_sites) / h};
}

} // namespace ibsim
