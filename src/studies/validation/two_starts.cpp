#include "validation/two_starts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

/// How far a start moved in a direction, 1 or -1, and by how much it may be wrong: two errors.
Estimate moved(const LaterHalf& start, double direction) {
  return {direction * (start.last.mean - start.third.mean),
          2 * std::hypot(start.third.error, start.last.error)};
}

} // namespace

Estimate enclosed(const LaterHalf& one, const LaterHalf& other) {
  const LaterHalf *low = &one, *high = &other;
  if (low->last.mean > high->last.mean) std::swap(low, high);
  const double apart = high->last.mean - low->last.mean,
               two_errors = std::hypot(low->last.error, high->last.error); // twice that of the mean of both
  const Estimate low_away = moved(*low, -1), high_away = moved(*high, 1);
  Estimate found{(low->last.mean + high->last.mean) / 2, apart / 2 + two_errors};
  if (low_away.mean <= 0 && high_away.mean <= 0) return found;
  if (apart <= 2 * two_errors) // they have met
    found.error += std::abs(high_away.mean - low_away.mean) / 2;
  else if (low_away.mean <= low_away.error && high_away.mean <= high_away.error) // as if they stood
    found.error += std::max({low_away.mean, high_away.mean, 0.0});
  else
    found.error = std::nan("");
  return found;
}

} // namespace ibsim
