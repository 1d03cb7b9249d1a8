#include "validation/several_places.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace ibsim {

double student_factor(int n) {
  // the 97.5 % quantiles of Student's t with 1, 2, .. degrees of freedom
  constexpr std::array<double, 10> factors{12.706, 4.303, 3.182, 2.776, 2.571,
                                           2.447,  2.365, 2.306, 2.262, 2.228};
  if (n < 2 || n > 11) throw std::invalid_argument("the scatter of 2 to 11 values");
  return factors[static_cast<std::size_t>(n - 2)];
}

SeveralPlaces several_places(const std::vector<OnGrid>& grids, const std::vector<double>& others) {
  const AtZero zero = line_to_zero(grids);
  const Estimate to_zero = zero_over_coarsest(grids);
  const double first = grids.front().found.mean, n = 1 + static_cast<double>(others.size());
  double mean = first / n;
  for (const double one : others) mean += one / n;
  double squares = (first - mean) * (first - mean);
  for (const double one : others) squares += (one - mean) * (one - mean);
  const double scatter = std::sqrt(squares / (n - 1)), error = scatter / std::sqrt(n);
  return {{mean, error},
          scatter / mean,
          to_zero.mean * mean,
          std::hypot(2 * to_zero.error * mean, student_factor(static_cast<int>(n)) * error * to_zero.mean),
          zero.from_order * mean / first};
}

} // namespace ibsim
