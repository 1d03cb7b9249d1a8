// How spreading by tiles on a GPU goes about n points on a grid of so many tiles. It follows from these two
// numbers alone, so a run that is resumed does the same; docs/performance.md has the times behind the
// numbers.
//
//   n <= 1024                  no tiles at all: one kernel, each point looks for those that it meets
//   at most 1024 tiles, or     by patches: what is written and read by tile, 42 KB, is little for the points
//   32 points a tile or more   or for the GPU
//   fewer than 1/4 a tile      by gathering: patches would take memory by tile for nothing
//   between them               by gathering if no tile has more than 64 points, else (points in some places,
//                              as the sites of a membrane) by patches; the GPU finds out
//
// From most_in_pieces points on a tile's are summed in one piece, however many they are. They fill a GPU
// anyway, and the sum of a tile then does not depend on what comes before it in the list: several ranks have
// lists of their own. A tile with a thousandth of them would show; the sites of cells are spread out more.
#pragma once

#include "base/precision.hpp"

#include <algorithm>

namespace ibsim {

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

} // namespace ibsim
