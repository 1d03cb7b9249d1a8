#include "step/max_speed.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

template <class B, class T>
real largest(const Stream<B>& stream, Size cells, FaceView<const T> u) {
  return max_of(stream, cells, [=] IBSIM_KERNEL(Size i) {
    const real x = std::fabs(u.x[i]), y = std::fabs(u.y[i]), z = std::fabs(u.z[i]);
    return Larger{}(Larger{}(x, y), z);
  });
}

} // namespace

template <class B>
real max_speed(const Stream<B>& stream, const Grid& grid, AnyConstFaces u) {
  return with_faces(u, [&](auto faces) { return largest<B>(stream, grid.cells(), faces); });
}

template real max_speed(const Stream<ThisBackend>&, const Grid&, AnyConstFaces);

} // namespace ibsim
