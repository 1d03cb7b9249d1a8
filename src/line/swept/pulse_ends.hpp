// The face at the end of a vessel, half a step on: the wave that comes out of the vessel, W = u +- 4 c, and
// what stands at the end. With a = A^(1/4), c = k a and k^2 = beta/(2 rho):  u = W -+ 4 k a, A = a^4.
// Newton's method in a, a fixed number of times, so that equal input gives equal bits everywhere.
//
//   inflow       A u = Q(t)
//   reflection   W_in - W_in,0 = -R (W_out - W_out,0), of small waves the part R of the pressure comes back
//   pressure     p is given: at an inlet over time, at an outlet a number
//   resistance   p - p_out = R A u
//   windkessel   p - p_C = R_1 A u,   C dp_C/dt = A u - (p_C - p_out)/R_2   (midpoint in time)
//   junction     sum of A u in = sum of A u out,  u^2/2 + p/rho the same in all; at the begin of a vessel
//                with a loss K there is K |u| u/2 less behind it
#pragma once

#include "base/host_device.hpp"
#include "swept/arithmetic.hpp"
#include "swept/lines.hpp"

#include <cmath>
#include <cstdint>

namespace ibsim::line {

struct Vessel {
  real dx = 0;        ///< um
  real stiffness = 0; ///< beta/rho, um/us^2 (per um of sqrt A)
  real wave = 0;      ///< k = sqrt(beta/(2 rho))
  real root_area = 0; ///< sqrt(A_0), um
  real offset = 0;    ///< p_0/rho
  real loss = 0;      ///< K, of where it begins
  real slope = 0;     ///< d sqrt(A_0)/dx; 0: no taper. Then the numbers above are those of where it begins
  Index points = 0;
};

/// A tapering vessel at the distance x from where it begins, as a straight one: with r = sqrt(A_0) the
/// stiffness goes as 1/r^2, since beta = (4/3) sqrt(pi) E h/A_0, and k as 1/r.
IBSIM_HD Vessel vessel_at(const Vessel& v, real x) {
  if (v.slope == 0) return v;
  Vessel at = v;
  at.root_area = fma(v.slope, x, v.root_area);
  const real part = v.root_area / at.root_area;
  at.wave = v.wave * part, at.stiffness = v.stiffness * (part * part);
  return at;
}
/// A tapering vessel at an end, as a straight one.
IBSIM_HD Vessel vessel_at_end(const Vessel& v, int side) {
  return vessel_at(v, side == right_side ? static_cast<real>(v.points) * v.dx : real{0});
}

/// Q(t): `count` samples, joined by straight lines; `spacing` us apart from time zero on, or at `times`.
///
/// Samples at equal spacing repeat every count x spacing. Samples at `times` repeat every last time less the
/// first, from the first time on, before which the first value holds.
struct InflowView {
  const real* samples = nullptr;
  Index count = 0;
  real spacing = 1;
  bool repeats = true;         ///< false: the last sample holds after its time
  const real* times = nullptr; ///< that grow, or none

  IBSIM_HD real at(real time) const {
    if (times) return at_times(time);
    const real s = time / spacing;
    const std::int64_t k = static_cast<std::int64_t>(s);
    const real part = s - static_cast<real>(k);
    std::int64_t i = k, j = k + 1;
    if (repeats) {
      i = k % count, j = (k + 1) % count;
    } else {
      i = i < count ? i : count - 1, j = j < count ? j : count - 1;
    }
    return fma(part, samples[j] - samples[i], samples[i]);
  }

