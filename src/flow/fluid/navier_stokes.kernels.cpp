#include "fluid/navier_stokes.hpp"

#include "base/error.hpp"
#include "fluid/lees_edwards.hpp"
#include "fluid/staged_flow.hpp"

#include <stdexcept>
#include <string>

namespace ibsim {
namespace {

FluidProperties sensible(const FluidProperties& fluid) {
  if (!(fluid.density > 0) || !(fluid.viscosity >= 0))
    throw InputError("the fluid needs a positive density and a viscosity that is not negative, not " +
                     std::to_string(fluid.density) + " pg/um^3 and " + std::to_string(fluid.viscosity) +
                     " cP");
  return fluid;
}

void require_single_precision(const Grid& grid) {
  if (Size{grid.n.x} * grid.n.y % 2 != 0)
    throw InputError("single precision needs an even number of grid points along x or y, not " +
                     std::to_string(grid.n.x) + " x " + std::to_string(grid.n.y));
}

template <class B, class T>
std::unique_ptr<FlowSolver<B>> make_flow_solver_in(const Stream<B>& stream, const LocalGrid<B>& local,
                                                   const FluidProperties& fluid, const WallFlow& walls,
                                                   const ViscosityBounds& bounds, TimeScheme scheme) {
  if (local.grid.topology.y.ends != Ends::lees_edwards)
    return std::make_unique<StagedFlow<B, T>>(stream, local, fluid, walls, bounds, scheme);
  return std::make_unique<LeesEdwardsFlow<B, T>>(stream, local, fluid, walls, bounds, scheme);
}

} // namespace

template <class B>
std::unique_ptr<FlowSolver<B>>
make_flow_solver(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                 const WallFlow& walls, const ViscosityBounds& bounds, TimeScheme scheme, Storage storage) {
  if (storage == Storage::floats) {
    require_single_precision(local.grid);
    return make_flow_solver_in<B, float>(stream, local, fluid, walls, bounds, scheme);
  }
  return make_flow_solver_in<B, double>(stream, local, fluid, walls, bounds, scheme);
}

template <class B>
NavierStokes<B>::NavierStokes(const Stream<B>& stream, const LocalGrid<B>& local,
                              const FluidProperties& fluid, BodyForces<B> forces, const WallFlow& walls,
                              const ViscosityBounds& bounds, TimeScheme scheme, Storage storage)
    : body_forces_(std::move(forces)), storage_(storage),
      flow_(make_flow_solver(stream, local, sensible(fluid), walls, bounds, scheme, storage)) {}
template <class B>
NavierStokes<B>::~NavierStokes() = default;
template <class B>
NavierStokes<B>::NavierStokes(NavierStokes&&) noexcept = default;

template <class B>
void NavierStokes<B>::add_body_forces(const Stream<B>& stream, AnyFaces f) const {
  for (const auto& force : body_forces_) force->add(stream, f);
}

template <class B>
void NavierStokes<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  flow_->prepare(stream, when);
  for (const auto& force : body_forces_) force->prepare(stream, when);
}

template <class B>
void NavierStokes<B>::step(const Stream<B>& stream, const StepInTime& when, const FlowNow& flow, AnyFaces f) {
  if (!(when.length > 0)) throw std::invalid_argument("a time step must be positive");
  add_body_forces(stream, f);
  flow_->step(stream, when, flow, f);
}

template <class B>
AnyFaces NavierStokes<B>::viscosity_source() {
  if (!flow_->varying_viscosity()) throw std::logic_error("this fluid was made with one viscosity");
  return flow_->varying_viscosity()->source();
}

template <class B>
void NavierStokes<B>::pressure(const Stream<B>& stream, AnyConstFaces u, AnyFaces f, real* pressure) {
  add_body_forces(stream, f);
  flow_->pressure(stream, u, f, pressure);
}

template <class B>
void project(const Stream<B>& stream, const std::type_identity_t<LocalGrid<B>>& local, FaceView<real> u) {
  const std::unique_ptr<StokesStage<B>> stage = make_stokes_stage(stream, local);
  stage->project(stream, u);
  fill_ghosts(stream, local, u);
  stream.synchronize(); // before the stage goes
}

template class NavierStokes<ThisBackend>;
template std::unique_ptr<FlowSolver<ThisBackend>>
make_flow_solver(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, const FluidProperties&,
                 const WallFlow&, const ViscosityBounds&, TimeScheme, Storage);
template void project(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, FaceView<real>);

} // namespace ibsim
