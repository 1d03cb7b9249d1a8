// A spreading algorithm by its name.
#include "base/error.hpp"
#include "coupling/spread_algorithms.hpp"

#include <algorithm>

namespace ibsim {

template <class B>
std::unique_ptr<Spreader<B>> make_spreader(const Stream<B>& stream, SpreadAlgorithm algorithm,
                                           DeltaKernel kernel, const Grid& grid, Index most_points,
                                           int sweep_width) {
  if (grid.n.x < 1 || grid.n.y < 1 || grid.n.z < 1 || !(grid.h > 0))
    throw std::invalid_argument("spread needs a grid with cells");
  if (sweep_width < 1)
    throw InputError("the sweep width of buffered spreading is " + std::to_string(sweep_width) +
                     "; it must be at least 1");
  most_points = std::max(most_points, Index{1});
  switch (algorithm) {
  case SpreadAlgorithm::serial:
    return make_serial_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::sort_reduce:
    return make_sort_reduce_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::preallocated_buffer:
    return make_preallocated_buffer_spreader(stream, kernel, grid, most_points, sweep_width);
  case SpreadAlgorithm::on_the_fly_buffer:
    return make_on_the_fly_buffer_spreader(stream, kernel, grid, most_points, sweep_width);
  case SpreadAlgorithm::columns:
    return make_columns_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::columns_pruned:
    return make_pruned_columns_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::cells:
    return make_cells_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::atomics:
    return make_atomics_spreader(stream, kernel, grid, most_points);
  case SpreadAlgorithm::tiles:
    break;
  }
  return make_tiles_spreader(stream, kernel, grid, most_points);
}

template std::unique_ptr<Spreader<ThisBackend>> make_spreader(const Stream<ThisBackend>&, SpreadAlgorithm,
                                                              DeltaKernel, const Grid&, Index, int);

} // namespace ibsim