 private:
  IBSIM_HD real at_times(real time) const {
    const real first = times[0], last = times[count - 1];
    if (time <= first) return samples[0];
    if (repeats) time = first + std::fmod(time - first, last - first); // a remainder has no rounding
    if (time >= last) return samples[count - 1];
    Index before = 0, after = count - 1; // times[before] <= time < times[after]
    while (after - before > 1) {
      const Index middle = before + (after - before) / 2;
      if (times[middle] <= time)
        before = middle;
      else
        after = middle;
    }
    const real part = (time - times[before]) / (times[after] - times[before]);
    return fma(part, samples[after] - samples[before], samples[before]);
  }
};

struct OutgoingWave {
  real wave = 0;      ///< W
  real root = 1;      ///< A^(1/4) at the point next to the end: where Newton's method begins
  real capacitor = 0; ///< p_C
  Index segment = 0;
  int side = 0;
};

struct EndState {
  real area, speed, capacitor;
};

constexpr int newton_turns = 8;

/// The end at `side` of a vessel: u(a), and u'(a) = slope.
struct EndOf {
  real wave, slope;
  IBSIM_HD real u(real a) const { return fma(slope, a, wave); }
};

/// The vessel of a wave at the end through which the wave leaves.
template <class E>
IBSIM_HD Vessel vessel_of(const E& pulse, const OutgoingWave& m) {
  return vessel_at_end(pulse.vessels[m.segment], m.side);
}

template <class E>
IBSIM_HD EndOf end_of(const E& pulse, const OutgoingWave& m) {
  const real k = vessel_of(pulse, m).wave;
  return {m.wave, m.side == right_side ? -4 * k : 4 * k};
}

template <class E>
IBSIM_HD real inflow_root(const E& pulse, const OutgoingWave& m, real flow) {
  const EndOf end = end_of(pulse, m);
  real a = m.root;
  for (int turn = 0; turn < newton_turns; ++turn) {
    const real a3 = a * a * a, u = end.u(a);
    a -= divide(fma(a3 * a, u, -flow), fma(4 * a3, u, a3 * a * end.slope));
  }
  return a;
}

/// A^(1/4) at a pressure, which stands for the wave alone.
template <class E>
IBSIM_HD real pressure_root(const E& pulse, const OutgoingWave& m, real pressure) {
  const Vessel v = vessel_of(pulse, m);
  return root(v.root_area + (pressure / pulse.density - v.offset) / v.stiffness);
}

/// value[0] = R.
template <class E>
IBSIM_HD real resistance_root(const E& pulse, const Meeting& w, const OutgoingWave& m) {
  const Vessel v = vessel_of(pulse, m);
  const EndOf end = end_of(pulse, m);
  real a = m.root;
  for (int turn = 0; turn < newton_turns; ++turn) {
    const real a2 = a * a, a3 = a2 * a, u = end.u(a);
    const real pressure = pulse.density * fma(v.stiffness, a2 - v.root_area, v.offset);
    const real miss = fma(-w.value[0], a2 * a2 * u, pressure - w.outlet);
    const real slope = 2 * pulse.density * v.stiffness * a - w.value[0] * fma(4 * a3, u, a2 * a2 * end.slope);
    a -= divide(miss, slope);
  }
  return a;
}

/// Three elements; value[] = R_1, R_2, C. @param p0 at the start of the step
template <class E>
IBSIM_HD EndState windkessel_end(const E& pulse, const Meeting& w, const OutgoingWave& m, real outlet) {
  const Vessel v = vessel_of(pulse, m);
  const EndOf end = end_of(pulse, m);
  const real half = real{0.5} * pulse.step / w.value[2]; // dt/(2 C)
  const real keep = 1 / (1 + half / w.value[1]);
  const real resting = fma(half / w.value[1], outlet, m.capacitor) * keep; // p_C half a step on, but for Q
  const real resistance = fma(half, keep, w.value[0]);
  real a = m.root;
  for (int turn = 0; turn < newton_turns; ++turn) {
    const real a2 = a * a, a3 = a2 * a, u = end.u(a);
    const real p = pulse.density * fma(v.stiffness, a2 - v.root_area, v.offset);
    const real miss = p - resting - resistance * (a2 * a2 * u);
    const real slope = 2 * pulse.density * v.stiffness * a - resistance * fma(4 * a3, u, a2 * a2 * end.slope);
    a -= divide(miss, slope);
  }
  const real area = (a * a) * (a * a), u = end.u(a);
  const real middle = fma(half * keep, area * u, resting);
  return {area, u, fma(real{2}, middle, -m.capacitor)};
}

/// One end that divides into the others: elimination of all but the first unknown. @return a of `mine`
template <class E>
IBSIM_HD real junction_root(const E& pulse, const Meeting& j, int mine, const OutgoingWave* all) {
  real a[most_ends];
  for (int i = 0; i < most_ends; ++i) a[i] = i < j.ends ? all[i].root : 1;
  for (int turn = 0; turn < newton_turns; ++turn) {
    real head0 = 0, dhead0 = 0, flow = 0, dflow0 = 0, pull = 0, push = 0;
    real head[most_ends], dhead[most_ends];
    for (int i = 0; i < most_ends; ++i) {
      if (i >= j.ends) continue;
      const Vessel v = vessel_of(pulse, all[i]);
      const EndOf end = end_of(pulse, all[i]);
      const real a2 = a[i] * a[i], a3 = a2 * a[i], u = end.u(a[i]);
      const real sign = all[i].side == right_side ? 1 : -1; // what flows into the junction
      const real q = sign * a2 * a2 * u, dq = sign * fma(4 * a3, u, a2 * a2 * end.slope);
      const real lost = sign < 0 ? v.loss * std::fabs(u) : 0; // where the vessel begins
      head[i] = fma(real{0.5} * (u + lost), u, fma(v.stiffness, a2 - v.root_area, v.offset));
      dhead[i] = fma(u + lost, end.slope, 2 * v.stiffness * a[i]);
      flow += q;
      if (i == 0) {
        head0 = head[0], dhead0 = dhead[0], dflow0 = dq;
      } else { // delta a_i = (dhead0 delta a_0 - (head_i - head_0))/dhead_i
        pull += divide(dq * dhead0, dhead[i]);
        push += divide(dq * (head[i] - head0), dhead[i]);
      }
    }
    const real first = divide(push - flow, dflow0 + pull);
    a[0] += first;
    for (int i = 1; i < most_ends; ++i)
      if (i < j.ends) a[i] += divide(fma(dhead0, first, -(head[i] - head0)), dhead[i]);
  }
  real root = a[0];
  for (int i = 1; i < most_ends; ++i)
    if (i == mine) root = a[i];
  return root;
}

template <class E>
IBSIM_HD EndState solve_end(const E& pulse, const Meeting& m, int mine, const OutgoingWave* all,
                            std::int64_t at_step) {
  OutgoingWave me = all[0];
  for (int i = 1; i < most_ends; ++i)
    if (i == mine) me = all[i];
  real a = me.root;
  if (m.kind == EndKind::windkessel) return windkessel_end(pulse, m, me, m.outlet);
  if (m.kind == EndKind::inflow)
    a = inflow_root(pulse, me, pulse.inflow.at((static_cast<real>(at_step) + real{0.5}) * pulse.step));
  if (m.kind == EndKind::inlet_pressure)
    a = pressure_root(pulse, me, pulse.inflow.at((static_cast<real>(at_step) + real{0.5}) * pulse.step));
  if (m.kind == EndKind::pressure) a = pressure_root(pulse, me, m.outlet);
  if (m.kind == EndKind::resistance) a = resistance_root(pulse, m, me);
  if (m.kind == EndKind::junction) a = junction_root(pulse, m, mine, all);
  if (m.kind == EndKind::reflection) { // value[] = R, 4 c at rest
    const real sign = me.side == right_side ? 1 : -1;
    const real in = fma(-m.value[0], me.wave - sign * m.value[1], -sign * m.value[1]);
    a = sign * (me.wave - in) / (8 * vessel_of(pulse, me).wave);
  }
  const EndOf end = end_of(pulse, me);
  return {(a * a) * (a * a), end.u(a), me.capacitor};
}

} // namespace ibsim::line
