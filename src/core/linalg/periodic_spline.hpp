// Cubic splines through values at equal distances that repeat.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

/// Coefficients c of the interpolating spline sum_i c_i B3(x - i): (c_{i-1} + 4 c_i + c_{i+1})/6 = f_i,
/// periodic, in place. Solved by the two first-order recursions with pole sqrt(3) - 2 (Unser, Aldroubi and
/// Eden 1993, doi:10.1109/78.193220).
void periodic_spline_coefficients(std::vector<real>& f);

} // namespace ibsim
