#include "mechanics/aggregation_law.hpp"

#include "mechanics/contact_law.hpp"

#include <algorithm>

namespace ibsim {

AggregationLaw aggregation_law(const AggregationProperties& of, real contact_range) {
  AggregationLaw law{of.energy, contact_range, of.range, of.form == AttractionForm::morse};
  law.per_width = 1 / law.width;
  if (!law.is_morse) return law;
  const real x = std::exp(-2 * AggregationLaw::morse_widths);
  law.cut = x * x - x;
  // what is left of the energy once p ends, and what taking its end away takes
  const real left = 1 - 2 * x + x * x + 4 * AggregationLaw::morse_widths * law.cut;
  law.factor = 1 / left;
  return law;
}

real AggregationLaw::planar_energy(real d) const {
  const real t = std::clamp((d - start) / width, real{is_morse ? -1.0 : 0.0} * start / width,
                            real{is_morse ? morse_widths : 1});
  if (!is_morse) return -energy * (1 - t * t * t * (10 - 15 * t + 6 * t * t));
  const auto sum = [&](real s) { return std::exp(-4 * s) - 2 * std::exp(-2 * s) + 4 * cut * s; }; // -int p
  return factor * energy * (sum(t) - sum(morse_widths));
}

real AggregationLaw::largest_slope() const {
  real most = 0;
  for (real t = 0; t < (is_morse ? morse_widths : 1); t += 0.001)
    most = std::max(most, std::abs(pressure_slope(start + t * width)));
  return most;
}

real aggregation_stiffness(const AggregationLaw& law, real h) {
  real most = 0;
  for (real t = 0; t < (law.is_morse ? AggregationLaw::morse_widths : 1); t += 0.01) {
    const real d = law.start + t * law.width;
    most = std::max(most, 2 * std::abs(law.pressure_slope(d)) * moving_part(d, h)); // both move
  }
  return most;
}

} // namespace ibsim
