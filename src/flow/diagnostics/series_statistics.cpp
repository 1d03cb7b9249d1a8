#include "diagnostics/series_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace ibsim {

SeriesStatistics series_statistics(std::span<const real> values) {
  constexpr real unknown = std::numeric_limits<real>::quiet_NaN();
  SeriesStatistics found{unknown, unknown, unknown, unknown, values.size()};
  if (values.empty() || !std::all_of(values.begin(), values.end(), [](real v) { return std::isfinite(v); }))
    return found;
  const std::size_t n = values.size();
  const auto number = static_cast<real>(n);
  found.mean = std::accumulate(values.begin(), values.end(), real{0}) / number;
  std::vector<real> apart(values.begin(), values.end());
  for (real& a : apart) a -= found.mean;
  const auto covariance = [&](std::size_t lag) {
    return std::inner_product(apart.begin(), apart.end() - static_cast<std::ptrdiff_t>(lag),
                              apart.begin() + static_cast<std::ptrdiff_t>(lag), real{0}) /
           static_cast<real>(n - lag);
  };
  const real variance = covariance(0);
  found.deviation = std::sqrt(variance);
  if (n < 4) return found;
  // a constant, but for round-off of the mean
  if (found.deviation <= 1e-14 * std::abs(found.mean)) return found.error = 0, found.correlation = 1, found;
  real tau = 0.5;
  for (std::size_t window = 1; 2 * window <= n; ++window) {
    tau += covariance(window) / variance;
    if (static_cast<real>(window) < 5 * tau) continue;
    const real bias = 1 + static_cast<real>(2 * window + 1) / number;
    // anticorrelated values: tau may vanish
    found.correlation = std::max(2 * tau * bias, 1 / number);
    found.error = std::sqrt(found.correlation * variance * bias / number);
    return found;
  }
  return found;
}

} // namespace ibsim
