#include "simulation/body_forces.hpp"

#include "fluid/background_shear.hpp"
#include "fluid/tube_force.hpp"
#include "fluid/uniform_force.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/tubes.hpp"

namespace ibsim {

template <class B>
BodyForces<B> body_forces(const Scenario& scenario) {
  BodyForces<B> forces;
  if (!scenario.shear_history.empty())
    forces.push_back(std::make_unique<VaryingShearForce<B>>(
        scenario.grid, scenario.fluid.density, scenario.fluid.viscosity, scenario.shear_history));
  else if (scenario.shear_rate != 0)
    forces.push_back(std::make_unique<BackgroundShearForce<B>>(scenario.grid, scenario.fluid.viscosity,
                                                               scenario.shear_rate));
  if (!scenario.flow.pressure_gradient.zero() && scenario.has_tubes())
    forces.push_back(std::make_unique<TubeForce<B>>(scenario.grid, inner_parts(scenario),
                                                    scenario.flow.pressure_gradient));
  else if (!scenario.flow.pressure_gradient.zero())
    forces.push_back(std::make_unique<UniformForce<B>>(scenario.grid, scenario.flow.pressure_gradient));
  return forces;
}

template BodyForces<Cpu> body_forces(const Scenario&);
#if defined(IBSIM_WITH_CUDA)
template BodyForces<Cuda> body_forces(const Scenario&);
#endif

} // namespace ibsim
