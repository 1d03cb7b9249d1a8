// A spherical capsule that was deformed a little goes back to its shape, in Stokes flow, with the same fluid
// inside: the linear theory.
//
// On the unit sphere let the displacement be u Y e_r + v grad Y, Y of order l, L = l (l + 1), and K the
// modulus of area: neo-Hookean 3 G, Skalak's G + 2 C G. An unstressed sheet answers with the force per area
//   f_r = -2 K (2 u - L v),   f_t = K (2 u - L v) - (L - 2) G v          (of Y e_r and of grad Y)
// and Stokes' single layer over a sphere has the eigenvectors (Corona and Veerapaneni 2018, J. Comput. Phys.
// 362, doi:10.1016/j.jcp.2018.02.017; radius and viscosity 1)
//   W = grad Y + l Y e_r        (l + 1)/((2 l + 1)(2 l - 1))
//   V = grad Y - (l + 1) Y e_r  l/((2 l + 1)(2 l + 3))
// so that d(u, v)/dt = S f(u, v): two rates, in units of G/(mu a). With the flow of pure strain they give the
// D = (5/4)(2 + nu)/(1 + nu) Ca of Barthes-Biesel and Rallison (1981), as they must.
//
// In a cubic lattice of period L, Y along an axis: V has no stresslet, and W makes the strain -0.757 s/(mu
// L^3) at its images, s its stresslet (sum over the lattice without a mean flow), so that its 1/5 becomes
// 1/5 - 0.757 (4 pi/3) (a/L)^3, up to (a/L)^5.
#pragma once

#include <cmath>
#include <numbers>

namespace ibsim {

struct CapsuleMode {
  double u = 0, v = 0; ///< of Y e_r and of grad Y, l = 2
};

/// -E_zz mu L^3/s_zz at a point of a cubic lattice of stresslets diag(-1/2, -1/2, 1) without a mean flow.
inline constexpr double strain_of_images = 0.757;

/// d(u, v)/dt of l = 2 for G = mu = a = 1. @param K modulus of area over G @param radius_over_period 0: alone
inline CapsuleMode relaxing(double K, CapsuleMode now, double radius_over_period = 0) {
  const double alone = 3.0 / 15,
               images = strain_of_images * 4 * std::numbers::pi / 3 * std::pow(radius_over_period, 3);
  const double dilation = 2 * now.u - 6 * now.v;
  const double f_r = -2 * K * dilation, f_t = K * dilation - 4 * now.v;
  const double of_W = (3 * f_t + f_r) / 5 * (alone - images), of_V = (2 * f_t - f_r) / 5 * (2.0 / 35);
  return {2 * of_W - 3 * of_V, of_W + of_V};
}

/// How a sphere that was stretched affinely (W: u = 2 v) relaxes: u over that at the start.
struct CapsuleRelaxation {
  double slow, fast; ///< rates
  double of_slow;    ///< u = of_slow exp(-slow t) + (1 - of_slow) exp(-fast t)
  explicit CapsuleRelaxation(double K, double radius_over_period = 0) {
    const CapsuleMode of_u = relaxing(K, {1, 0}, radius_over_period),
                      of_v = relaxing(K, {0, 1}, radius_over_period);
    const double half = -(of_u.u + of_v.v) / 2;
    const double root = std::sqrt(half * half - (of_u.u * of_v.v - of_u.v * of_v.u));
    slow = half - root, fast = half + root;
    of_slow = (of_u.u + of_v.u / 2 + fast) / (fast - slow);
  }
  double at(double t) const { return of_slow * std::exp(-slow * t) + (1 - of_slow) * std::exp(-fast * t); }
};

} // namespace ibsim
