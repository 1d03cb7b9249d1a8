#include "mechanics/contact_rim.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {

ContactRim contact_rim(const AggregationLaw& law, const ContactLaw& contact, real bending) {
  constexpr real none = std::numeric_limits<real>::quiet_NaN();
  if (law.is_morse) return {none, none};
  const real w2 = law.width * law.width,
             stiffness = contact.p0 * w2 * w2 / (law.energy * law.start * law.start * law.start),
             square = std::sqrt(2 * bending * w2 / law.energy);
  return {(0.59 + 0.44 * std::pow(stiffness, -0.23)) * std::sqrt(square),
          (0.19 + 0.33 * std::pow(stiffness, -0.27)) * square};
}

real area_within_rim(real area_by_energy, const ContactRim& rim) {
  constexpr real pi = std::numbers::pi_v<real>;
  const real half = std::sqrt(pi) * rim.width, beyond_a_point = area_by_energy - 2 * pi * rim.moment;
  if (beyond_a_point < 0) return 0;
  const real root = std::sqrt(half * half + beyond_a_point) - half; // of the area
  return root * root;
}

} // namespace ibsim
