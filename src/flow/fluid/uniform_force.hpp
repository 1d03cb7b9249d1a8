// A uniform force along z, the same as a pressure that falls along z by `density` a length: what drives the
// flow through a channel. A force that changes in time acts in a step as it is in the middle of it.
#pragma once

#include "base/signal.hpp"
#include "fluid/body_force.hpp"
#include "grid/stored_numbers.hpp"

namespace ibsim {

template <class B>
class UniformForce final : public BodyForce<B> {
 public:
  /// @param density of the force, pg/(um^2 us^2)
  UniformForce(const Grid&, Signal density);
  void prepare(const Stream<B>&, const StepInTime&) override;
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  Signal density_;
  StepNumbers<B> now_;
};

} // namespace ibsim
