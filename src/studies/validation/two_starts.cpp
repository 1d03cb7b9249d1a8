#include "validation/two_starts.hpp"

#include <cmath>
#include <utility>

namespace ibsim {

Estimate enclosed(const LaterHalf& one, const LaterHalf& other) {
  const LaterHalf *low = &one, *high = &other;
  if (low->last.mean > high->last.mean) std::swap(low, high);
  const double apart = high->last.mean - low->last.mean,
               two_errors = std::hypot(low->last.error, high->last.error); // twice that of the mean of both
  const double low_moved = low->last.mean - low->third.mean, high_moved = high->last.mean - high->third.mean;
  Estimate found{(low->last.mean + high->last.mean) / 2, apart / 2 + two_errors};
  if (low_moved >= 0 && high_moved <= 0) return found;
  const bool met = apart <= 2 * two_errors;
  found.error = met ? found.error + std::abs(low_moved + high_moved) / 2 : std::nan("");
  return found;
}

} // namespace ibsim
