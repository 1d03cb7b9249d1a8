#include "limits/step_limits.hpp"

#include "limits/accuracy.hpp"
#include "limits/relaxes_tension.hpp"
#include "limits/stability.hpp"
#include "limits/stiffness_at_rest.hpp"
#include "model/flow_model.hpp"

#include <algorithm>
#include <limits>

namespace ibsim {

real StepLimits::least() const {
  real least = flow;
  for (const real limit : objects) least = std::min(least, limit);
  return least;
}

real StepLimits::automatic() const { return std::min(least(), accuracy); }

StepLimits step_limits(const FlowModel& model) {
  constexpr auto long_run = std::numeric_limits<std::uint64_t>::max();
  StepLimits limits{advective_step_limit(model), {}, accurate_step_limit(model)};
  for (const ObjectKind& kind : model.objects) {
    limits.objects.push_back(elastic_step_limit(kind, model));
    Stiffness stiffness = stiffness_at_rest(kind);
    stiffness.tension_is_relaxed = relaxes_tension(kind, model);
    limits.accuracy = std::min(limits.accuracy, accurate_step_limit(stiffness, kind, model, long_run));
  }
  return limits;
}

} // namespace ibsim
