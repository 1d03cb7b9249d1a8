#include "grid/at_cell_centres.hpp"

#include "grid/neighbours.hpp"
#include "parallel/for_each.hpp"

#include <cmath>

namespace ibsim {
namespace {

template <class B, class U, class T>
void means_of_faces(const Stream<B>& stream, const Grid& grid, const Slab& of, Index first, Index planes,
                    FaceView<const U> u, const FirstRow& first_row, real strain, T* to) {
  const Slab slab = of;
  const Int3 n = grid.n;
  const bool sheared = grid.topology.y.ends == Ends::lees_edwards;
  const real moved = strain * n.y, down = std::ceil(moved), part = down - moved; // cells
  const U* const row = first_row.values.template as<U>().y;
  const Index step = first_row.step;
  for_each_cell(stream, {n.x, n.y, planes}, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Neighbours at = neighbours(slab, i, j, first + k);
    T* const centre = to + 3 * (i + n.x * (j + static_cast<Size>(n.y) * k));
    for (int d = 0; d < 3; ++d) {
      real over = u[d][at.here + at.next[d]];
      if (sheared && d == 1 && j == n.y - 1) {
        // u_y in row N: that of row 0, moved; between two cells along a straight line
        const int plane = slab.first + first + k;
        const int from =
            wrapped_around(static_cast<int>(std::fmod(plane - down, static_cast<real>(n.z))), n.z);
        over = (1 - part) * row[i + step * from] + part * row[i + step * next_around(from, n.z)];
      }
      centre[d] = static_cast<T>(real{0.5} * (u[d][at.here] + over));
    }
  });
}

} // namespace

template <class B, class T>
void at_cell_centres(const Stream<B>& stream, const Grid& grid, const Slab& slab, Index first, Index planes,
                     AnyConstFaces u, const FirstRow& row, real strain, T* to) {
  with_faces(u,
             [&](auto faces) { means_of_faces(stream, grid, slab, first, planes, faces, row, strain, to); });
}

template void at_cell_centres(const Stream<ThisBackend>&, const Grid&, const Slab&, Index, Index,
                              AnyConstFaces, const FirstRow&, real, float*);
template void at_cell_centres(const Stream<ThisBackend>&, const Grid&, const Slab&, Index, Index,
                              AnyConstFaces, const FirstRow&, real, double*);

} // namespace ibsim
