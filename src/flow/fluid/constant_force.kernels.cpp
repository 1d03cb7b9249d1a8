#include "fluid/constant_force.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void ConstantForce<B>::add(const Stream<B>& stream, FaceView<real> f) const {
  const Real3 density = density_;
  for_each(stream, grid_.cells(),
           [=] IBSIM_KERNEL(Size c) { f.x[c] += density.x, f.y[c] += density.y, f.z[c] += density.z; });
}

template class ConstantForce<ThisBackend>;

} // namespace ibsim
