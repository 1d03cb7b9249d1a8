// The viscosity of a membrane as a Maxwell element beside its elasticity (a standard linear solid; after Li
// and Zhang 2019, Int. J. Numer. Methods Biomed. Eng., doi:10.1002/cnm.3148), at one material point.
//
// The element is a spring of shear modulus k' whose metric at rest, A, follows the present metric g with the
// time tau = eta_m/k'; both have the area of the reference, det A = det G, so that it resists shear alone:
//   A_t = (g/J - A)/tau at constant determinant,      J = sqrt(det g/det G)
//   w = k' (A^cd g_cd/(2 J) - 1) per area at rest,    T^ab = S k' [A^ab/J - (A^cd g_cd/(2 J)) g^ab]
// with A^ab the inverse of A and S = sqrt(det G). Slow shear at a rate D has the stress 2 eta_m D; fast shear
// the modulus k'. The step is implicit, A <- sqrt(det G/det B) B, and stable for any k:
//   backward Euler        B = A + (k/tau) g/J                            of first order; with imex-rk
//   backward difference   B = (1 + w)^2/(1 + 2w) A - w^2/(1 + 2w) A_- + (beta/tau) g/J,
//                         beta = k (1 + w)/(1 + 2w)                      of second order; with bdf2
// w = k/k_-, A_- that of the step before. What keeps the determinant is a multiple of A, which adds to the
// factor of A on the left, so that the difference is exact of A as it is to be.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

struct MaxwellElement {
  real modulus = 0;         ///< k', pg/us^2
  real relaxation_time = 1; ///< tau, us

  /// A after a time k from A before it: backward Euler. @param det_at_rest det G
  IBSIM_HD Tensor relaxed(const Tensor& A, const Tensor& g, real det_at_rest, real k) const {
    const Tensor B = A + k / relaxation_time * std::sqrt(det_at_rest / determinant(g)) * g;
    return std::sqrt(det_at_rest / determinant(B)) * B;
  }
  /// Relaxes A by a backward difference. @param before A at the start of the step before, of this length,
  /// us; 0: there was none
  IBSIM_HD Tensor relaxed(const Tensor& A, const Tensor& before, const Tensor& g, real det_at_rest, real k,
                          real k_before) const {
    const real w = k_before > 0 ? k / k_before : 0, part = 1 / (1 + 2 * w);
    return relaxed((1 + w) * (1 + w) * part * A + -w * w * part * before, g, det_at_rest, k * (1 + w) * part);
  }
  /// w.
  IBSIM_HD real energy(const Tensor& A, const Tensor& g) const {
    const real det = determinant(A);
    return modulus * (0.5 * contract(inverse(A), g) * std::sqrt(det / determinant(g)) - 1);
  }
  /// T^ab, force per length of the parameter domain.
  IBSIM_HD Tensor tension(const Tensor& A, const Tensor& g) const {
    const real det = determinant(A), S = std::sqrt(det), per_J = std::sqrt(det / determinant(g));
    const Tensor inv = inverse(A);
    return S * modulus * per_J * (inv + -0.5 * contract(inv, g) * inverse(g));
  }
};

} // namespace ibsim
