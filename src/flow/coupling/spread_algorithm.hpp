// The algorithms of spreading (spread.hpp) by name; each is in a file of its own. All but `atomics` give the
// same bits in every run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// s_z of the buffered algorithms.
inline constexpr int default_sweep_width = 8;

} // namespace ibsim
