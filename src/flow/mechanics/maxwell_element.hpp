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
  /// Change of A in a step in single precision: A itself is kept in double, so that no change is too small
  /// for it. With B = A + C and det A = (1 + excess) det G it is C + (1/s - 1) (A + C), s^2 = det B/det G.
  /// @param change A less A at the start of the step before @param k_before its length, us; 0: none
  IBSIM_HD TensorOf<float> change(const TensorOf<float>& A, const TensorOf<float>& change, float excess,
                                  const TensorOf<float>& g, float det_at_rest, float k,
                                  float k_before) const {
    const float w = k_before > 0 ? k / k_before : 0, part = 1 / (1 + 2 * w), beta = k * (1 + w) * part;
    const TensorOf<float> C = w * w * part * change + beta / static_cast<float>(relaxation_time) *
                                                          std::sqrt(det_at_rest / determinant(g)) * g;
    const float x =
        excess + (A.a11 * C.a22 + A.a22 * C.a11 - 2 * A.a12 * C.a12 + determinant(C)) / det_at_rest;
    const float s = std::sqrt(1 + x);
    return C + -x / (s * (1 + s)) * (A + C);
  }
  /// w.
  IBSIM_HD real energy(const Tensor& A, const Tensor& g) const {
    const real det = determinant(A);
    return modulus * (0.5 * contract(inverse(A), g) * std::sqrt(det / determinant(g)) - 1);
  }
  /// T^ab, force per length of the parameter domain.
  template <class T>
  IBSIM_HD TensorOf<T> tension(const TensorOf<T>& A, const TensorOf<T>& g) const {
    const T det = determinant(A), S = std::sqrt(det), per_J = std::sqrt(det / determinant(g));
    const TensorOf<T> inv = inverse(A);
    return S * T(modulus) * per_J * (inv + T(-0.5) * contract(inv, g) * inverse(g));
  }
};

} // namespace ibsim
