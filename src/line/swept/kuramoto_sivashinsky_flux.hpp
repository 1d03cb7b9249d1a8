// The same equation in flux form, a counter-example of the article (figure 3): the flux w = v + v_xx is a
// tier of its own,
//   stage 0: w = u + u_xx             stage 1: v = u - dt/2 [(u^2/2)_x + w_xx]
//   stage 2: w = v + v_xx             stage 3: u' = u - dt [(v^2/2)_x + w_xx],
// four tiers a step that read next neighbours. The step's value u is needed four tiers later, when a row has
// long been written over; so a point must carry (u, v, w) along: three numbers in each of both rows, where
// the flattened scheme keeps one, and edges that are three times as large.
#pragma once

#include "swept/equation.hpp"

namespace ibsim::line {

struct KuramotoSivashinskyFlux {
  static constexpr int components = 3, radius = 1, stages = 4;
  static constexpr bool by_faces = false, couples = false, plain_ends = false;
  using Message = NoMessage;
  using Local = NoMessage;
  real quarter = 0, second = 0; ///< 1/(4 dx), 1/dx^2
  real half_step = 0, step = 0; ///< -dt/2 and -dt

  static KuramotoSivashinskyFlux with(real dx, real dt) {
    return {1 / (4 * dx), 1 / (dx * dx), -dt / 2, -dt};
  }
  IBSIM_HD Local local(Index) const { return {}; }
  static IBSIM_HD real mirror_sign(int) { return 1; }

  template <int stage, class W>
  IBSIM_HD Value<3> update(const W& w, const Value<3>&, const Local&, Index) const {
    const real u = w(0, 0), v = w(1, 0);
    if constexpr (stage % 2 == 0) return {{u, v, fma(second, fma(real{-2}, v, w(1, -1) + w(1, 1)), v)}};
    const real flux = second * fma(real{-2}, w(2, 0), w(2, -1) + w(2, 1));
    const real f = fma(quarter * (w(1, 1) + w(1, -1)), w(1, 1) - w(1, -1), flux);
    if constexpr (stage == 1) return {{u, fma(half_step, f, u), 0}};
    const real next = fma(step, f, u);
    return {{next, next, 0}};
  }
  /// Beyond a fixed end v does not vary further out, so there w = v + (v_0 - v)/dx^2.
  template <int stage>
  IBSIM_HD void close(EndWindow<KuramotoSivashinskyFlux>& e, const Meeting& m, int side, int, const Message*,
                      std::int64_t) const {
    close_plainly(e, m, side);
    if (m.kind != EndKind::fixed) return;
    const int beyond = side == left_side ? 0 : 2;
    e.w[1][beyond] = m.value[0];
    e.w[2][beyond] = fma(second, e.w[1][1] - m.value[0], m.value[0]);
  }
};

} // namespace ibsim::line
