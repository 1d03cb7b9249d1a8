#include "walls/wall_inverse.hpp"

#include "linalg/local_inverse.hpp"
#include "walls/near_points.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ibsim {
namespace {

/// Added to the diagonal, in parts of a point's own mobility.
constexpr real regular = 0.03;
/// Part of the sum of a row of the small matrix below which what M lacks does not bring its diagonal. A plane
/// between walls of the box does not move along its normal, and the matrix would have no inverse.
constexpr real least_of_sum = 0.2;
/// Cells that a patch extends, and the number of patches beyond which they are larger.
constexpr real patch_size = 10, larger = 1.25;
constexpr Index most_patches = 600;
/// Eigenvalues of P^T M P below this part of the largest one count as zero.
constexpr real null_part = 1e-3;

using Block = std::array<real, 9>;

/// M applied to unit forces along x, y and z at all points: the sum of each row's blocks.
std::vector<Block> row_sums(std::size_t n, const Mobility& mobility) {
  std::vector<Block> sums(n);
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<real> forces(3 * n, 0);
    std::fill_n(forces.begin() + static_cast<std::ptrdiff_t>(d * n), n, 1);
    const std::vector<real> U = mobility(forces);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < 3; ++c) sums[i][3 * c + d] = U[c * n + i];
  }
  return sums;
}

/// The rows of G of one point. @param near it, itself included @param sums of all points
std::vector<real> rows_of_point(const Grid& grid, const WallPoints& points, const PairMobility& pairs,
                                const std::vector<Block>& sums, const std::vector<Index>& near, Index me) {
  const std::vector<Real3>& at = points.at;
  const std::size_t m = near.size(), n = 3 * m;
  std::vector<real> matrix(n * n), lacking(3 * n);
  const real own = pairs.f[0];
  std::vector<Real3> place; // all in the image of the box about this point, so that the matrix is definite
  for (const Index j : near) place.push_back(between(grid, at[me], at[j]));
  for (std::size_t j = 0; j < m; ++j) {
    for (int c = 0; c < 3; ++c)
      for (int e = 0; e < 3; ++e)
        lacking[3 * j + c + n * e] = sums[near[j]][3 * c + e] - (c == e ? regular * own : 0);
    for (std::size_t k = 0; k <= j; ++k) { // the matrix is symmetric
      const Real3 d = place[k] - place[j];
      const real r2 = dot(d, d), r = std::sqrt(r2);
      const auto [f, g] = pairs.at(r);
      for (int c = 0; c < 3; ++c)
        for (int e = 0; e < 3; ++e) {
          const real value = (c == e ? f : 0) + (r > 0 ? g * d[c] * d[e] / r2 : 0);
          lacking[3 * j + c + n * e] -= value;
          if (k < j) lacking[3 * k + c + n * e] -= value;
          matrix[3 * k + c + n * (3 * j + e)] = value;
          matrix[3 * j + c + n * (3 * k + e)] = value + (j == k && c == e ? regular * own : 0);
        }
    }
  }
  for (std::size_t j = 0; j < m; ++j) {
    const Real3& out = points.outward[near[j]];
    real along = 0; // the part of it along the normal, which patches hold where it is negative
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t e = 0; e < 3; ++e) along += out[c] * out[e] * lacking[3 * j + c + n * e];
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t e = 0; e < 3; ++e)
        lacking[3 * j + c + n * e] += std::max(-along, real{0}) * out[c] * out[e];
    for (std::size_t c = 0; c < 3; ++c) {
      real& of_row = lacking[3 * j + c + n * c];
      const real actual = sums[near[j]][3 * c + c], fitted = actual - of_row;
      of_row = std::max(of_row, (least_of_sum - 1) * fitted);
    }
  }
  const auto block = std::lower_bound(near.begin(), near.end(), me) - near.begin();
  return inverse_rows(matrix, lacking, static_cast<Index>(block));
}

/// Cubes of this size, divided by the octant of the normal: walls that face away from each other are apart.
WallPatches patches_of_size(const Grid& grid, const WallPoints& points, real size) {
  std::map<std::tuple<int, int, int, int>, std::vector<Index>> patches;
  const Real3 lengths = grid.lengths();
  for (std::size_t i = 0; i < points.size(); ++i) {
    Int3 cube;
    int octant = 0;
    for (int d = 0; d < 3; ++d) {
      const int parts = std::max(1, static_cast<int>(std::lround(lengths[d] / size)));
      const real part = points.at[i][d] / lengths[d];
      cube[d] = std::min(parts - 1, static_cast<int>((part - std::floor(part)) * parts));
      octant += (points.outward[i][d] > 1e-9) << d; // along an axis the others are zero but for round-off
    }
    patches[{cube.z, cube.y, cube.x, octant}].push_back(static_cast<Index>(i));
  }
  WallPatches cut;
  for (const auto& [key, members] : patches) {
    cut.points.insert(cut.points.end(), members.begin(), members.end());
    cut.first.push_back(static_cast<Index>(cut.points.size()));
  }
  return cut;
}

} // namespace

BlockMatrix make_local_inverse(const Grid& grid, const WallPoints& points, const PairMobility& pairs,
                               const Mobility& mobility) {
  const std::vector<Block> sums = row_sums(points.size(), mobility);
  const std::vector<std::vector<Index>> near = near_points(grid, points.at, wall_neighbours * grid.h);
  BlockMatrix G;
  for (const std::vector<Index>& columns : near) {
    G.columns.insert(G.columns.end(), columns.begin(), columns.end());
    G.first.push_back(static_cast<Index>(G.columns.size()));
  }
  G.blocks.resize(G.columns.size());
#pragma omp parallel for schedule(dynamic, 8)
  for (Index i = 0; i < G.rows(); ++i) {
    const std::vector<real> rows = rows_of_point(grid, points, pairs, sums, near[i], i);
    const std::size_t n = rows.size() / 3;
    for (std::size_t b = 0; b < near[i].size(); ++b)
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t e = 0; e < 3; ++e) G.blocks[G.first[i] + b][3 * c + e] = rows[c * n + 3 * b + e];
  }
  return G;
}

WallPatches make_patches(const Grid& grid, const WallPoints& points) {
  real size = patch_size * grid.h;
  WallPatches patches = patches_of_size(grid, points, size);
  while (patches.number() > most_patches) patches = patches_of_size(grid, points, size *= larger);
  return patches;
}

std::vector<real> invert_patches(std::vector<real> coarse) {
  const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(coarse.size()))));
  for (std::size_t p = 0; p < n; ++p) // M is symmetric in a periodic box, nearly so between walls in y
    for (std::size_t q = 0; q < p; ++q)
      coarse[q + n * p] = coarse[p + n * q] = (coarse[q + n * p] + coarse[p + n * q]) / 2;
  return pseudo_inverse(coarse, null_part);
}

} // namespace ibsim
