#include "mechanics/contact_law.hpp"

#include <algorithm>

namespace ibsim {

ContactLaw contact_law(const ContactProperties& contact) {
  return {contact.pressure / ContactLaw::planar(0.25), contact.range};
}

real contact_stiffness(const ContactProperties& contact, real h, bool walls) {
  if (!(contact.pressure > 0)) return 0;
  const ContactLaw law = contact_law(contact);
  real most = 0;
  for (real s = ContactLaw::core; s < 1; s += 0.01) {
    const real slope = law.p0 / law.range * ContactLaw::planar_slope(s), d = s * law.range;
    most = std::max(most, 2 * slope * moving_part(d, h));            // both move, away from each other
    if (walls) most = std::max(most, slope * moving_part(2 * d, h)); // as its image in the wall does
  }
  return most;
}

} // namespace ibsim
