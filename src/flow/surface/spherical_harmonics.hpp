// Real orthonormal spherical harmonics by recurrence.
#pragma once

#include "base/precision.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

/// Recurrence of both functions below. @param lowered takes a number to that times x^2 + y^2 + z^2
template <class Number, class Lowered>
void harmonics_by_recurrence(const Number& x, const Number& y, const Number& z, int degree, Number* Y,
                             const Lowered& lowered) {
  // P = fully normalised associated Legendre function divided by sin^m(theta), so that sin^m e^{i m phi} = (x
  // + i y)^m needs no angle:
  // P_mm = sqrt((2m+1)/(2m)) P_{m-1,m-1},  P_lm = a_lm (z P_{l-1,m} - P_{l-2,m} / a_{l-1,m}),  a_lm^2 = (4
  // l^2 - 1)/(l^2 - m^2).
  real diagonal = 1 / std::sqrt(4 * std::numbers::pi);
  Number c(1), s(0);
  for (int m = 0; m <= degree; ++m) {
    Number P(diagonal), previous(0);
    real a_before = 1;
    for (int l = m; l <= degree; ++l) {
      Number* centre = Y + l * (l + 1);
      if (m == 0)
        centre[0] = P;
      else {
        centre[m] = std::numbers::sqrt2 * P * c;
        centre[-m] = std::numbers::sqrt2 * P * s;
      }
      const real a = std::sqrt((4.0 * (l + 1) * (l + 1) - 1) / (static_cast<real>(l + 1 - m) * (l + 1 + m)));
      const Number next = a * (z * P - (l > m ? lowered(previous / a_before) : Number(0)));
      previous = P;
      P = next;
      a_before = a;
    }
    if constexpr (requires { typename Number::OfSeveral; }) {
      // one product a statement: an fma then takes the one that it takes of numbers
      Number turned = c * x, risen = c * y;
      turned = turned - s * y;
      risen = risen + s * x;
      c = turned, s = risen;
    } else {
      const Number turned = c * x - s * y;
      s = c * y + s * x;
      c = turned;
    }
    diagonal *= std::sqrt((2 * m + 3) / (2 * m + 2.0));
  }
}

/// Harmonics of sphere_quadrature.hpp at (x, y, z) on the unit sphere, of numbers or of numbers with
/// derivatives (base/second_order.hpp).
template <class Number>
void harmonics_of_numbers(const Number& x, const Number& y, const Number& z, int degree, Number* Y) {
  harmonics_by_recurrence(x, y, z, degree, Y, [](const Number& n) { return n; });
}

/// r^l Y_lm: polynomials in x, y, z, which are the harmonics on the unit sphere.
template <class Number>
void solid_harmonics_of_numbers(const Number& x, const Number& y, const Number& z, int degree, Number* Y) {
  const Number r2 = x * x + y * y + z * z;
  harmonics_by_recurrence(x, y, z, degree, Y, [&r2](const Number& n) { return r2 * n; });
}

} // namespace ibsim
