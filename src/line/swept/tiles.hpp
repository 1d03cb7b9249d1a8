// Tiles by which the swept rule and the overlapping tiles (`halo`) divide lines among nodes: a node is a core
// of the CPU with its cache, or a warp of the GPU with its registers.
//
// Swept, nodes of n points, T = n/(2 rho) tiers a pass. In even passes node i works on points i n .. (i + 1)
// n - 1, in odd ones on the n points around the boundary between two nodes; there, at the end of a segment,
// stands a node with half of its points; at a bifurcation one with three halves, which is how vessels are
// coupled.
//
//   pass 0     /\  /\  /\  /\        up triangles from the first row
//   pass 1    \  \/  \/  \/  /       down triangles fill the gaps (T tiers on a full row), then up again:
//             diamonds
//   pass 2     \/  \/  \/  \/
//
// After a pass a node leaves its two rows in memory, at the place of its points. What they hold are its edges
// (article, figure 2a): tier t left 2 rho values at x = rho t + o and 2 rho at n - rho (t + 2) + o in row
// t mod 2, and the tip reaches rho points over the middle on both sides. So the article's indices into
// separate arrays of left and right edges are positions here. The node of the next pass reads the same
// places, and rho more on either side (figure 2b: the matrix is 2 rho wider). Two pairs of rows take turns,
// so a node has to wait for its neighbours of the pass before, and for nobody else.
//
// Halo: tiles that read h points more than they keep on either side and shrink by rho a tier; h/rho tiers a
// round.
#pragma once

#include "swept/lines.hpp"

namespace ibsim::line {

constexpr int most_waits = 16;

/// Points that stand side by side: a whole node, or the half of one at an end of a segment.
struct Part {
  Index segment = 0;
  Index first = 0;          ///< its first point, which may lie outside of the segment (periodic; halo)
  Index begin = 0, end = 0; ///< the points that it keeps
  int side = -1;            ///< of the segment's end that it holds; -1: neither
};

struct Tile {
  int parts = 1;
  Index meeting = -1; ///< of the parts, if they are at ends
  Part part[most_ends];
  int waits = 0;
  Index wait[most_waits] = {}; ///< tiles of the pass before that must be complete
};

/// Tiles of even and odd passes (halo: the same), first those at ends, which take longest.
struct Tiles {
  std::vector<Tile> pass[2];
};

/// @param node n, a multiple of 4 rho, which divides the points of every segment
Tiles swept_tiles(const Lines&, Index node, int radius);
/// @param width points that a tile reads; @param end_width a part at an end; @param halo h
Tiles halo_tiles(const Lines&, Index width, Index end_width, Index halo);

} // namespace ibsim::line
