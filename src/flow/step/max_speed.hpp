// The largest component of a velocity field in magnitude, um/us: the watch over a fluid without objects.
#pragma once

#include "grid/grid.hpp"

namespace ibsim {

/// max over components and faces of |u|; NaN if any value is. Waits for the stream.
template <class B>
real max_speed(const Stream<B>&, const Grid&, AnyConstFaces u);

} // namespace ibsim
