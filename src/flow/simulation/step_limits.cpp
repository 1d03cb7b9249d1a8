#include "simulation/step_limits.hpp"

#include "simulation/flow_model.hpp"
#include "simulation/stability.hpp"

#include <algorithm>

namespace ibsim {

real StepLimits::least() const {
  real least = flow;
  for (const real limit : objects) least = std::min(least, limit);
  return least;
}

StepLimits step_limits(const FlowModel& model) {
  StepLimits limits{advective_step_limit(model), {}};
  for (const ObjectKind& kind : model.objects) limits.objects.push_back(elastic_step_limit(kind, model));
  return limits;
}

} // namespace ibsim
