// The mean of u over rows of constant y, x and z: of several in one pass.
#pragma once

#include "grid/grid.hpp"

#include <array>

namespace ibsim {

/// um/us. Waits for the stream.
template <class B>
std::array<Real3, 4> row_means(const Stream<B>&, const Grid&, FaceView<const real> u,
                               const std::array<int, 4>& rows);

} // namespace ibsim
