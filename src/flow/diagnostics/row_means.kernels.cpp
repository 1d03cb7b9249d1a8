#include "diagnostics/row_means.hpp"

#include "parallel/reduce.hpp"

#include <algorithm>

namespace ibsim {

template <class B>
std::array<Real3, 4> row_means(const Stream<B>& stream, const Grid& grid, FaceView<const real> u,
                               const std::array<int, 4>& rows) {
  const Grid g = grid;
  const int a = rows[0], b = rows[1], c = rows[2], d = rows[3];
  const std::vector<Real3> sums = reduce(
      stream, 4, g.n.x * g.n.z, Real3{},
      [=] IBSIM_KERNEL(Index row, Index i) {
        const int j = row < 2 ? (row == 0 ? a : b) : (row == 2 ? c : d);
        const Index cell = g.index(i % g.n.x, j, i / g.n.x);
        return Real3{u.x[cell], u.y[cell], u.z[cell]};
      },
      Plus{});
  std::array<Real3, 4> means;
  std::transform(sums.begin(), sums.end(), means.begin(),
                 [&](const Real3& sum) { return sum / (static_cast<real>(g.n.x) * g.n.z); });
  return means;
}

template std::array<Real3, 4> row_means(const Stream<ThisBackend>&, const Grid&, FaceView<const real>,
                                        const std::array<int, 4>&);

} // namespace ibsim
