// A force that is the same everywhere and at all times: what holds a periodic box against the weight of what
// is in it.
#pragma once

#include "fluid/body_force.hpp"

namespace ibsim {

template <class B>
class ConstantForce final : public BodyForce<B> {
 public:
  /// @param density of the force, pg/(um^2 us^2)
  ConstantForce(const Grid& grid, const Real3& density) : grid_(grid), density_(density) {}
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  Real3 density_;
};

} // namespace ibsim
