#include "fluid/background_shear.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {

template <class B>
void set_background_shear(const Stream<B>& stream, const Grid& grid, real rate, FaceView<real> u) {
  const Grid g = grid;
  for_each_cell(stream, g.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index c = g.index(i, j, k);
    u.x[c] = 0;
    u.y[c] = 0;
    // faces of z lie at the height of the cell centres
    u.z[c] = rate * g.h * (j + real{0.5} - real{0.5} * g.n.y);
  });
}

template <class B>
void add_background_force(const Stream<B>& stream, const Grid& grid, real viscosity, real rate,
                          FaceView<real> f) {
  const Grid g = grid;
  const real jump = viscosity * rate * g.n.y / g.h; // mu rate Ly / h^2
  for_each_cell(stream, {g.n.x, 1, g.n.z}, [=] IBSIM_KERNEL(int i, int, int k) {
    f.z[g.index(i, 0, k)] -= jump;
    f.z[g.index(i, g.n.y - 1, k)] += jump;
  });
}

template void set_background_shear(const Stream<ThisBackend>&, const Grid&, real, FaceView<real>);
template void add_background_force(const Stream<ThisBackend>&, const Grid&, real, real, FaceView<real>);

} // namespace ibsim
