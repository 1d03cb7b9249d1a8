#include "walls/wall_memory.hpp"

#include "coupling/fixed_points.hpp"
#include "coupling/tile_plan.hpp"
#include "linalg/block_rows.hpp"
#include "model/flow_model.hpp"
#include "walls/near_points.hpp"
#include "walls/wall_inverse.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Blocks of G as they are stored: each row of a slice is as wide as the longest row there.
struct Blocks {
  double all = 0, padded = 0;
};
Blocks count_blocks(const Grid& grid, const WallPoints& points) {
  constexpr std::size_t slice = BlockRows<Cpu, float>::slice;
  const std::vector<std::vector<Index>> near = near_points(grid, points.at, wall_neighbours * grid.h);
  Blocks blocks;
  for (std::size_t first = 0; first < near.size(); first += slice) {
    std::size_t longest = 0;
    for (std::size_t row = first; row < std::min(near.size(), first + slice); ++row)
      blocks.all += static_cast<double>(near[row].size()), longest = std::max(longest, near[row].size());
    blocks.padded += static_cast<double>(slice * longest);
  }
  return blocks;
}

} // namespace

WallMemory wall_memory(const FlowModel& model, bool steps_change) {
  const WallPoints points = points_of_walls(model);
  if (points.at.empty()) return {};
  constexpr double of_block = 9, columns_at_a_time = 64; // step/wall_inverses.hpp
  const Blocks blocks = count_blocks(model.grid, points);
  const double numbers = 3 * static_cast<double>(points.size()),
               patches = static_cast<double>(make_patches(model.grid, points).number()),
               G = blocks.padded * (of_block * sizeof(float) + sizeof(Index)),
               K = numbers * patches * sizeof(float), inverse = G + K,
               // columns of P - G M P and some of K, in doubles
      making = sizeof(real) * numbers * (patches + std::min(patches, columns_at_a_time));
  WallMemory found{inverse, inverse + making, inverse + making};
  if (steps_change) found.most = std::max(2 * inverse + making, 3 * inverse);
  // rows of G, their columns twice, and what goes into the cache
  found.host = blocks.all * (of_block * (sizeof(real) + sizeof(float)) + 2 * sizeof(Index)) + K;
  return found;
}

Index wall_points_with_patches(const FlowModel& model) {
  const WallPoints walls = points_of_walls(model);
  const auto all = static_cast<Index>(walls.size());
  if (all == 0) return 0;
  const Grid& grid = model.grid;
  Int3 tiles;
  for (int d = 0; d < 3; ++d) tiles[d] = tiles::tiles_along(grid.n[d]);
  const TilePlan plan = tile_plan(all, tiles.x * tiles.y * tiles.z);
  if (!plan.gathers || plan.tile_patches == 0) return all;
  std::vector<Index> points(static_cast<std::size_t>(tiles.x) * tiles.y * tiles.z);
  for (const Real3& x : walls.at) {
    Int3 tile;
    for (int d = 0; d < 3; ++d) {
      const real t = x[d] / grid.h, cell = std::floor(t - grid.n[d] * std::floor(t / grid.n[d]));
      tile[d] = ((std::min(static_cast<int>(cell), grid.n[d] - 1) + 1) * tiles[d] - 1) / grid.n[d];
    }
    ++points[static_cast<std::size_t>(tile.x) +
             tiles.x * (tile.y + static_cast<std::size_t>(tiles.y) * tile.z)];
  }
  return std::ranges::any_of(points, [](Index n) { return n > tiles::crowd; }) ? all : 0;
}

} // namespace ibsim
