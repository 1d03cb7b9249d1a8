// The Euler equations of a gas, Q = (rho, rho u, E), second order by a limiter on the pressure, midpoint in
// time:
//   r_i = (p_{i+1} - p_i)/(p_i - p_{i-1}), and where r > 0, else without the second term,
//   Q_L = Q_i + min(r_i, 1) (Q_{i+1} - Q_i)/2,   Q_R = Q_{i+1} + min(1/r_{i+1}, 1) (Q_i - Q_{i+1})/2,
//   F_{i+1/2} = [F(Q_L) + F(Q_R) + (|u| + c)(Q_L - Q_R)]/2,  u and e = E/rho averaged as Roe does,
//   c^2 = gamma (gamma - 1)(e - u^2/2),  p = (gamma - 1)(E - rho u^2/2);
//   predictor Q' = Q - dt/(2 dx) (F_{i+1/2} - F_{i-1/2}), step Q - dt/dx (F'_{i+1/2} - F'_{i-1/2}).
// A face is made once, for both its neighbours, and pressures once a point.
#pragma once

#include "swept/arithmetic.hpp"
#include "swept/equation.hpp"

namespace ibsim::line {

struct Euler {
  static constexpr int components = 3, radius = 2, stages = 2;
  static constexpr bool by_faces = true, couples = false, plain_ends = true;
  using Message = NoMessage;
  using Local = NoMessage;
  real gamma = 1.4;
  real half_ratio = 0, ratio = 0; ///< dt/(2 dx), dt/dx

  static Euler with(real gamma, real dx, real dt) { return {gamma, dt / (2 * dx), dt / dx}; }
  IBSIM_HD Local local(Index) const { return {}; }
  /// Velocity turns round at a wall.
  static IBSIM_HD real mirror_sign(int c) { return c == 1 ? -1 : 1; }

  /// What faces need of a point beside its value: the pressure.
  IBSIM_HD real auxiliary(const Value<3>& q) const { return pressure(q, reciprocal(q[0])); }

  /// The flux between points 0 and 1 of w(c, -1 .. 2) with pressures p(-1 .. 2).
  template <class W, class P>
  IBSIM_HD Value<3> face(const W& w, const P& p) const {
    const real before = p(0) - p(-1), here = p(1) - p(0), behind = p(2) - p(1);
    const real towards = here * before > 0 ? real{0.5} * smaller(divide(here, before)) : 0;
    const real back = behind * here > 0 ? real{0.5} * smaller(divide(here, behind)) : 0;
    Value<3> l, r;
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const real jump = w(c, 1) - w(c, 0);
      l[c] = fma(towards, jump, w(c, 0));
      r[c] = fma(-back, jump, w(c, 1));
    }
    const real inverse_l = reciprocal(l[0]), inverse_r = reciprocal(r[0]);
    const real ul = l[1] * inverse_l, ur = r[1] * inverse_r;
    const real pl = pressure(l, inverse_l), pr = pressure(r, inverse_r);
    const real sl = root(l[0]), sr = root(r[0]), both = reciprocal(sl + sr);
    const real u = fma(sl, ul, sr * ur) * both;
    const real e = fma(sl, l[2] * inverse_l, sr * (r[2] * inverse_r)) * both;
    const real speed = fabs(u) + root(gamma * (gamma - 1) * fma(real{-0.5} * u, u, e));
    return {{real{0.5} * (l[1] + r[1] + speed * (l[0] - r[0])),
             real{0.5} * (fma(l[1], ul, pl) + fma(r[1], ur, pr) + speed * (l[1] - r[1])),
             real{0.5} * (ul * (l[2] + pl) + ur * (r[2] + pr) + speed * (l[2] - r[2]))}};
  }
  template <int stage>
  IBSIM_HD Value<3> from_faces(const Value<3>& centre, const Value<3>& old, const Value<3>& left,
                               const Value<3>& right, const Local&) const {
    const real k = stage == 0 ? half_ratio : ratio;
    const Value<3>& q = stage == 0 ? centre : old;
    return {{fma(k, left[0] - right[0], q[0]), fma(k, left[1] - right[1], q[1]),
             fma(k, left[2] - right[2], q[2])}};
  }
  template <int stage>
  IBSIM_HD void close(EndWindow<Euler>& e, const Meeting& m, int side, int, const Message*,
                      std::int64_t) const {
    close_plainly(e, m, side);
  }

 private:
  static IBSIM_HD real smaller(real r) { return r < 1 ? r : 1; }
  IBSIM_HD real pressure(const Value<3>& q, real inverse_density) const {
    return (gamma - 1) * fma(real{-0.5} * q[1], q[1] * inverse_density, q[2]);
  }
};

} // namespace ibsim::line
