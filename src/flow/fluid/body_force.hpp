// Body forces drive the flow, next to the objects in it: a list of forces that the fluid adds to the force
// density of each step. Kinds: background_shear.hpp.
//
// The operations of a step may be recorded and launched again (parallel/graph.hpp). So an amount that changes
// in time lies in device memory, where prepare(), which is never recorded, puts it; add() reads it there.
#pragma once

#include "fluid/time_scheme.hpp"
#include "grid/grid.hpp"

#include <memory>
#include <vector>

namespace ibsim {

template <class B>
class BodyForce {
 public:
  virtual ~BodyForce() = default;

  /// Prepares for a step, or, with a step of length zero, for a pressure.
  virtual void prepare(const Stream<B>&, const StepInTime&) {}
  /// f += this force's density, pg/(um^2 us^2), which is kept constant over the step.
  virtual void add(const Stream<B>&, AnyFaces f) const = 0;
};

template <class B>
using BodyForces = std::vector<std::unique_ptr<BodyForce<B>>>;

} // namespace ibsim
