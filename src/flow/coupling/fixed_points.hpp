// Spreading from points that stay where they are, by tiles.
#pragma once

#include "coupling/spread.hpp"

namespace ibsim {

namespace tiles {
constexpr Index crowd = 64; ///< points of a tile, above which gathering takes longer than patches
}

enum class PointMotion { moving, fixed };

/// As make_slab_spreader, for points that are the same in all calls but few. A GPU finds out if tiles are
/// crowded whenever the points differ, and waits for the answer. It takes the memory, and starts the kernels,
/// that these points need. The bits are the same.
template <class B>
std::unique_ptr<Spreader<B>> make_spreader_of_fixed_points(const Stream<B>&, DeltaKernel, const Grid&,
                                                           const Slab&, Index most_points, Storage);

} // namespace ibsim
