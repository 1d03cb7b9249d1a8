#include "surface/volume_between.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

/// Mean of max(x, 0) over a triangle of a linear function with these values at its corners.
real mean_of_positive_part(std::array<real, 3> x) {
  std::sort(x.begin(), x.end());
  const real mean = (x[0] + x[1] + x[2]) / 3;
  if (x[0] >= 0) return mean;
  if (x[2] <= 0) return 0;
  if (x[1] <= 0) // a small triangle at the highest corner
    return x[2] * x[2] * x[2] / ((x[2] - x[0]) * (x[2] - x[1]) * 3);
  return mean - x[0] * x[0] * x[0] / ((x[1] - x[0]) * (x[2] - x[0]) * 3); // or one at the lowest is missing
}

/// Where the edge between two points meets a line of constant second coordinate. Both triangles of the edge
/// find the same bits.
real meets(std::pair<real, real> p, std::pair<real, real> q, real second) {
  if (std::pair(q.second, q.first) < std::pair(p.second, p.first)) std::swap(p, q);
  return p.first + (second - p.second) / (q.second - p.second) * (q.first - p.first);
}

} // namespace

real volume_between(const TriangulatedBody& body, int axis, real low, real high) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  real origin = 0; // near the body, so that no digits are lost
  if (!body.points.empty()) origin = body.points[0][axis];
  real volume = 0;
  for (const Vec3<int>& t : body.triangles) {
    const Real3 p = body.points[static_cast<std::size_t>(t.x)],
                q = body.points[static_cast<std::size_t>(t.y)],
                r = body.points[static_cast<std::size_t>(t.z)];
    const real across = ((q[a] - p[a]) * (r[b] - p[b]) - (q[b] - p[b]) * (r[a] - p[a])) / 2;
    const real x[3] = {p[axis], q[axis], r[axis]};
    const auto above = [&](real place) {
      return mean_of_positive_part({x[0] - place, x[1] - place, x[2] - place});
    };
    // without a lower end: linear below the upper one
    const real from_low = std::isinf(low) ? (x[0] + x[1] + x[2]) / 3 - origin : above(low);
    volume += across * (from_low - (std::isinf(high) ? 0 : above(high)));
  }
  return volume;
}

std::vector<Crossing> crossings_of_columns(const TriangulatedBody& body, int axis, real width) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  std::vector<Crossing> found;
  for (const Vec3<int>& t : body.triangles) {
    const Real3 x[3] = {body.points[static_cast<std::size_t>(t.x)],
                        body.points[static_cast<std::size_t>(t.y)],
                        body.points[static_cast<std::size_t>(t.z)]};
    const real twice = (x[1][a] - x[0][a]) * (x[2][b] - x[0][b]) - (x[1][b] - x[0][b]) * (x[2][a] - x[0][a]);
    if (twice == 0) continue;
    const auto [low_a, high_a] = std::minmax({x[0][a], x[1][a], x[2][a]});
    const auto [low_b, high_b] = std::minmax({x[0][b], x[1][b], x[2][b]});
    const auto first = [&](real low) { return static_cast<int>(std::ceil(low / width - 0.5)); };
    for (int j = first(low_b); (j + 0.5) * width <= high_b; ++j)
      for (int i = first(low_a); (i + 0.5) * width <= high_a; ++i) {
        const real pa = (i + 0.5) * width, pb = (j + 0.5) * width;
        bool inside = false; // an odd number of edges lies to the left
        for (int e = 0; e < 3; ++e) {
          const Real3 &p = x[e], &q = x[(e + 1) % 3];
          if ((p[b] > pb) != (q[b] > pb) && meets({p[a], p[b]}, {q[a], q[b]}, pb) > pa) inside = !inside;
        }
        if (!inside) continue;
        const real v = ((pa - x[0][a]) * (x[2][b] - x[0][b]) - (pb - x[0][b]) * (x[2][a] - x[0][a])) / twice,
                   w = ((x[1][a] - x[0][a]) * (pb - x[0][b]) - (x[1][b] - x[0][b]) * (pa - x[0][a])) / twice;
        const real place = x[0][axis] + v * (x[1][axis] - x[0][axis]) + w * (x[2][axis] - x[0][axis]);
        found.push_back({i, j, place, twice > 0 ? 1 : -1});
      }
  }
  return found;
}

} // namespace ibsim
