// How stiff a stretched membrane is against a ripple: the modulus M that limits the time step
// (simulation/stability.hpp).
//
// A ripple of present wave number q along a principal direction, a, moves the membrane back with a force M
// q^2 X per present area:
//   within the surface      M = (l_a / l_b) d2W/dl_a2        W per reference area, l_a and l_b the principal
//   stretches
//   out of the surface      M = t_a = (1/l_b) dW/dl_a        the tension
// and the largest of the four counts. At rest M = 2 (E + K) for Skalak's law. With W(i1, i2), i1 = l_a^2 +
// l_b^2, i2 = (l_a l_b)^2:
//   d2W/dl_a2 = 2 W_1 + 2 l_b^2 W_2 + 4 l_a^2 (W_11 + 2 l_b^2 W_12 + l_b^4 W_22)
#pragma once

#include "mechanics/surface_force.hpp"

namespace ibsim {

/// M, pg/us^2. NaN if an invariant is.
IBSIM_HD real surface_stiffness(const Skalak& law, const Invariants& i) {
  const Skalak::Energy w = law(i.i1, i.i2);
  const Principal l = principal_stretches(i);
  const Principal tension = principal_tensions(law, i); // its first is the larger
  const auto along = [&](real a, real b) {
    const real b2 = b * b;
    return a / b * (2 * w.w1 + 2 * b2 * w.w2 + 4 * a * a * (w.w11 + 2 * b2 * w.w12 + b2 * b2 * w.w22));
  };
  const real first = along(l.first, l.second), second = along(l.second, l.first);
  const real within = first > second ? first : second;
  return tension.first > within ? tension.first : within; // a NaN in `within` stays
}

} // namespace ibsim
