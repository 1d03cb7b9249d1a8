#include "mechanics/contact_points.hpp"

#include "surface/surface_kind.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

constexpr int least_leaves = 16, most_leaves = 2048;
constexpr real points_a_range = 2.5, least_points_a_leaf = 2.5, least_gain = 1.1;

/// How far apart points may lie, um; and the area of the object.
struct Spacing {
  real apart, area;
};
Spacing spacing_of(const SurfaceKind& kind, const std::vector<Real3>& at_start, real range,
                   bool feels_itself) {
  real area = 0, volume = 0;
  for (const Vec3<int>& t : kind.triangles) {
    const Real3 &a = at_start[t.x], &b = at_start[t.y], &c = at_start[t.z];
    area += norm(cross(b - a, c - a)) / 2, volume += dot(a, cross(b, c)) / 6;
  }
  const real within = feels_itself ? std::min(range, std::fabs(volume) / area) : range;
  return {within / points_a_range, area};
}

/// A power of two with so many points a leaf at least.
int leaves_of(real points) {
  int leaves = least_leaves;
  while (leaves < most_leaves && 2 * leaves * least_points_a_leaf <= points) leaves *= 2;
  return leaves;
}

/// Halve the places [first, first + places) of so many, and the sites that belong to them, along the longest
/// side of the box around their nodes.
void divide(const std::vector<Real3>& nodes, std::vector<Index>& order, Index all, Index first,
            Index places) {
  if (places == 1) return;
  const auto place = [&](Index p) {
    return order.begin() + static_cast<std::ptrdiff_t>(order.size()) * p / all;
  };
  const auto begin = place(first), middle = place(first + places / 2), end = place(first + places);
  constexpr real far = std::numeric_limits<real>::infinity();
  Real3 low{far, far, far}, high{-far, -far, -far};
  for (auto s = begin; s != end; ++s)
    for (int d = 0; d < 3; ++d)
      low[d] = std::min(low[d], nodes[*s][d]), high[d] = std::max(high[d], nodes[*s][d]);
  const Real3 side = high - low;
  const int d = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  std::nth_element(begin, middle, end, [&](Index a, Index b) {
    return nodes[a][d] < nodes[b][d] || (nodes[a][d] == nodes[b][d] && a < b);
  });
  divide(nodes, order, all, first, places / 2);
  divide(nodes, order, all, first + places / 2, places - places / 2);
}

} // namespace

PointsOfObject points_of_object(const SurfaceKind& kind, const std::vector<Real3>& at_start, real range,
                                bool feels_itself) {
  const auto sites = static_cast<Index>(kind.sample_nodes.size());
  PointsOfObject of;
  of.points = sites;
  of.order.resize(kind.sample_nodes.size());
  std::iota(of.order.begin(), of.order.end(), Index{0});
  if (at_start.empty() || sites < 2 * least_leaves) return of;
  const Spacing spacing = spacing_of(kind, at_start, range, feels_itself);
  const real wanted = std::min(spacing.area / (spacing.apart * spacing.apart), static_cast<real>(sites));
  of.leaves = leaves_of(wanted);
  // as many in each leaf, so that halving into points goes through the leaves
  const Index points = of.leaves * std::max(Index{1}, static_cast<Index>(std::lround(wanted / of.leaves)));
  if (least_gain * points <= sites)
    of.points = points;
  else
    of.leaves = leaves_of(sites);
  const Index places = of.points < sites ? of.points : of.leaves;
  divide(kind.sample_nodes, of.order, places, 0, places);
  return of;
}

} // namespace ibsim
