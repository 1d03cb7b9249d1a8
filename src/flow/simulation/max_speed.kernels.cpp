#include "simulation/max_speed.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {

template <class B>
real max_speed(const Stream<B>& stream, const Grid& grid, FaceView<const real> u) {
  return max_of(stream, grid.cells(), [=] IBSIM_KERNEL(Size i) {
    const real x = std::fabs(u.x[i]), y = std::fabs(u.y[i]), z = std::fabs(u.z[i]);
    return Larger{}(Larger{}(x, y), z);
  });
}

template real max_speed(const Stream<ThisBackend>&, const Grid&, FaceView<const real>);

} // namespace ibsim
