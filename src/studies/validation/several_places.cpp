#include "validation/several_places.hpp"

#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace ibsim {

double student_factor(int n) {
  // the 97.5 % quantiles of Student's t with 1, 2, .. degrees of freedom
  constexpr std::array<double, 10> factors{12.706, 4.303, 3.182, 2.776, 2.571,
                                           2.447,  2.365, 2.306, 2.262, 2.228};
  if (n < 2 || n > 11) throw std::invalid_argument("the scatter of 2 to 11 values");
  return factors[static_cast<std::size_t>(n - 2)];
}

Estimate mean_by_scatter(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double one : values) squares += (one - mean) * (one - mean);
  return {mean, student_factor(static_cast<int>(values.size())) * std::sqrt(squares / (n * (n - 1)))};
}

SeveralPlaces several_places(const std::vector<OnGrid>& grids, const std::vector<double>& others) {
  const AtZero zero = line_to_zero(grids);
  const Estimate to_zero = zero_over_coarsest(grids);
  std::vector<double> all{grids.front().found.mean};
  all.insert(all.end(), others.begin(), others.end());
  const auto [mean, off] = mean_by_scatter(all);
  const double error = off / student_factor(static_cast<int>(all.size()));
  return {{mean, error},
          error * std::sqrt(static_cast<double>(all.size())) / mean,
          to_zero.mean * mean,
          std::hypot(2 * to_zero.error * mean, off * to_zero.mean),
          zero.from_order * mean / all.front()};
}

} // namespace ibsim
