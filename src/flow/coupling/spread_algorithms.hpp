// The spreading algorithms one by one; make_spreader chooses among them. Each is defined in a file of its
// name.
#pragma once

#include "base/error.hpp"
#include "coupling/delta_kernels.hpp"
#include "coupling/spread.hpp"

#include <limits>
#include <stdexcept>
#include <string>

namespace ibsim {

template <class B>
std::unique_ptr<Spreader<B>> make_serial_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                  Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_sort_reduce_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                       Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_preallocated_buffer_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                               Index most_points, int sweep_width);
template <class B>
std::unique_ptr<Spreader<B>> make_on_the_fly_buffer_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                             Index most_points, int sweep_width);
template <class B>
std::unique_ptr<Spreader<B>> make_columns_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                   Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_pruned_columns_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                          Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_cells_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                 Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_atomics_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                   Index most_points);
template <class B>
std::unique_ptr<Spreader<B>> make_tiles_spreader(const Stream<B>&, DeltaKernel, const Grid&,
                                                 Index most_points);

/// f(KernelPair<..>{}) for the algorithms that are there to be compared. On CUDA they are compiled for the
/// paper's kernel alone (has_spreader): five kernels would take two minutes of compiling that no run uses.
template <class B, class F>
auto with_compared_kernel(DeltaKernel kernel, F&& f) {
  if constexpr (std::is_same_v<B, Cpu>) {
    return with_kernel(kernel, std::forward<F>(f));
  } else {
    if (kernel != DeltaKernel::cosine)
      throw std::invalid_argument(
          "on a GPU algorithms of spreading other than tiles know the cosine kernel alone");
    return std::forward<F>(f)(SameKernel<CosineKernel>{});
  }
}

/// @throws std::invalid_argument if n points are more than a spreader was set up for.
inline void require_room(Index n, Index most_points) {
  if (n > most_points)
    throw std::invalid_argument("spread was set up for at most " + std::to_string(most_points) +
                                " points, not " + std::to_string(n));
}

/// The items of n points, one a component: 3 n. @throws InputError if an Index cannot number them
inline Index items_of(Index n) {
  if (Size{3} * n > std::numeric_limits<Index>::max())
    throw InputError(std::to_string(n) + " points are too many for spreading by sweeps; use tiles");
  return 3 * n;
}

/// f = 0, in the order of the stream.
template <class B>
void clear(const Stream<B>& stream, const Grid& grid, FaceView<real> f) {
  for (int d = 0; d < 3; ++d) fill_zero(stream, f[d], grid.cells() * sizeof(real));
}

} // namespace ibsim
