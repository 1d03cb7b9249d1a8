#include "walls/near_points.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Bins of at least `reach` in each direction, or one.
struct Bins {
  Int3 n;
  Real3 lengths;

  Bins(const Grid& grid, real reach) : lengths(grid.lengths()) {
    for (int d = 0; d < 3; ++d) n[d] = std::max(1, static_cast<int>(lengths[d] / reach));
  }
  Int3 of(const Real3& p) const {
    Int3 bin;
    for (int d = 0; d < 3; ++d) {
      const real part = p[d] / lengths[d], inside = part - std::floor(part);
      bin[d] = std::min(n[d] - 1, static_cast<int>(inside * n[d]));
    }
    return bin;
  }
  std::size_t index(const Int3& b) const { return static_cast<std::size_t>(b.x + n.x * (b.y + n.y * b.z)); }
  std::size_t number() const { return static_cast<std::size_t>(n.x) * n.y * n.z; }
};

} // namespace

Real3 between(const Grid& grid, const Real3& a, const Real3& b) {
  Real3 d = b - a;
  const Real3 lengths = grid.lengths();
  for (int c = 0; c < 3; ++c)
    if (grid.topology[c].ends == Ends::periodic) d[c] -= lengths[c] * std::round(d[c] / lengths[c]);
  return d;
}

std::vector<std::vector<Index>> near_points(const Grid& grid, const std::vector<Real3>& at, real reach) {
  const Bins bins(grid, reach);
  std::vector<std::vector<Index>> members(bins.number()), near(at.size());
  for (std::size_t i = 0; i < at.size(); ++i)
    members[bins.index(bins.of(at[i]))].push_back(static_cast<Index>(i));
#pragma omp parallel for schedule(dynamic, 64)
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Int3 bin = bins.of(at[i]);
    std::vector<std::size_t> visited;
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
          const Int3 other{(bin.x + x + bins.n.x) % bins.n.x, (bin.y + y + bins.n.y) % bins.n.y,
                           (bin.z + z + bins.n.z) % bins.n.z};
          visited.push_back(bins.index(other));
        }
    std::sort(visited.begin(), visited.end());
    visited.erase(std::unique(visited.begin(), visited.end()), visited.end());
    for (const std::size_t b : visited)
      for (const Index j : members[b])
        if (norm(between(grid, at[i], at[j])) <= reach) near[i].push_back(j);
    std::sort(near[i].begin(), near[i].end());
  }
  return near;
}

} // namespace ibsim
