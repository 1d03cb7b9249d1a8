// The incompressible Navier-Stokes equations: what drives the flow, over the solver of a step that goes with
// the ends of the box (flow_solver.hpp).
//
//   rho (u_t + div(u u)) = mu lap u - grad p + f,   div u = 0
//
// Over ranks (grid/local_grid.hpp) all functions are collective; forces and pressures are those of a rank's
// own planes, and velocities have their ghosts filled before and after.
#pragma once

#include "fluid/body_force.hpp"
#include "fluid/flow_solver.hpp"

namespace ibsim {

template <class B>
class NavierStokes {
 public:
  /// Takes fields of a number type, `storage`. Bounds of the viscosity that are not apart: it is uniform.
  /// @throws InputError for a senseless fluid or grid, or a box without a solver.
  NavierStokes(const Stream<B>&, const LocalGrid<B>&, const FluidProperties&, BodyForces<B> = {},
               const WallFlow& = {}, const ViscosityBounds& bounds = {}, TimeScheme = TimeScheme::imex_rk,
               Storage = Storage::doubles);
  ~NavierStokes();
  NavierStokes(NavierStokes&&) noexcept;

  /// Tell the device, before step(), or before pressure() with a step of length zero, what the body forces
  /// and moving walls need. Not for a Graph to record. A periodic box whose forces are steady needs no
  /// prepare().
  void prepare(const Stream<B>&, const StepInTime&);
  void prepare(const Stream<B>& stream, real time, real time_step) { prepare(stream, {time, time_step}); }

  /// Advance the flow from t to t + k under the force density f (pg/(um^2 us^2)), to which the body forces
  /// are added, and which is kept constant over the step. D u is zero to round-off afterwards, whatever it
  /// was before. Allocates nothing, does not wait for the stream, and depends on nothing but its arguments
  /// and device memory, so that a Graph may record it. In unbounded shear SlidingImages::open comes first.
  void step(const Stream<B>&, const StepInTime&, const FlowNow&, AnyFaces f);
  /// Takes a step with imex_rk.
  void step(const Stream<B>& stream, real time_step, AnyFaces u, AnyFaces f, real* memory = nullptr) {
    step(stream, {.length = time_step}, {.u = u, .memory = memory, .u_before = {}}, f);
  }

  /// Number type of the fields.
  Storage storage() const { return storage_; }

  /// FlowSolver::room_for_forces
  AnyFaces room_for_forces() const { return flow_->room_for_forces(); }

  /// FlowSolver::answer
  void answer(const Stream<B>& stream, const StepInTime& when, AnyFaces du, real* memory = nullptr) {
    flow_->answer(stream, when, du, memory);
  }
  /// FlowSolver::quick_answers
  Storage quick_answers(const Stream<B>& stream) { return flow_->quick_answers(stream, storage_); }
  /// FlowSolver::room_for_answers
  AnyFaces room_for_answers(Storage storage) const { return flow_->room_for_answers(storage); }
  real a_of_answer(const StepInTime& when) const { return flow_->a_of_answer(when); }

  /// Null if the viscosity does not vary.
  const VaryingViscosity<B>* varying_viscosity() const { return flow_->varying_viscosity(); }
  /// VaryingViscosity::source, to be written before set_viscosity().
  AnyFaces viscosity_source();
  /// The viscosity of steps and pressures from now on. Allocates nothing and does not wait for the stream.
  /// @param mean of its q (varying_viscosity.hpp), on the device
  void set_viscosity(const Stream<B>& stream, const real* mean) { flow_->set_viscosity(stream, mean); }

  /// StokesStage::walls.
  const WallsNow* walls(bool at_end) const { return flow_->walls(at_end); }

  /// Null but in unbounded shear, where open() must be called, for the u at hand, before step() with imex_rk
  /// and before pressure().
  SlidingImages<B>* sliding_images() const { return flow_->sliding_images(); }

  /// The numbers that a State carries for the solver, at the start of a run from u. Empty for a periodic box.
  /// Waits for the stream.
  Array<real, B> memory_at_start(const Stream<B>& stream, AnyConstFaces u) {
    return flow_->memory_at_start(stream, u);
  }

  /// The pressure of the present u and f, to which the body forces are added: L p = D (f - rho N(u) + mu L
  /// u), mean zero, pg/(um us^2), at the cell centres. For output: it costs about a third of a step.
  void pressure(const Stream<B>&, AnyConstFaces u, AnyFaces f, real* p);

 private:
  void add_body_forces(const Stream<B>&, AnyFaces f) const;

  BodyForces<B> body_forces_;
  Storage storage_;
  std::unique_ptr<FlowSolver<B>> flow_;
};

/// Remove the divergence of u, in place: u - G L^-1 D u. For initial conditions.
template <class B>
void project(const Stream<B>&, const std::type_identity_t<LocalGrid<B>>&, FaceView<real> u);

} // namespace ibsim
