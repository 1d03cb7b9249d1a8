#include "bench/bench_points.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void move_with_shear(const Stream<B>& stream, const Grid& grid, real rate, real time, VectorsView<real> X) {
  const real shear = rate * time, middle = grid.lengths().y / 2;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { X.z[i] += shear * (X.y[i] - middle); });
}

template void move_with_shear(const Stream<ThisBackend>&, const Grid&, real, real, VectorsView<real>);

} // namespace ibsim
