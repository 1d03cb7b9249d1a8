// The Kuramoto-Sivashinsky equation u_t = f(u) = -[(u^2/2)_x + u_xx + u_xxxx] by the midpoint Runge-Kutta
// method:
//   predictor p = u + dt/2 f(u),   step u' = u + dt f(p),
//   f_i = -[(u_{i+1}^2 - u_{i-1}^2)/(4 dx) + (u_{i-1} - 2 u_i + u_{i+1})/dx^2
//           + (u_{i-2} - 4 u_{i-1} + 6 u_i - 4 u_{i+1} + u_{i+2})/dx^4].
// An update is its nine numbers times their coefficients, with dt and the 1 of u in them: eight operations.
// Two tiers a step, which read neighbours of neighbours: the flattened triangle of the article's figure 4a.
#pragma once

#include "swept/equation.hpp"

namespace ibsim::line {

struct KuramotoSivashinsky {
  static constexpr int components = 1, radius = 2, stages = 2;
  static constexpr bool by_faces = false, couples = false, plain_ends = true;
  using Message = NoMessage;
  using Local = NoMessage;
  /// What u_i, u_{i+-1}, u_{i+-2} and u_{i+1}^2 - u_{i-1}^2 are multiplied with, of the predictor and the
  /// step.
  struct Coefficients {
    real centre = 0, near = 0, far = 0, flux = 0;
  } of[2];

  static KuramotoSivashinsky with(real dx, real dt) {
    const real b = 1 / (dx * dx), c = b * b;
    const auto times = [&](real k, real one) {
      return Coefficients{one + k * (6 * c - 2 * b), k * (b - 4 * c), k * c, k / (4 * dx)};
    };
    return {{times(-dt / 2, 1), times(-dt, 0)}};
  }
  IBSIM_HD Local local(Index) const { return {}; }
  static IBSIM_HD real mirror_sign(int) { return 1; }

  template <int stage, class W>
  IBSIM_HD Value<1> update(const W& w, const Value<1>& old, const Local&, Index) const {
    const real sum = w(0, -1) + w(0, 1), difference = w(0, 1) - w(0, -1);
    const Coefficients& k = of[stage];
    real u = stage == 0 ? k.centre * w(0, 0) : fma(k.centre, w(0, 0), old[0]);
    u = fma(k.near, sum, u);
    u = fma(k.far, w(0, -2) + w(0, 2), u);
    return {{fma(k.flux * sum, difference, u)}};
  }
  template <int stage>
  IBSIM_HD void close(EndWindow<KuramotoSivashinsky>& e, const Meeting& m, int side, int, const Message*,
                      std::int64_t) const {
    close_plainly(e, m, side);
  }
};

} // namespace ibsim::line
