// Pulse waves: blood flow along compliant vessels, averaged over the section (Alastruey, Parker, Sherwin
// 2012; Boileau et al. 2015, doi:10.1002/cnm.2732). A: area of the section, um^2; u: mean velocity, um/us;
//   A_t + (A u)_x = 0,   u_t + (u^2/2 + p/rho)_x = -K u/A,   K = 2 (zeta + 2) pi nu,
//   p = p_0 + beta (sqrt A - sqrt A_0),   beta = (4/3) sqrt(pi) E h/A_0,
// with the velocity profile (zeta + 2)/zeta (1 - (r/R)^zeta) u: zeta = 2 is Poiseuille's (K = 8 pi nu), 9 a
// blunt one. Waves travel with u +- c, c^2 = beta sqrt(A)/(2 rho), and along them u +- 4 c is constant but
// for friction.
//
// Richtmyer's two steps: half a step at the faces, a whole one at the points (s = p/rho without its
// constant):
//   row 1, "point" i is the face i + 1/2:  q_f = (q_i + q_{i+1})/2 - dt/(2 dx) (F_{i+1} - F_i) + dt/2
//   S(q_mean) row 0, point i:                        q'_i = q_i - dt/dx (F_{i+1/2} - F_{i-1/2}) + dt S(mean
//   of both faces)
// Conservative and second order; the faces at the ends of a vessel are solved for in pulse_ends.hpp.
// In a vessel that tapers A_0 and beta depend on x: sqrt(A_0) is a straight line, and E h stays. p/rho then
// has its place in the head, of the same form at points and faces.
// The third component is zero but at an end with a windkessel, where it is the pressure in the capacitance.
#pragma once

#include "swept/arithmetic.hpp"
#include "swept/equation.hpp"
#include "swept/pulse_ends.hpp"

namespace ibsim::line {

struct Pulse {
  static constexpr int components = 3, radius = 1, stages = 2;
  static constexpr bool by_faces = false, couples = true, plain_ends = false;
  using Message = OutgoingWave;
  using Local = Vessel;
  const Vessel* vessels = nullptr;
  InflowView inflow;
  real density = 1, friction = 0; ///< rho, K
  real step = 0;                  ///< dt, us

  IBSIM_HD Local local(Index segment) const { return vessels[segment]; }
  static IBSIM_HD real mirror_sign(int) { return 1; }

  /// @param at number of the point in its vessel
  template <int stage, class W>
  IBSIM_HD Value<3> update(const W& w, const Value<3>& old, const Local& v, Index at) const {
    const real ratio = step / v.dx;
    if constexpr (stage == 0) {
      const real a0 = w(0, 0), a1 = w(0, 1), u0 = w(1, 0), u1 = w(1, 1);
      const real area = real{0.5} * (a0 + a1), speed = real{0.5} * (u0 + u1);
      const real mass = fma(a1, u1, -(a0 * u0)),
                 head = v.slope == 0 ? head_of(v, a1, u1) - head_of(v, a0, u0)
                                     : head_at(v, next_place(v, at), a1, u1) - head_at(v, place(at), a0, u0);
      return {{fma(real{-0.5} * ratio, mass, area),
               fma(real{-0.5} * ratio, head, fma(real{-0.5} * step * friction, divide(speed, area), speed)),
               w(2, 0)}};
    }
    const real al = w(0, -1), ar = w(0, 0), ul = w(1, -1), ur = w(1, 0);
    const real mass = fma(ar, ur, -(al * ul)), head = v.slope == 0
                                                          ? head_of(v, ar, ur) - head_of(v, al, ul)
                                                          : head_at(v, place(at) + real{0.5}, ar, ur) -
                                                                head_at(v, place(at) - real{0.5}, al, ul);
    const real drag = step * friction * divide(ul + ur, al + ar);
    return {{fma(-ratio, mass, old[0]), fma(-ratio, head, old[1] - drag), w(2, 0)}};
  }

