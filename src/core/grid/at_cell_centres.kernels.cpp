#include "grid/at_cell_centres.hpp"

#include "grid/neighbours.hpp"
#include "parallel/for_each.hpp"

#include <cmath>

namespace ibsim {

template <class B, class T>
void at_cell_centres(const Stream<B>& stream, const Grid& of, const real* velocity, real strain, T* to) {
  const Grid grid = of;
  const Size cells = grid.cells();
  const bool sheared = grid.topology.y.ends == Ends::lees_edwards;
  const real moved = strain * grid.n.y, down = std::ceil(moved), part = down - moved; // cells
  for_each_cell(stream, grid.n, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index here = grid.index(i, j, k);
    const Index above[] = {grid.index(next_around(i, grid.n.x), j, k),
                           grid.index(i, next_around(j, grid.n.y), k),
                           grid.index(i, j, next_around(k, grid.n.z))};
    for (int d = 0; d < 3; ++d) {
      real over = velocity[d * cells + above[d]];
      if (sheared && d == 1 && j == grid.n.y - 1) {
        // u_y in row N: that of row 0, moved; between two cells along a straight line
        const int from =
            wrapped_around(static_cast<int>(std::fmod(k - down, static_cast<real>(grid.n.z))), grid.n.z);
        over = (1 - part) * velocity[cells + grid.index(i, 0, from)] +
               part * velocity[cells + grid.index(i, 0, next_around(from, grid.n.z))];
      }
      to[3 * static_cast<Size>(here) + d] = static_cast<T>(real{0.5} * (velocity[d * cells + here] + over));
    }
  });
}

template void at_cell_centres(const Stream<ThisBackend>&, const Grid&, const real*, real, float*);
template void at_cell_centres(const Stream<ThisBackend>&, const Grid&, const real*, real, double*);

} // namespace ibsim
