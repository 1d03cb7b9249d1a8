// Heat conduction, forward Euler: T_t = alpha T_xx,
//   T'_i = Fo (T_{i-1} + T_{i+1}) + (1 - 2 Fo) T_i,   Fo = alpha dt/dx^2 <= 1/2.
#pragma once

#include "swept/equation.hpp"

namespace ibsim::line {

struct Heat {
  static constexpr int components = 1, radius = 1, stages = 1;
  static constexpr bool by_faces = false, couples = false, plain_ends = true;
  using Message = NoMessage;
  using Local = NoMessage;
  real fourier = 0, rest = 1; ///< Fo, 1 - 2 Fo

  static Heat with(real fourier) { return {fourier, 1 - 2 * fourier}; }
  IBSIM_HD Local local(Index) const { return {}; }
  static IBSIM_HD real mirror_sign(int) { return 1; }

  template <int stage, class W>
  IBSIM_HD Value<1> update(const W& w, const Value<1>&, const Local&, Index) const {
    return {{fma(fourier, w(0, -1) + w(0, 1), rest * w(0, 0))}};
  }
  template <int stage>
  IBSIM_HD void close(EndWindow<Heat>& e, const Meeting& m, int side, int, const Message*,
                      std::int64_t) const {
    close_plainly(e, m, side);
  }
};

} // namespace ibsim::line
