// Stiffness of a stretched membrane against a ripple: the modulus M that limits the time step
// (limits/stability.hpp).
//
// A ripple of present wave number q along a principal direction, a, moves the membrane back with a force M
// q^2 X per present area:
//   within the surface      M = (l_a/l_b) d2W/dl_a2    W per reference area, l_a and l_b the principal
//                           stretches
//   out of the surface      M = t_a = (1/l_b) dW/dl_a  the tension
// and the largest of the four counts, the tension 2.5 times: a sphere of Evans and Skalak's law (G/K = 1/40)
// that is stretched by 1.6 and by 2, where the tension is 0.61 and 0.75 of the modulus within the surface,
// begins to grow at steps between 0.80 and 0.87, and between 0.70 and 0.80 of the limit of that modulus,
// which is 2.2 to 2.6 and 2.1 to 2.7 times the tension. At rest M = 2 (E + K) for Skalak's law. With W(i1,
// i2), i1 = l_a^2 + l_b^2, i2 = (l_a l_b)^2:
//   d2W/dl_a2 = 2 W_1 + 2 l_b^2 W_2 + 4 l_a^2 (W_11 + 2 l_b^2 W_12 + l_b^4 W_22)
#pragma once

#include "mechanics/law.hpp"
#include "surface/strain.hpp"

namespace ibsim {

/// The larger principal tension from the invariants: t1 = (1/l2) dW/dl1 = 2 (l1/l2) W_1 + 2 l1 l2 W_2, and t2
/// with 1 and 2 exchanged.
template <class T>
IBSIM_HD T larger_tension(const LawEnergyOf<T>& w, const PrincipalOf<T>& l) {
  const T t1 = 2 * (l.first / l.second * w.w1 + l.first * l.second * w.w2);
  const T t2 = 2 * (l.second / l.first * w.w1 + l.first * l.second * w.w2);
  return t1 > t2 ? t1 : t2;
}

/// M, pg/us^2. NaN if an invariant is.
template <class T, Law L>
IBSIM_HD T surface_stiffness(const L& law, const InvariantsOf<T>& i) {
  const LawEnergyOf<T> w = energy_of(law, i.i1, i.i2);
  const PrincipalOf<T> l = principal_stretches(i);
  const T tension = T(2.5) * larger_tension(w, l);
  const auto along = [&](T a, T b) {
    const T b2 = b * b;
    return a / b * (2 * w.w1 + 2 * b2 * w.w2 + 4 * a * a * (w.w11 + 2 * b2 * w.w12 + b2 * b2 * w.w22));
  };
  const T first = along(l.first, l.second), second = along(l.second, l.first);
  const T within = first > second ? first : second;
  return tension > within ? tension : within; // a NaN in `within` stays
}

} // namespace ibsim
