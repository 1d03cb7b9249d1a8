// The grid in tiles, and points in the order of their tiles: what spreading and interpolation by tiles on a
// GPU share.
//
// A tile is at most 8 x 8 x 8 cells, at least 4 wide where there are several. A point belongs to the tile of
// its cell; its support reaches at most 2 cells beyond, so a patch of 12 x 12 x 12 grid points of each
// component holds all that a tile's points touch.
//
// A tile of more than `segment` points is shared out: its first block takes the first `segment`; the rest
// lies in pieces of the sorted list that begin at multiples of `segment`, a block each. Such a piece never
// holds the rest of two tiles, because the first `segment` of the second are not rest.
//
// The order is by tile and, in a tile, as the points came: unique, so the same in every run however it is
// found.
#pragma once

#include "coupling/stencil.hpp"
#include "parallel/sort_by_key.hpp"

namespace ibsim::tiles {

constexpr int widest = 8;              ///< cells along an edge of a tile
constexpr int rim = 2;                 ///< grid points of a patch beyond the tile, on each side
constexpr int edge = widest + 2 * rim; ///< grid points along an edge of a patch
/// from a plane of a patch to the next: one more, against bank conflicts
constexpr int plane = edge * edge + 1;
constexpr int patch_points = edge * plane; ///< numbers of one component

/// The tiles along one direction of n cells: equal but for one cell.
struct Tiling {
  int n, count;
  __host__ __device__ explicit Tiling(int cells) : n(cells), count((cells - 1) / widest + 1) {}
  // 32 bits do: n (n + 1)/8 < 2^31 up to n = 131,000, more than fits any memory in three dimensions
  __host__ __device__ int first(int tile) const { return tile * n / count; }
  __host__ __device__ int tile_of(int cell) const { return ((cell + 1) * count - 1) / n; }
};

struct Tiles {
  Tiling x, y, z;
  __host__ __device__ explicit Tiles(Int3 n) : x(n.x), y(n.y), z(n.z) {}
  __host__ __device__ Index count() const { return x.count * y.count * z.count; }
  __host__ __device__ Index index(int a, int b, int c) const { return a + x.count * (b + y.count * c); }
};

/// The cell of t = box_coordinate; some cell if t is not finite.
__device__ inline int cell_in_box(real t, int n) {
  return t >= 0 ? (t < n ? static_cast<int>(t) : n - 1) : 0;
}

__device__ inline std::uint32_t tile_of_point(const Grid& grid, const Tiles& tiles, const Real3& X) {
  const int i = cell_in_box(box_coordinate(X.x, grid.h, grid.n.x), grid.n.x);
  const int j = cell_in_box(box_coordinate(X.y, grid.h, grid.n.y), grid.n.y);
  const int k = cell_in_box(box_coordinate(X.z, grid.h, grid.n.z), grid.n.z);
  return tiles.index(tiles.x.tile_of(i), tiles.y.tile_of(j), tiles.z.tile_of(k));
}

/// Points of the sorted list.
struct Range {
  Index begin, end;
  __device__ Index size() const { return end - begin; }
};

/// The points in the order of their tiles: order[range(t).begin .. range(t).end - 1] are those of tile t.
struct SortedPoints {
  const Index* order;
  const std::uint32_t* keys; ///< the sorted tiles; only where sparse
  const Index* tile_first;   ///< where a tile's points begin, one more entry than tiles; null: sparse
  Index n, segment;

  __device__ bool sparse() const { return tile_first == nullptr; }
  __device__ Index lower_bound(std::uint32_t tile) const {
    Index low = 0, high = n;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (keys[middle] < tile)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  __device__ Range range(Index tile) const {
    if (!sparse()) return {tile_first[tile], tile_first[tile + 1]};
    const auto key = static_cast<std::uint32_t>(tile);
    return {lower_bound(key), lower_bound(key + 1)};
  }
  /// The number of the patch of a tile that has points, which begin at `begin`.
  __device__ Index patch_of(Index tile, Index begin) const { return sparse() ? begin : tile; }
};

/// What a thread block works on: which points of the list, and the tile they are of.
struct Share {
  Index begin, end;
  int tile; ///< -1: nothing to do
};

/// Block b < first_blocks: the first points of a tile, tile b or (sparse) the one that begins at b; block
/// first_blocks + e: what is rest in piece e of the list.
__device__ inline Share share_of(Index block, Index first_blocks, const SortedPoints& points) {
  if (block < first_blocks) {
    const Index tile = points.sparse() ? static_cast<Index>(points.keys[block]) : block;
    const Range of_tile = points.range(tile);
    const bool mine = of_tile.size() > 0 && (!points.sparse() || of_tile.begin == block);
    return {of_tile.begin, min(of_tile.end, of_tile.begin + points.segment),
            mine ? static_cast<int>(tile) : -1};
  }
  const Index begin = (block - first_blocks) * points.segment;
  Index low = 0;
  if (points.sparse())
    low = static_cast<Index>(points.keys[begin]);
  else
    // the tile of the list's entry `begin`: the last with tile_first <= begin
    for (Index high = first_blocks; high - low > 1;) {
      const Index middle = low + (high - low) / 2;
      if (points.tile_first[middle] <= begin)
        low = middle;
      else
        high = middle;
    }
  const Range of_tile = points.range(low);
  const Index rest = max(begin, of_tile.begin + points.segment),
              end = min(begin + points.segment, of_tile.end);
  return {rest, end, end > rest ? static_cast<int>(low) : -1};
}

/// In one direction: where the cell of t = box_coordinate stands in the patch of the tile that begins at cell
/// `first`, for staggering g; gives the s weights too. A slab's one cell gets all of the weight
/// (stencil.hpp).
template <class Kernel>
__device__ int place_in_patch(real t, real g, int n, int first, real* weights) {
  constexpr int s = Kernel::support;
  static_assert(s <= 4, "a support must not reach more than two cells beyond its own");
  const real xi = t - g, cell = ceil(s % 2 ? xi - 0.5 : xi);
  Kernel::weights(cell - xi, weights);
  if (n == 1)
#pragma unroll
    for (int a = s - 1; a >= 0; --a) weights[a] = a == 0 ? 1 + 0 * weights[0] : 0;
  const int at = static_cast<int>(fmin(fmax(cell, real(-1)), real(n))) - s / 2 - first + rim;
  return min(max(at, 0), edge - s); // in there anyway, unless t is not finite
}

/// Puts points in the order of their tiles; has all memory that this takes.
class TileOrder {
 public:
  TileOrder(const Stream<Cuda>&, const Grid&, Index most_points, bool sparse);

  /// The order of X, 1 <= X.n <= most_points; valid until the next call. @param segment for the users of the
  /// list
  SortedPoints sort(const Stream<Cuda>&, VectorsView<const real> X, Index segment);

 private:
  Grid grid_;
  Tiles tiles_;
  bool sparse_;
  SortByKey<Cuda> by_tile_;
  Array<Index, Cuda> tile_first_; ///< [tiles + 1], or none where sparse
  Array<Index, Cuda> counts_;     ///< [chunks][tiles]: points of each tile in each chunk of the list
};

} // namespace ibsim::tiles
