// One step of the fluid, whatever lies at the ends of the box: the seam between NavierStokes and its kinds,
//   StagedFlow       periodic boxes and walls, by the stages of stokes_stage.hpp
//   LeesEdwardsFlow  unbounded shear
// Another kind is a file beside them, and a line in make_flow_solver.
#pragma once

#include "fluid/fluid_properties.hpp"
#include "fluid/sliding_images.hpp"
#include "fluid/time_scheme.hpp"
#include "fluid/varying_viscosity.hpp"

#include <stdexcept>

namespace ibsim {

/// The flow between two steps, on the device.
struct FlowNow {
  AnyFaces u;             ///< u^n; after the step u^{n+1}
  real* memory = nullptr; ///< what the solver remembers (FlowSolver::memory_at_start); null: nothing
  AnyFaces u_before;      ///< with bdf2: u^{n-1}, before the first step anything finite; after it u^n
};

template <class B>
class FlowSolver {
 public:
  virtual ~FlowSolver() = default;

  /// Prepares for step(), or for pressure() with a step of length 0. Not for a Graph to record: what changes
  /// in time goes to device memory here.
  virtual void prepare(const Stream<B>&, const StepInTime&) = 0;
  /// A step under the force density f, which is kept constant over it. Allocates nothing, does not wait for
  /// the stream, and leaves the host's variables alone.
  virtual void step(const Stream<B>&, const StepInTime&, const FlowNow&, AnyConstFaces f) = 0;
  /// Room of the solver's for f, which step() and pressure() then destroy, and all else leaves alone; no
  /// data: it has none.
  virtual AnyFaces room_for_forces() { return {}; }
  /// du = what the step makes, by its end and without advection, of r = f beta/rho that has been written to
  /// room_for_answers() of its number type, which it destroys: (I - a L) du = r, D du = 0, walls at rest.
  /// With bdf2 alone; needs prepare(), allocates nothing and does not wait for the stream. @param du of the
  /// number type of the fields, or of quick_answers() @param memory of FlowNow after the step,
  /// which takes the addition into account; null: it does not. @throws std::logic_error where the ends of
  /// the box know no answer
  virtual void answer(const Stream<B>&, const StepInTime&, AnyFaces /*du*/, real* /*memory*/) {
    throw std::logic_error("this solver of the fluid gives no answers by themselves");
  }
  /// Makes what the quickest answers need, and returns their number type: floats, where the ends of the box
  /// have such a stage, or that of the fields. `storage` is that of the fields.
  virtual Storage quick_answers(const Stream<B>&, Storage storage) { return storage; }
  /// Room for r of answers of this number type: the memory of room_for_forces(), as far as it is needed.
  virtual AnyFaces room_for_answers(Storage) { return room_for_forces(); }
  /// a of that answer, um^2.
  virtual real a_of_answer(const StepInTime&) const {
    throw std::logic_error("this solver of the fluid gives no answers by themselves");
  }
  /// NavierStokes::pressure, with the body forces in f.
  virtual void pressure(const Stream<B>&, AnyConstFaces u, AnyConstFaces f, real* p) = 0;

  /// What a State carries for the solver, at the start of a run from u. Waits for the stream.
  virtual Array<real, B> memory_at_start(const Stream<B>&, AnyConstFaces) { return {}; }

  /// What some kinds have, and others have not: null.
  virtual VaryingViscosity<B>* varying_viscosity() { return nullptr; }
  /// Sets the viscosity for the positions of this step, from the source that has been written.
  virtual void set_viscosity(const Stream<B>&, const real* /*mean*/) {}
  /// The walls at the beginning or the end of the step that was prepared, on the device.
  virtual const WallsNow* walls(bool /*at_end*/) const { return nullptr; }
  virtual SlidingImages<B>* sliding_images() { return nullptr; }
};

/// The solver for the ends of this box. @param storage of its fields. @throws InputError for a grid that
/// makes no sense, or ends without a solver.
template <class B>
std::unique_ptr<FlowSolver<B>> make_flow_solver(const Stream<B>&, const LocalGrid<B>&, const FluidProperties&,
                                                const WallFlow&, const ViscosityBounds&, TimeScheme,
                                                Storage = Storage::doubles);

} // namespace ibsim
