// The mean of a quantity over time and its statistical error, from equally spaced values that are correlated.
//
//   rho_l = C_l/C_0,  C_l = sum_{i < n-l} (a_i - m)(a_{i+l} - m)/(n - l)
//   tau   = 1/2 + sum_{l=1}^{W} rho_l,  W the least with W >= 5 tau    (the integrated autocorrelation time)
//   error = sqrt(2 tau C_0/n),  C_0 and tau raised by their bias of (2 W + 1)/n
//
// N. Madras and A. D. Sokal (1988, J. Stat. Phys. 50, 109, doi:10.1007/BF01022990) for the window; U. Wolff
// (2004, Comput. Phys. Commun. 156, 143, doi:10.1016/S0010-4655(03)00467-3) for the bias. The error itself
// is known to a part sqrt((2 W + 1)/(2 n)) of itself.
#pragma once

#include "base/precision.hpp"

#include <cstddef>
#include <span>

namespace ibsim {

struct SeriesStatistics {
  real mean = 0;
  real deviation = 0;   ///< of single values, sqrt(C_0)
  real error = 0;       ///< standard error of the mean; NaN where the series is too short to tell
  real correlation = 0; ///< 2 tau, in spacings: every so manyth value is one of its own; NaN with the error
  std::size_t values = 0;
};

/// NaN throughout if a value is not finite. The error is NaN of fewer than four values, and where the window
/// would be longer than half the series.
SeriesStatistics series_statistics(std::span<const real> values);

} // namespace ibsim
