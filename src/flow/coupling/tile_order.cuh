// The grid in tiles, and points in the order of their tiles: what spreading and interpolation by tiles on a
// GPU share.
//
// A tile is at most 8 x 8 x 8 cells, at least 4 wide where there are several. A point belongs to the tile of
// its cell; its support reaches at most 2 cells beyond, so a patch of 12 x 12 x 12 grid points of each
// component (11 x 11 x 11 for composite kernels) holds all that a tile's points touch.
//
// A tile of more than `segment` points is shared out: the first `segment` are its own; the rest lies in
// pieces of the list that begin at multiples of `segment`. Such a piece never holds the rest of two tiles,
// because the first `segment` of the second are not rest.
//
// The order is by tile and, in a tile, as the points came: unique, so the same in every run however it is
// found.
#pragma once

#include "coupling/fixed_points.hpp"
#include "coupling/stencil.hpp"
#include "coupling/tile_plan.hpp"
#include "parallel/sort_by_key.hpp"

namespace ibsim::tiles {

/// The tiles along one direction of n cells: equal but for one cell.
struct Tiling {
  int n, count;
  __host__ __device__ explicit Tiling(int cells) : n(cells), count(tiles_along(cells)) {}
  // 32 bits do: n (n + 1)/8 < 2^31 up to n = 131,000, more than fits any memory in three dimensions
  __host__ __device__ int first(int tile) const { return tile * n / count; }
  __host__ __device__ int tile_of(int cell) const { return ((cell + 1) * count - 1) / n; }
};

struct Tiles {
  Tiling x, y, z;
  __host__ __device__ explicit Tiles(Int3 n) : x(n.x), y(n.y), z(n.z) {}
  __host__ __device__ Index count() const { return x.count * y.count * z.count; }
  __host__ __device__ Index index(int a, int b, int c) const { return a + x.count * (b + y.count * c); }
  __host__ __device__ Int3 place(Index tile) const {
    return {tile % x.count, tile / x.count % y.count, tile / (x.count * y.count)};
  }
  __host__ __device__ Int3 first_cell(Index tile) const {
    const Int3 at = place(tile);
    return {x.first(at.x), y.first(at.y), z.first(at.z)};
  }
};

/// What a rank does of the tiles: those of the layers in z that are its slab, its own, get their grid points;
/// of these and of a layer on either side, the stored ones, it sums up the points. Patches of tiles lie in
/// the order of the stored layers. One rank by itself has all, and nothing beside them. Of many layers some
/// are done at a time (some()): then those of a ring have patches, and take turns.
class TilesOfSlab {
 public:
  /// @param slab of whole layers
  TilesOfSlab(const Tiles& tiles, const Slab& slab)
      : layer_(tiles.x.count * tiles.y.count), layers_(tiles.z.count), first_plane_(slab.first),
        planes_(slab.planes) {
    first_ = tiles.z.tile_of(slab.first);
    own_ = slab.has_all() ? layers_ : tiles.z.tile_of(slab.first + slab.planes - 1) + 1 - first_;
    below_ = own_ < layers_ ? 1 : 0;
    stored_ = own_ + 2 * below_ < layers_ ? own_ + 2 * below_ : layers_;
    ring_ = stored_, turned_ = 0;
  }
  /// The own layers from number `from` on, and those beside them, as a part of its own: its first two stored
  /// layers are the last two of the part that ends where this one begins, and have the same patches.
  /// @param ring layers that have patches, two more than any part has
  TilesOfSlab some(Index from, Index layers, Index ring) const {
    TilesOfSlab part = *this;
    part.first_ = first_ + from, part.own_ = layers, part.below_ = 1, part.stored_ = layers + 2;
    part.ring_ = ring, part.turned_ = from % ring;
    return part;
  }
  Index layers() const { return own_; } ///< own ones
  Index layers_in_all() const { return layers_; }
  Index tiles_of_layer() const { return layer_; }
  __host__ __device__ Index own() const { return own_ * layer_; }       ///< tiles
  __host__ __device__ Index stored() const { return stored_ * layer_; } ///< tiles
  /// Own tile number `of_own`, 0 .. own() - 1; stored tile number `of_stored`.
  __device__ Index own_tile(Index of_own) const { return first_ * layer_ + of_own; }
  __device__ Index stored_tile(Index of_stored) const {
    const Index layer = first_ - below_ + of_stored / layer_;
    return (layer < 0 ? layer + layers_ : (layer < layers_ ? layer : layer - layers_)) * layer_ +
           of_stored % layer_;
  }
  /// The patch of a tile; -1 if it is not stored.
  __device__ Index patch_of(Index tile) const {
    Index layer = tile / layer_ - first_ + below_;
    layer = layer < 0 ? layer + layers_ : (layer < layers_ ? layer : layer - layers_);
    if (layer >= stored_) return -1;
    layer += turned_;
    return (layer < ring_ ? layer : layer - ring_) * layer_ + tile % layer_;
  }
  __device__ bool owns(Index tile) const { return tile / layer_ >= first_ && tile / layer_ < first_ + own_; }
  /// Whether a point in plane k of cells, of n in all, touches own grid points.
  __device__ bool reaches(int k, int n) const {
    constexpr int reach = 2; // cells beyond its own at most
    int from = k - first_plane_ + reach;
    from = from < 0 ? from + n : (from < n ? from : from - n);
    return from < planes_ + 2 * reach;
  }
  /// Plane k of the box in a field whose pointer is that of the first own plane.
  __device__ int plane(int k) const { return k - first_plane_; }
  __device__ bool has_plane(int k) const { return k >= first_plane_ && k < first_plane_ + planes_; }

