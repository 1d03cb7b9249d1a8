// The way in which spreading by tiles on a GPU takes n points on a grid of a number of tiles. It follows from
// these two numbers alone, so a run that is resumed does the same; docs/performance.md has the times behind
// the numbers.
//
//   n <= 1024                  no tiles at all: one kernel, each point looks for those that it meets
//   at most 1024 tiles, or     by patches: what is written and read by tile, 42 or 32 KB, is little for the
//   points
//   32 points a tile or more   or for the GPU
//   fewer than 1/4 a tile      by gathering: patches would take memory by tile for nothing
//   between them               by gathering if no tile has more than 64 points, else (points in some places,
//                              as the sites of a membrane) by patches; the GPU finds out
//
// From most_in_pieces points on a tile's are summed in one piece, however many they are. They fill a GPU
// anyway, and the sum of a tile then does not depend on what comes before it in the list: several ranks have
// lists of their own. A tile with a thousandth of them would show; the sites of cells are spread out more.
#pragma once

#include "base/vec3.hpp"
#include "coupling/kernel_pair.hpp"

#include <algorithm>

namespace ibsim {
namespace tiles {

constexpr int widest = 8; ///< cells along an edge of a tile

/// The grid points of one component that the points of a tile touch: those of the tile and of its rim.
/// @tparam pad numbers between planes, against bank conflicts
template <int below_, int above_, int pad>
struct Patch {
  static constexpr int below = below_, above = above_; ///< grid points beyond the tile, in each direction
  static constexpr int edge = widest + below + above;  ///< grid points along an edge
  static constexpr int plane = edge * edge + pad;      ///< from a plane to the next
  static constexpr int points = edge * plane;          ///< numbers of one component
};

/// A point in cell c touches c - 2 .. c + 2 by a kernel of support 4 in both staggerings, and c - 1 .. c + 2
/// by a composite one, which names its cells from above (stencil.hpp).
using WidePatch = Patch<2, 2, 1>;
using CompositePatch = Patch<1, 2, 3>;
template <class Pair>
using PatchOf = std::conditional_t<Pair::is_composite, CompositePatch, WidePatch>;

IBSIM_HD constexpr int tiles_along(int cells) { return (cells - 1) / widest + 1; }

} // namespace tiles

constexpr Index most_few_points = 1024;
constexpr Index most_in_pieces = Index{1} << 21;

struct TilePlan {
  bool gathers;       ///< by gathering, if there are patches too only if no tile is crowded
  Index tile_patches; ///< patches that are of tiles: all tiles or none
  Index segment;      ///< points of a block; what a tile has more than these is summed in pieces of so many
  bool joins;         ///< tiles have so many pieces that they are added up before

  /// Pieces of a list of n points that may hold such rest.
  Index pieces(Index n) const { return n <= segment ? 0 : (n - 1) / segment + 1; }
};

/// @param n >= 1, the most points
inline TilePlan tile_plan(Index n, Index tiles) {
  constexpr Index few_tiles = 1024, dense = 32, sparse = 4, pieces_worth_joining = 16;
  constexpr Index shares = 512; // of all points, about as many blocks as fit on a large GPU
  const bool gathers = tiles > few_tiles && n / tiles < dense, patches = !gathers || n >= tiles / sparse;
  constexpr Index all = Index{1} << 30; // more than there can be (items_of), and twice as many have numbers
  const Index least = patches ? 64 : 512,
              segment = n < most_in_pieces ? std::max(least, (n / shares + 31) / 32 * 32) : all;
  return {gathers, patches ? tiles : 0, segment, n / tiles / segment >= pieces_worth_joining};
}

/// Number of tiles, or more in whole layers, whose patches are summed and joined together. They fill a GPU
/// for a while. Patches take 10 numbers a cell, so a large box cannot hold the patches of all tiles. The bits
/// are the same.
constexpr Index tiles_at_a_time = 1 << 16;

/// Layers of tiles of which patches are joined together. @param own those of a rank
inline Index layers_together(Index own, Index tiles_of_layer, Index at_a_time) {
  const Index together = (at_a_time - 1) / tiles_of_layer + 1;
  return own >= 2 * together ? together : own;
}

/// Numbers that patches take of a rank that has one of `ranks` equal parts of n cells and of n_points.
/// @param composite whether the kernel is (PatchOf)
inline double numbers_of_patches(Int3 n, int ranks, double n_points, bool composite) {
  const Index layer = tiles::tiles_along(n.x) * tiles::tiles_along(n.y), layers = tiles::tiles_along(n.z),
              own = (layers - 1) / ranks + 1;
  constexpr double most = 1 << 30; // of a plan
  const auto in_all = static_cast<Index>(std::clamp(n_points, 1.0, most));
  const TilePlan plan = tile_plan(in_all, layer * layers);
  const bool in_pieces = plan.pieces(in_all) > 0;
  const Index together = in_pieces ? own : layers_together(own, layer, tiles_at_a_time);
  double patches = in_pieces ? plan.pieces(static_cast<Index>(in_all / ranks)) : 0;
  if (plan.tile_patches > 0) patches += static_cast<double>(layer) * std::min(together + 2, layers);
  return 3.0 * (composite ? tiles::CompositePatch::points : tiles::WidePatch::points) * patches;
}

} // namespace ibsim
