// A table of values over time, in straight lines from row to row; before the first and after the last row as
// there.
#pragma once

#include "base/precision.hpp"

#include <algorithm>
#include <vector>

namespace ibsim {

/// @param times grow; at least one row, and as many values
inline real piecewise_linear(const std::vector<real>& times, const std::vector<real>& values, real time) {
  if (time <= times.front()) return values.front();
  if (time >= times.back()) return values.back();
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const real part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + part * (values[after] - values[after - 1]);
}

} // namespace ibsim
