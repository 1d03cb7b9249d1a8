#include "fluid/constant_force.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

namespace {

template <class B, class T>
void add_everywhere(const Stream<B>& stream, Size cells, const Real3& density, FaceView<T> f) {
  const T x = static_cast<T>(density.x), y = static_cast<T>(density.y), z = static_cast<T>(density.z);
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { f.x[c] += x, f.y[c] += y, f.z[c] += z; });
}

} // namespace

template <class B>
void ConstantForce<B>::add(const Stream<B>& stream, AnyFaces f) const {
  with_faces(f, [&](auto faces) { add_everywhere<B>(stream, grid_.cells(), density_, faces); });
}

template class ConstantForce<ThisBackend>;

} // namespace ibsim
