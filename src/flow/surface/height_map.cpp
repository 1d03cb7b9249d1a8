#include "surface/height_map.hpp"

#include "base/error.hpp"
#include "linalg/periodic_spline.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ibsim {
namespace {

/// B3 at the four nodes about a place that lies t beyond the second, and its derivatives.
struct Weights {
  real value[4], first[4], second[4];
};
Weights weights(real t) {
  const real u = 1 - t;
  return {{u * u * u / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * u * u + 3 * u * u * u) / 6,
           t * t * t / 6},
          {-u * u / 2, -2 * t + 1.5 * t * t, 2 * u - 1.5 * u * u, t * t / 2},
          {u, -2 + 3 * t, -2 + 3 * u, t}};
}

int around(long i, int n) { return static_cast<int>(((i % n) + n) % n); }

/// Means of n values over m parts of their line, each value spread over its part: m <= n.
std::vector<real> parts_of_line(const std::vector<real>& values, int m) {
  const int n = static_cast<int>(values.size());
  std::vector<real> means(m);
  const real size = static_cast<real>(n) / m;
  for (int p = 0; p < m; ++p)
    for (int i = static_cast<int>(p * size); i < n && i < (p + 1) * size; ++i)
      means[p] += std::max(real{0}, std::min<real>(i + 1, (p + 1) * size) - std::max<real>(i, p * size)) /
                  size * values[i];
  return means;
}

constexpr real most_beyond = 0.05; ///< of the range of heights

/// Brings the coefficients within the heights about their nodes, and says by how much the spline then passes
/// a height by.
void limit_coefficients(HeightMap& map) {
  const auto [low, high] = std::minmax_element(map.heights.begin(), map.heights.end());
  const real beyond = most_beyond * (*high - *low);
  const int n = map.along_x, m = map.along_z;
  const auto place = [=](long i, long k) {
    return static_cast<std::size_t>(around(i, n)) * static_cast<std::size_t>(m) +
           static_cast<std::size_t>(around(k, m));
  };
  bool limited = false;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      real least = map.heights[place(i, k)], most = least;
      for (int a = -1; a <= 1; ++a)
        for (int b = -1; b <= 1; ++b) {
          const real height = map.heights[place(i + a, k + b)];
          least = std::min(least, height), most = std::max(most, height);
        }
      real& c = map.coefficients[place(i, k)];
      const real inside = std::clamp(c, least - beyond, most + beyond);
      limited |= inside != c;
      c = inside;
    }
  if (!limited) return;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      map.rounded = std::max(
          map.rounded, std::abs(spline_at(map, i + real{0.5}, k + real{0.5}).y - map.heights[place(i, k)]));
}

} // namespace

HeightMap make_height_map(int along_x, int along_z, std::vector<real> heights) {
  if (along_x < 4 || along_z < 4)
    throw InputError("a map of heights takes at least 4 lines of 4, not " + std::to_string(along_x) + " of " +
                     std::to_string(along_z));
  HeightMap map{along_x, along_z, std::move(heights), {}, 0, 0, 0};
  map.coefficients = map.heights;
  for (const bool by_z : {true, false}) { // a spline along each line, one side after the other
    const int n = by_z ? along_z : along_x, lines = by_z ? along_x : along_z;
    std::vector<real> line(n);
    for (int l = 0; l < lines; ++l) {
      const auto at = [&](int i) -> real& {
        return map.coefficients[by_z ? l * along_z + i : i * along_z + l];
      };
      for (int i = 0; i < n; ++i) line[i] = at(i);
      periodic_spline_coefficients(line);
      for (int i = 0; i < n; ++i) at(i) = line[i];
    }
  }
  limit_coefficients(map);
  // weights are positive and add up to one: no point is beyond all coefficients
  const auto [low, high] = std::minmax_element(map.coefficients.begin(), map.coefficients.end());
  map.lowest = *low, map.highest = *high;
  return map;
}

HeightMap averaged(const HeightMap& map, int along_x, int along_z) {
  std::vector<real> rows, all(static_cast<std::size_t>(along_x) * along_z);
  for (int i = 0; i < map.along_x; ++i) {
    const auto begin = map.heights.begin() + static_cast<std::ptrdiff_t>(i) * map.along_z;
    const std::vector<real> row = parts_of_line({begin, begin + map.along_z}, along_z);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  for (int k = 0; k < along_z; ++k) {
    std::vector<real> column;
    for (int i = 0; i < map.along_x; ++i) column.push_back(rows[static_cast<std::size_t>(i) * along_z + k]);
    const std::vector<real> means = parts_of_line(column, along_x);
    for (int i = 0; i < along_x; ++i) all[static_cast<std::size_t>(i) * along_z + k] = means[i];
  }
  return make_height_map(along_x, along_z, std::move(all));
}

SplineAt spline_at(const HeightMap& map, real x, real z) {
  const real u = x - real{0.5}, v = z - real{0.5};
  const long i = static_cast<long>(std::floor(u)), j = static_cast<long>(std::floor(v));
  const Weights a = weights(u - static_cast<real>(i)), b = weights(v - static_cast<real>(j));
  SplineAt at;
  for (int p = 0; p < 4; ++p) {
    const real* const row =
        &map.coefficients[static_cast<std::size_t>(around(i - 1 + p, map.along_x)) * map.along_z];
    real y = 0, dz = 0, dzz = 0; // along z
    for (int q = 0; q < 4; ++q) {
      const real c = row[around(j - 1 + q, map.along_z)];
      y += b.value[q] * c, dz += b.first[q] * c, dzz += b.second[q] * c;
    }
    at.y += a.value[p] * y, at.dx += a.first[p] * y, at.dxx += a.second[p] * y;
    at.dz += a.value[p] * dz, at.dxz += a.first[p] * dz, at.dzz += a.value[p] * dzz;
  }
  return at;
}

LargestSteps largest_steps(const HeightMap& map) {
  LargestSteps steps;
  const auto height = [&](int i, int k) {
    return map.heights[static_cast<std::size_t>(i % map.along_x) * map.along_z + k % map.along_z];
  };
  const auto meet = [](real& largest, real step) { largest = std::max(largest, std::abs(step)); };
  for (int i = 0; i < map.along_x; ++i)
    for (int k = 0; k < map.along_z; ++k) {
      meet(i + 1 < map.along_x ? steps.inside[0] : steps.across_ends[0], height(i + 1, k) - height(i, k));
      meet(k + 1 < map.along_z ? steps.inside[1] : steps.across_ends[1], height(i, k + 1) - height(i, k));
    }
  return steps;
}

} // namespace ibsim
