// Numbers of single cells in narrow capillaries (validate_narrow_capillaries.cpp).
#pragma once

#include "validation/two_starts.hpp"
#include "validation/validation.hpp"

#include <vector>

namespace ibsim {

/// A line through the origin, by least squares.
struct SlopeThroughOrigin {
  double value = 0, scatter = 0; ///< scatter: standard deviation of single points, in parts of the value
};
SlopeThroughOrigin slope_through_origin(const std::vector<double>& x, const std::vector<double>& y);

/// The mean of what two runs have in their last quarters. The error is half of their difference, and the
/// larger change from the third quarter to the last.
Estimate of_two_starts(const LaterHalf& one, const LaterHalf& other);

} // namespace ibsim
