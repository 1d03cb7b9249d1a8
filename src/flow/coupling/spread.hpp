// Spreading: f_i = sum_j delta_h(x_i - X_j) F_j, for each component on its own staggered grid (paper,
// equation 7).
//
// The algorithms by name; each is in a file of its own. All but `atomics` give the same bits in every run.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "grid/grid.hpp"
#include "grid/points.hpp"

#include <memory>

namespace ibsim {

enum class SpreadAlgorithm {
  serial,              ///< Algorithm 2: one work item
  sort_reduce,         ///< Algorithm 4: sort, then a segmented reduction for each shift
  preallocated_buffer, ///< Algorithm 5: several shifts at once into a buffer that is kept
  on_the_fly_buffer,   ///< Algorithm 6: the same, the buffer allocated in each call
  columns,             ///< sweeps over columns of cells that do not meet, one work item a column
  columns_pruned,      ///< the same, one work item a column that holds points
  /// sweeps over cells that do not meet, one work item a cell that holds points
  cells,
  atomics, ///< plain atomic additions; not repeatable
  /// ibsim's own: sorted once, one tile of the grid a work group, deterministic; the default
  tiles,
};

/// Names as in a scenario: "serial", "sort-reduce", "preallocated-buffer", "on-the-fly-buffer", "columns",
/// "columns-pruned", "cells", "atomics", "tiles".
std::string to_string(SpreadAlgorithm);
std::optional<SpreadAlgorithm> spread_algorithm_from(std::string_view name);
std::vector<std::string> spread_algorithm_names();
/// False for atomics.
bool is_deterministic(SpreadAlgorithm);

/// A spreading algorithm with the memory it needs, set up for one grid, one kernel and at most so many
/// points.
template <class B>
class Spreader {
 public:
  virtual ~Spreader() = default;
  /// f = S F: overwrites all of f (pg/(um^2 us^2)) with the force density of the point forces F (pg um/us^2)
  /// at X (um, anywhere; wrapped here). X.n may be 0. @throws std::invalid_argument if X.n exceeds the most
  /// it was set up for.
  virtual void spread(const Stream<B>&, VectorsView<const real> X, VectorsView<const real> F,
                      FaceView<real> f) = 0;
};

/// @param sweep_width s_z, the shifts handled at once by Algorithms 5 and 6 (paper, section 3.5); the others
/// ignore it.
template <class B>
std::unique_ptr<Spreader<B>> make_spreader(const Stream<B>&, SpreadAlgorithm, DeltaKernel, const Grid&,
                                           Index most_points, int sweep_width = 8);

} // namespace ibsim
