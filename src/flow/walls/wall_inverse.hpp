// The forces that take away the slip p of the points of rigid walls, within one step, without iteration:
//
//   dF = -[P c + G (p - M P c)],   c = (P^T M P)^-1 P^T p
//   (1)
//
// M is the mobility of the points: the velocities that forces on them give to them by the end of the step.
//
// G is sparse. Row i is that of the inverse of a small matrix: the mobility of the points within 6 cells of
// i, as the grid answers a pair (pair_mobility.hpp), and in each of its rows, divided evenly among its
// columns, what that row lacks of M applied to unit forces at all points. So G M = 1 for uniform forces,
// whatever box, images and other walls there are. Where M answers uniform forces by less than a fifth of
// these neighbours' mobility, a fifth is taken: then G M is smaller, and corrections take longer.
// Along the normal of a point a row never lacks less than nothing. There M answers a wave k by c k, since a
// uniform force makes a pressure alone, and the neighbours by c k and a residue. A row that met M at k = 0
// would have removed the residue for longer waves too, so G M would exceed 2 (docs/notes/held_walls.md).
//
// P holds unit normal forces on patches: differences of pressure between both sides of a wall are smooth
// normal forces, to which no local inverse answers. M P takes a solve of the fluid for each patch, P^T M P is
// inverted without its null vectors (a closed surface has one, a pressure).
//
// With K = (P - G M P) (P^T M P)^-1, (1) is  dF = -[G p + K P^T p].
#pragma once

#include "grid/mac_grid.hpp"
#include "linalg/block_rows.hpp"
#include "walls/pair_mobility.hpp"
#include "walls/wall_points.hpp"

#include <functional>
#include <vector>

namespace ibsim {

/// M: velocities of the points (all x, all y, all z) from forces on them.
using Mobility = std::function<std::vector<real>(const std::vector<real>& forces)>;

/// Cells up to which points are neighbours in G.
constexpr real wall_neighbours = 6;

/// Cells of the box in each direction at least. Images that are nearer see each other as what they are not
/// (measured: 8 cells converge, 4 do not).
constexpr int least_cells_of_walls = 8;

/// G. @param pairs up to 2 wall_neighbours @param mobility called three times
BlockMatrix make_local_inverse(const Grid&, const WallPoints&, const PairMobility& pairs,
                               const Mobility& mobility);

/// P: the points of each patch.
struct WallPatches {
  std::vector<Index> first{0}, points;
  Index number() const { return static_cast<Index>(first.size()) - 1; }
};

/// Cubes of 10 cells, or larger ones where these were more than 600, divided by the octant of the normal.
WallPatches make_patches(const Grid&, const WallPoints&);

/// (P^T M P)^-1 without its null vectors. @param coarse P^T M P, column by column
std::vector<real> invert_patches(std::vector<real> coarse);

} // namespace ibsim
