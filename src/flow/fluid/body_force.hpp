// What drives the flow, beside the objects in it: a list of forces that the fluid adds to the force density
// of each step. Kinds: background_shear.hpp.
//
// The operations of a step may be recorded and launched again (parallel/graph.hpp). So an amount that changes
// in time lies in device memory, where prepare(), which is never recorded, puts it; add() reads it there.
#pragma once

#include "fluid/stokes_stage.hpp"

#include <vector>

namespace ibsim {

template <class B>
class BodyForce {
 public:
  virtual ~BodyForce() = default;

  /// Once, when the fluid takes this force over: for a kind that acts through the solve too, as a prescribed
  /// flow rate does, and needs the stage.
  virtual void attach(StokesStage<B>&) {}
  /// Before a step from `time` to time + time_step (us), or, with time_step zero, before a pressure at
  /// `time`.
  virtual void prepare(const Stream<B>&, real time, real time_step) {
    static_cast<void>(time), static_cast<void>(time_step);
  }
  /// f += this force's density, pg/(um^2 us^2), which is kept constant over the step.
  virtual void add(const Stream<B>&, FaceView<real> f) const = 0;
};

template <class B>
using BodyForces = std::vector<std::unique_ptr<BodyForce<B>>>;

} // namespace ibsim
