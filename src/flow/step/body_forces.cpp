#include "step/body_forces.hpp"

#include "fluid/background_shear.hpp"
#include "fluid/constant_force.hpp"
#include "fluid/kolmogorov_force.hpp"
#include "fluid/part_force.hpp"
#include "fluid/uniform_force.hpp"
#include "model/flow_model.hpp"
#include "objects/gravity.hpp"
#include "parallel/with_cuda.hpp"
#include "walls/wall.hpp"

namespace ibsim {

template <class B>
BodyForces<B> body_forces(const FlowModel& model, const LocalGrid<B>& local) {
  BodyForces<B> forces;
  const Grid own = local.own();
  const Drive& drive = model.drive;
  if (model.has_background_shear() && drive.shear_rate.constant())
    forces.push_back(
        std::make_unique<BackgroundShearForce<B>>(own, model.fluid.viscosity, drive.shear_rate.mean));
  else if (model.has_background_shear())
    forces.push_back(std::make_unique<VaryingShearForce<B>>(own, model.fluid.density, model.fluid.viscosity,
                                                            drive.shear_rate));
  if (!drive.pressure_gradient.zero()) {
    std::vector<real> parts = wall_of(model)->parts_of_faces(drive.direction, local.slab);
    if (parts.empty())
      forces.push_back(std::make_unique<UniformForce<B>>(own, drive.pressure_gradient));
    else
      forces.push_back(std::make_unique<PartForce<B>>(own, drive.direction, std::move(parts),
                                                      drive.pressure_gradient, model.fluid_storage()));
  }
  if (const Real3 weight = weight_of_all(model); norm(weight) > 0 && !weight_is_held(model)) {
    const Real3 box = model.grid.lengths();
    forces.push_back(std::make_unique<ConstantForce<B>>(own, -1 / (box.x * box.y * box.z) * weight));
  }
  if (drive.kolmogorov.speed > 0)
    forces.push_back(std::make_unique<KolmogorovForce<B>>(own, model.fluid.viscosity, drive.kolmogorov,
                                                          model.fluid_storage()));
  return forces;
}

template BodyForces<Cpu> body_forces(const FlowModel&, const LocalGrid<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template BodyForces<Cuda> body_forces(const FlowModel&, const LocalGrid<Cuda>&);
#endif

} // namespace ibsim
