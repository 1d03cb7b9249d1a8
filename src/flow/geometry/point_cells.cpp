#include "geometry/point_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {

PointCells::PointCells(const PeriodicBox& box, real reach) : box_(box) {
  constexpr int most = 400; // a direction
  for (int d = 0; d < 3; ++d) n_[d] = std::clamp(static_cast<int>(box.size[d] / reach), 1, most);
}

Int3 PointCells::cell(const Real3& x) const {
  const auto along = [&](int d) {
    return std::clamp(static_cast<int>(x[d] / box_.size[d] * n_[d]), 0, n_[d] - 1);
  };
  return {along(0), along(1), along(2)};
}

void PointCells::fill(const std::vector<Real3>& points) {
  start_.assign(static_cast<std::size_t>(n_.x) * n_.y * n_.z + 1, 0);
  for (const Real3& x : points) ++start_[number(cell(x)) + 1];
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  members_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    members_[next[number(cell(points[i]))]++] = static_cast<int>(i);
}

} // namespace ibsim
