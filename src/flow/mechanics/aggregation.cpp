#include "mechanics/aggregation.hpp"

#include <algorithm>
#include <limits>

namespace ibsim {

PairRanges ranges_of_attraction(const std::vector<AggregationLaw>& laws) {
  constexpr real of_contact = 2.5; // by which points lie closer than PairRanges::points (contact_points.hpp)
  PairRanges ranges(0, std::numeric_limits<real>::infinity(), 0);
  for (const AggregationLaw& law : laws) {
    if (!(law.energy > 0)) continue;
    const real spacing = law.is_morse ? spacing_of_morse : spacing_of_attraction;
    ranges.largest = std::max(ranges.largest, law.end());
    ranges.points =
        std::min({ranges.points, of_contact * spacing * law.start, of_contact * spacing * law.width});
  }
  return ranges;
}

} // namespace ibsim
