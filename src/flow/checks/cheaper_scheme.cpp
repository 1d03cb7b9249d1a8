#include "checks/cheaper_scheme.hpp"

#include "limits/step_limits.hpp"
#include "model/flow_model.hpp"

#include <cmath>

namespace ibsim {

std::optional<CheaperScheme> cheaper_scheme(const FlowModel& model) {
  constexpr real cost_of_bdf2 = 0.8; // of a step of imex-rk (docs/performance.md: 0.80 to 0.90 on an H200)
  constexpr real worth_while = 0.8;
  FlowModel other = model;
  other.scheme = model.is_bdf2() ? TimeScheme::imex_rk : TimeScheme::bdf2;
  const real now = step_limits(model).automatic(), then = step_limits(other).automatic();
  const real part = (model.is_bdf2() ? 1 / cost_of_bdf2 : cost_of_bdf2) * now / then;
  if (!std::isfinite(now) || !(part < worth_while)) return {};
  return CheaperScheme{other.scheme, then, part};
}

} // namespace ibsim
