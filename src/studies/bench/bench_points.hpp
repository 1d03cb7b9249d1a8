// The points of `ibsim bench coupling`, as all x, all y, all z (um), and what moves them between two timed
// calls.
#pragma once

#include "grid/grid.hpp"
#include "grid/points.hpp"
#include "model/placements.hpp"

namespace ibsim {

struct Placement;

enum class PointSet {
  random,        ///< anywhere in the box
  cell_surfaces, ///< sample sites of red cells on the lattice of red_cell_lattice, 8832 a cell
  one_grid_cell, ///< all within the grid cell at the centre of the box
  cluster,       ///< within a ball of 2 um about the centre
};

/// Points, equal in every run.
std::vector<real> bench_points(PointSet, Index n, const Grid&);
/// Points, ordered by blocks of 8^3 grid cells, and by grid cell within a block.
std::vector<real> sorted_by_cell(const std::vector<real>& points, const Grid&);
/// How many grid points of one component lie in the support (s points wide) of any of the points.
double grid_points_touched(const std::vector<real>& points, const Grid&, int s);

/// X += time * u0(X), u0 = (0, 0, rate (y - Ly/2)): the paper's shear. So points move between two spreads of
/// a simulation.
template <class B>
void move_with_shear(const Stream<B>&, const Grid&, real rate, real time, VectorsView<real> X);

} // namespace ibsim
