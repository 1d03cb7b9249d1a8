#include "mesh/point_locator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

PointLocator::PointLocator(const std::vector<Real3>& points) : points_(points) {
  if (points.empty()) return;
  Real3 high = low_ = points[0];
  for (const Real3& p : points)
    for (int d = 0; d < 3; ++d) low_[d] = std::min(low_[d], p[d]), high[d] = std::max(high[d], p[d]);
  constexpr real vertices_a_bin = 4;
  const Real3 extent = high - low_;
  const real widest = std::max({extent.x, extent.y, extent.z});
  real volume = 1; // flat and thin meshes too
  for (int d = 0; d < 3; ++d) volume *= std::max(extent[d], 1e-3 * widest);
  side_ = widest > 0 ? std::cbrt(volume * vertices_a_bin / static_cast<real>(points.size())) : 1;
  for (int d = 0; d < 3; ++d) n_[d] = std::clamp(static_cast<int>(extent[d] / side_) + 1, 1, 1024);
  side_ = std::max({side_, extent.x / n_.x, extent.y / n_.y, extent.z / n_.z});

  start_.assign(place(0, 0, n_.z) + 1, 0);
  std::vector<std::size_t> bin(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Int3 b = bin_of(points[i]);
    bin[i] = place(b.x, b.y, b.z);
    ++start_[bin[i] + 1];
  }
  for (std::size_t b = 1; b < start_.size(); ++b) start_[b] += start_[b - 1];
  std::vector<Index> next(start_.begin(), start_.end() - 1);
  vertex_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) vertex_[next[bin[i]]++] = static_cast<Index>(i);
}

Int3 PointLocator::bin_of(const Real3& p) const {
  Int3 b;
  for (int d = 0; d < 3; ++d)
    b[d] = static_cast<int>(std::clamp((p[d] - low_[d]) / side_, 0.0, static_cast<real>(n_[d] - 1)));
  return b;
}

std::vector<Index> PointLocator::within(const Real3& p, real radius) const {
  std::vector<Index> found;
  if (vertex_.empty()) return found;
  const Real3 r{radius, radius, radius};
  const Int3 low = bin_of(p - r), high = bin_of(p + r);
  for (int k = low.z; k <= high.z; ++k)
    for (int j = low.y; j <= high.y; ++j)
      for (std::size_t b = place(low.x, j, k); b <= place(high.x, j, k); ++b)
        for (Index i = start_[b]; i < start_[b + 1]; ++i)
          if (norm(points_[vertex_[i]] - p) <= radius) found.push_back(vertex_[i]);
  std::sort(found.begin(), found.end());
  return found;
}

Index PointLocator::nearest(const Real3& p) const {
  if (vertex_.empty()) return -1;
  Real3 beyond; // from p to the box of all bins
  for (int d = 0; d < 3; ++d)
    beyond[d] = std::max({low_[d] - p[d], p[d] - (low_[d] + n_[d] * side_), real{0}});
  for (real radius = norm(beyond) + side_;; radius *= 2) {
    const std::vector<Index> some = within(p, radius);
    if (some.empty()) continue;
    return *std::min_element(some.begin(), some.end(), [&](Index a, Index b) {
      const real da = norm(points_[a] - p), db = norm(points_[b] - p);
      return da < db || (da == db && a < b);
    });
  }
}

} // namespace ibsim
