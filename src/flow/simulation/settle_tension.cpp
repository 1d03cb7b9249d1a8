#include "simulation/settle_tension.hpp"

#include "simulation/scenario.hpp"
#include "simulation/time_plan.hpp"

namespace ibsim {

void settle_tension(Scenario& scenario) {
  if (scenario.tension != Tension::automatic) return;
  const auto limit_with = [&](Tension tension) {
    scenario.tension = tension;
    return first_step_limit(scenario, {.safety = 1});
  };
  const real relaxed = limit_with(Tension::relaxed), now = limit_with(Tension::explicit_);
  const TimeSettings& time = scenario.time;
  if (!time.automatic && !time.beyond_stability_limit && time.step > now && time.step <= relaxed)
    scenario.tension = Tension::relaxed;
}

} // namespace ibsim