  /// What an end tells the others that meet it: the wave that leaves its vessel through the face at the end,
  /// half a step on. The characteristic that gets there starts between the point 0 next to the end and the
  /// point 1 behind it,
  ///   W = W_0 + (nu - 1)/2 (W_1 - W_0) + dt/2 S,   nu = (c -+ u) dt/dx.
  /// At a left end row 1 has the face between these points, W_f = W_0 + (1 + nu)/2 (W_1 - W_0) + dt/2 S, so
  /// that
  ///   W = W_0 + theta (W_f - W_0) + (1 - theta) dt/2 S,   theta = (nu - 1)/(nu + 1).
  /// At a right end the place of the face at the end is free in row 1. There stands what the face would be if
  /// point 1 stood beyond the end, W_x = W_0 - (nu - 1)/2 (W_1 - W_0) + dt/2 S: so W = 2 W_0 - W_x + dt S. An
  /// end thus knows all it needs from its own point (a triangle's tip has no other).
  /// In a vessel that tapers k, and so W, depend on the place, and S has a part T more,
  ///   T = (r'/r) (beta/rho (2 sqrt A - r) + 4 c (u - c))   of the wave to the left, r = sqrt(A_0).
  /// At a right end the face beyond has T with the other sign, which makes it right there.
  IBSIM_HD Message message(const EndWindow<Pulse>& e, Index segment, int side) const {
    const Vessel v = vessels[segment];
    const Index last = v.points - 1;
    const Vessel v0 = vessel_at(v, place(side == right_side ? last : 0) * v.dx),
                 v1 = vessel_at(v, static_cast<real>(side == right_side ? last : 1) * v.dx);
    const real sign = side == right_side ? 1 : -1; // of 4 c in the wave that goes out
    const real area = e.old[0][0], u = e.old[1][0];
    const real quarter = root(root(area)), c = v0.wave * quarter; // A^(1/4)
    const real w0 = fma(4 * sign, c, u);
    const real w1 = fma(4 * sign * v1.wave, root(root(e.w[0][1])), e.w[1][1]);
    const real nu = fma(sign, u, c) * step / v.dx;
    const real theta = side == right_side ? -1 : (nu - 1) / (nu + 1);
    real drag = real{-0.5} * step * friction * (u / area); // dt/2 S
    if (v.slope != 0 && side == left_side)
      drag += real{0.5} * step * (v.slope / v0.root_area) *
              fma(v0.stiffness, 2 * root(area) - v0.root_area, 4 * c * (u - c));
    return {fma(theta, w1 - w0, w0) + (1 - theta) * drag, quarter, e.old[2][0], segment, side};
  }

  template <int stage>
  IBSIM_HD void close(EndWindow<Pulse>& e, const Meeting& m, int side, int mine, const Message* all,
                      std::int64_t at_step) const {
    if constexpr (stage == 0) {
      if (side == right_side) // the last "point" of row 1 is the last face inside, once more
        for (int c = 0; c < 2; ++c) e.w[c][2] = e.w[c][0];
    } else {
      const EndState end = solve_end(*this, m, mine, all, at_step);
      const int face = side == right_side ? 1 : 0;
      e.w[0][face] = end.area, e.w[1][face] = end.speed;
      if (side == right_side) e.w[2][face] = end.capacitor;
    }
  }

 private:
  /// Place of a point, and of the next; the one beyond the end stands for the last but one (close). In cells.
  static IBSIM_HD real place(Index at) { return static_cast<real>(at) + real{0.5}; }
  static IBSIM_HD real next_place(const Vessel& v, Index at) {
    return place(at + 1 < v.points ? at + 1 : at - 1);
  }
  /// u^2/2 + p/rho, but for p_0, of a vessel that tapers. @param place in cells
  static IBSIM_HD real head_at(const Vessel& v, real place, real area, real u) {
    const Vessel at = vessel_at(v, place * v.dx);
    return fma(real{0.5} * u, u, at.stiffness * (root(area) - at.root_area));
  }
  /// u^2/2 + p/rho but for its constant.
  static IBSIM_HD real head_of(const Vessel& v, real area, real u) {
    return fma(real{0.5} * u, u, v.stiffness * root(area));
  }
};

} // namespace ibsim::line
