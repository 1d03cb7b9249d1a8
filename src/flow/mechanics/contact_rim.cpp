#include "mechanics/contact_rim.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {

real rim_width(const AggregationLaw& law, const ContactLaw& contact, real bending) {
  if (law.is_morse) return std::numeric_limits<real>::quiet_NaN();
  const real w2 = law.width * law.width,
             stiffness = contact.p0 * w2 * w2 / (law.energy * law.start * law.start * law.start),
             length = std::sqrt(std::sqrt(2 * bending * w2 / law.energy));
  return (0.59 + 0.44 * std::pow(stiffness, -0.23)) * length;
}

real area_within_rim(real area_by_energy, real rim_width) {
  const real half = std::sqrt(std::numbers::pi_v<real>) * rim_width,
             root = std::sqrt(half * half + area_by_energy) - half; // of the area
  return root * root;
}

} // namespace ibsim
