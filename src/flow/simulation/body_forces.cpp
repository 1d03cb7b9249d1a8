#include "simulation/body_forces.hpp"

#include "fluid/background_shear.hpp"
#include "fluid/tube_force.hpp"
#include "fluid/uniform_force.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/tubes.hpp"

namespace ibsim {

template <class B>
BodyForces<B> body_forces(const FlowModel& model) {
  BodyForces<B> forces;
  const Drive& drive = model.drive;
  if (model.has_background_shear() && drive.shear_rate.constant())
    forces.push_back(
        std::make_unique<BackgroundShearForce<B>>(model.grid, model.fluid.viscosity, drive.shear_rate.mean));
  else if (model.has_background_shear())
    forces.push_back(std::make_unique<VaryingShearForce<B>>(model.grid, model.fluid.density,
                                                            model.fluid.viscosity, drive.shear_rate));
  if (!drive.pressure_gradient.zero() && model.has_tubes())
    forces.push_back(std::make_unique<TubeForce<B>>(model.grid, inner_parts(model), drive.pressure_gradient));
  else if (!drive.pressure_gradient.zero())
    forces.push_back(std::make_unique<UniformForce<B>>(model.grid, drive.pressure_gradient));
  return forces;
}

template BodyForces<Cpu> body_forces(const FlowModel&);
#if defined(IBSIM_WITH_CUDA)
template BodyForces<Cuda> body_forces(const FlowModel&);
#endif

} // namespace ibsim
