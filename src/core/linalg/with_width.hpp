// Kernels are compiled for some widths of a matrix: the one for the width at hand.
#pragma once

#include "base/precision.hpp"

#include <type_traits>

namespace ibsim {

/// launch(std::integral_constant<int, n>()) where n is one of the widths. @return what that returns; else
/// false
template <int... widths, class Launch>
bool with_width(Index n, const Launch& launch) {
  return ((n == widths && launch(std::integral_constant<int, widths>())) || ...);
}

} // namespace ibsim
