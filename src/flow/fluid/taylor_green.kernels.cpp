#include "fluid/taylor_green.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void set_taylor_green(const Stream<B>& stream, const Grid& grid, real speed, FaceView<real> u,
                      const Slab& slab) {
  const Grid g = own_grid(grid, slab);
  const Index first = slab.first;
  const real q = taylor_green_wave_number(grid);
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k);
    for (int d = 0; d < 3; ++d) {
      Real3 face{i + real{0.5}, j + real{0.5}, first + k + real{0.5}};
      face[d] -= real{0.5};
      u[d][c] = speed * taylor_green_shape(g.h * face, q)[d];
    }
  });
}

template void set_taylor_green(const Stream<ThisBackend>&, const Grid&, real, FaceView<real>, const Slab&);

} // namespace ibsim