 private:
  Index layer_, layers_;               ///< tiles of a layer; all layers
  Index first_, own_, below_, stored_; ///< layers: the first own one; how many; before them; in all
  Index ring_, turned_;                ///< layers that have patches; the place of the first stored one there
  int first_plane_, planes_;
};

/// The cell of t = box_coordinate; some cell if t is not finite.
__device__ inline int cell_in_box(real t, int n) {
  return t >= 0 ? (t < n ? static_cast<int>(t) : n - 1) : 0;
}

/// Where a point is: the number of its tile, and below it 3 bits a direction for its cell in the tile.
struct TileCode {
  static constexpr int bits = 3, place_bits = 3 * bits;
  static constexpr Index most_tiles = Index{1} << (32 - place_bits);

  std::uint32_t code;
  __device__ static TileCode of(const Grid& grid, const Tiles& tiles, const Real3& X) {
    const int i = cell_in_box(box_coordinate(X.x, grid.h, grid.n.x), grid.n.x);
    const int j = cell_in_box(box_coordinate(X.y, grid.h, grid.n.y), grid.n.y);
    const int k = cell_in_box(box_coordinate(X.z, grid.h, grid.n.z), grid.n.z);
    const int a = tiles.x.tile_of(i), b = tiles.y.tile_of(j), c = tiles.z.tile_of(k);
    const int place =
        (i - tiles.x.first(a)) | (j - tiles.y.first(b)) << bits | (k - tiles.z.first(c)) << 2 * bits;
    return {static_cast<std::uint32_t>(tiles.index(a, b, c)) << place_bits |
            static_cast<std::uint32_t>(place)};
  }
  __device__ Index tile() const { return static_cast<Index>(code >> place_bits); }
  /// The point's cell, in cells from the first of the tile, in direction d.
  __device__ int cell(int d) const { return static_cast<int>(code >> d * bits & ((1u << bits) - 1)); }
};

/// Points of the list.
struct Range {
  Index begin, end;
  __device__ Index size() const { return end - begin; }
};

/// The points in the order of their tiles: order[range(t).begin .. range(t).end - 1] are those of tile t.
struct TileList {
  const Index* order;
  const std::uint32_t* codes; ///< the TileCode of each, in this order
  const Index* tile_first;    ///< where a tile's points begin, one more entry than tiles
  Index n, segment;
  const Index* crowded; ///< whether some tile has more than `crowd` points; null: not looked at

