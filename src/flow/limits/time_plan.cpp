#include "limits/time_plan.hpp"

#include "limits/apart.hpp"
#include "limits/step_limits.hpp"
#include "model/flow_model.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real interval_length(const TimeSettings& time, const OutputPlan& output) {
  if (!time.automatic) return time.step;
  real shortest = time.end;
  const auto consider = [&](bool wanted, real every) {
    if (wanted && every > 0) shortest = std::min(shortest, every);
  };
  consider(true, output.series_every);
  consider(output.cells, output.cells_every);
  consider(output.fluid, output.fluid_every);
  consider(output.checkpoints, output.checkpoint_every);
  return time.end / std::max<real>(1, std::round(time.end / shortest));
}

std::uint64_t intervals_to_end(const TimeSettings& time, const OutputPlan& output) {
  return static_cast<std::uint64_t>(std::llround(time.end / interval_length(time, output)));
}

std::uint64_t intervals_between(const TimeSettings& time, const OutputPlan& output, real every) {
  return every > 0 ? std::max<std::uint64_t>(
                         1, static_cast<std::uint64_t>(std::llround(every / interval_length(time, output))))
                   : 0;
}

real interval_as_it_happens(const TimeSettings& time, const OutputPlan& output, real every) {
  if (!(every > 0) || every > time.end) return every; // only at the start and the end
  const real happens =
      static_cast<real>(intervals_between(time, output, every)) * interval_length(time, output);
  return std::abs(happens / every - 1) <= 1e-6 ? every : happens;
}

bool is_decision_step(std::uint64_t step) {
  return step % 64 == 0 || (step < 64 && (step & (step - 1)) == 0);
}

EqualSteps equal_steps(real length, real limit) {
  // A limit that divides the length but for rounding counts as dividing it.
  const real number = std::max<real>(1, std::ceil(length / limit * (1 - 1e-9)));
  return {static_cast<std::uint64_t>(std::min(number, real{1e18})), length / number};
}

real first_step_limit(const FlowModel& model, const TimeSettings& time, bool as_placed) {
  const StepLimits limits = step_limits(as_placed ? as_it_starts(model) : model);
  return std::min(time.largest_step, time.safety * limits.automatic());
}

} // namespace ibsim
