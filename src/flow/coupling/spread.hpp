// Spreading: f_i = sum_j delta_h(x_i - X_j) F_j, for each component on its own staggered grid (paper,
// equation 7).
#pragma once

#include "coupling/delta_kernel.hpp"
#include "coupling/spread_algorithm.hpp"
#include "coupling/tile_plan.hpp"
#include "grid/grid.hpp"
#include "grid/points.hpp"
#include "grid/slab.hpp"

#include <memory>
#include <type_traits>

namespace ibsim {

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

/// Whether a backend has an algorithm for a kernel: the CPU all of them, CUDA `tiles` for all kernels and the
/// algorithms that are there to be compared for that of the paper.
template <class B>
constexpr bool has_spreader(SpreadAlgorithm algorithm, DeltaKernel kernel) {
  return std::is_same_v<B, Cpu> || algorithm == SpreadAlgorithm::tiles || kernel == DeltaKernel::cosine;
}

/// Spreads by tiles into the own planes of a slab alone: f's pointers are those of the first own plane, and
/// its ghosts are left as they are. Own planes get the bits that spreading by tiles into the whole box gives
/// them.
/// @param grid of the whole box @param slab cut as slab_of cuts for this backend
/// @param most_points that this rank has @param in_all of all points. Where these are fewer, they are those
/// that may reach the slab, in the order of all; on a GPU the plan of all (tile_plan.hpp) must not gather,
/// nor have pieces
/// @param at_a_time on a GPU, of how many tiles memory for sums is taken, at least, where there are more
/// @param storage of f; what is made for doubles spreads into floats too
template <class B>
std::unique_ptr<Spreader<B>>
make_slab_spreader(const Stream<B>&, DeltaKernel, const Grid& grid, const Slab&, Index most_points,
                   Index in_all, Index at_a_time = tiles_at_a_time, Storage storage = Storage::doubles);

/// @throws std::invalid_argument where there is none (has_spreader) @param sweep_width s_z, the shifts
/// handled at once by Algorithms 5 and 6 (paper, section 3.5); the others ignore it.
template <class B>
std::unique_ptr<Spreader<B>> make_spreader(const Stream<B>&, SpreadAlgorithm, DeltaKernel, const Grid&,
                                           Index most_points, int sweep_width = default_sweep_width);

} // namespace ibsim