  /// Tells kernels, of which one has work only where tiles are crowded and another only where they are not,
  /// whether a kernel has nothing to do. Depends on the positions alone.
  __device__ bool idle(bool for_crowded) const {
    return crowded != nullptr && (*crowded != 0) != for_crowded;
  }
  __device__ Range range(Index tile) const { return {tile_first[tile], tile_first[tile + 1]}; }
  __device__ Index tile_at(Index entry) const { return TileCode{codes[entry]}.tile(); }
  /// The pieces that hold the rest of a tile's points are begin .. end - 1.
  __device__ Range pieces(Range of_tile) const {
    if (of_tile.size() <= segment) return {0, 0};
    return {(of_tile.begin + segment) / segment, (of_tile.end - 1) / segment + 1};
  }
};

/// What a thread block works on: which points of the list, and the tile they are of.
struct Share {
  Index begin, end;
  Index tile; ///< -1: nothing to do
};

/// What is rest in piece e of the list.
__device__ inline Share rest_in_piece(Index e, const TileList& points) {
  const Index begin = e * points.segment, tile = points.tile_at(begin);
  const Range of_tile = points.range(tile);
  const Index rest = max(begin, of_tile.begin + points.segment),
              end = min(begin + points.segment, of_tile.end);
  return {rest, end, end > rest ? tile : -1};
}
/// The first points of a tile.
__device__ inline Share first_of_tile(Index tile, const TileList& points) {
  const Range of_tile = points.range(tile);
  return {of_tile.begin, min(of_tile.end, of_tile.begin + points.segment), of_tile.size() > 0 ? tile : -1};
}

/// A coordinate in the box for weights of type T, of a point that the list has with this code.
template <class T>
__device__ auto coordinate_in_tile(real X, real h, int n, int first, TileCode code, int direction) {
  const auto t = coordinate_for<T>(X, h, n);
  if constexpr (std::is_same_v<T, float>)
    return t.from(first + code.cell(direction), n);
  else
    return t;
}

/// Place in one direction of the cell of a point in the patch of the tile that begins at cell `first`,
/// for staggering g; gives the s weights too. @param t coordinate_in_tile<T>
template <class Kernel, class Patch, class T, class Coordinate>
__device__ int place_in_patch(const Coordinate& t, std::type_identity_t<T> g, int n, int first, T* weights) {
  constexpr int s = Kernel::support;
  static_assert(s <= 4, "a support must not reach more than two cells beyond its own");
  T r;
  int cell;
  // a t that is not finite is in the first tile; its NaN weights then meet planes that every slab stores
  if constexpr (std::is_same_v<T, float>) {
    cell = named_cell<Kernel>(t, g, r);
  } else {
    const real named = named_cell<Kernel>(t, g, n, r);
    cell = t >= 0 ? static_cast<int>(named) : 0;
  }
  Kernel::weights(r, weights);
  return min(max(cell - s / 2 - first + Patch::below, 0), Patch::edge - s); // in there, if t is finite
}

constexpr Index most_counted_tiles = 1024; ///< that points are put in order of by counting

/// Puts points in the order of their tiles; has all memory that this takes.
class TileOrder {
 public:
  /// @throws InputError if the grid has more tiles than a TileCode can tell apart.
  TileOrder(const Stream<Cuda>&, const Grid&, Index most_points);

  /// The order of X, 1 <= X.n <= most_points; valid until the next call. @param segment for the users of the
  /// list
  /// @param look finds out if tiles are crowded; only for more than most_counted_tiles
  /// @param slab points that do not touch its own grid points may be of no tile; null: all are of one
  TileList sort(const Stream<Cuda>&, VectorsView<const real> X, Index segment, bool look = false,
                const TilesOfSlab* slab = nullptr);
  /// True if the last call that looked found crowded tiles. Waits for the stream.
  bool crowded(const Stream<Cuda>& stream) const { return crowded_.to_host(stream)[0] != 0; }
  /// List of the last call, for the same arguments.
  TileList list(Index n, Index segment, bool look = false) {
    return {by_tile_.order(), by_tile_.sorted_keys(),          tile_first_.data(), n,
            segment,          look ? crowded_.data() : nullptr};
  }

 private:
  Grid grid_;
  Tiles tiles_;
  SortByKey<Cuda> by_tile_;
  Array<Index, Cuda> tile_first_; ///< [tiles + 1]
  Array<Index, Cuda> crowded_;    ///< [1]
  Array<Index, Cuda> counts_;     ///< [chunks][tiles]: points of each tile in each chunk of the list
};

} // namespace ibsim::tiles
