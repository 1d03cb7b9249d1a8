#include "fluid/developed_flow.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void set_developed_flow(const Stream<B>& stream, const Grid& grid, const DevelopedFlow& flow,
                        FaceView<real> u) {
  const Grid g = grid;
  const DevelopedFlow f = flow;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k);
    const real part = (j + real{0.5}) / g.n.y, y = g.h * (j + real{0.5}), height = g.h * g.n.y;
    u.x[c] = f.lower_x + part * (f.upper_x - f.lower_x);
    u.y[c] = 0;
    u.z[c] = f.lower_z + part * (f.upper_z - f.lower_z) + f.curvature * y * (height - y);
  });
}

template void set_developed_flow(const Stream<ThisBackend>&, const Grid&, const DevelopedFlow&,
                                 FaceView<real>);

} // namespace ibsim
