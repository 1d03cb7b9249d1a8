// A scenario as plain data, in internal units (um, us, pg): what is simulated, and how it is run. flow_files
// reads it from YAML; nothing here knows of files. Functions take the part that they need: `const
// FlowModel&`, `const OutputPlan&` ..; only what reads, writes, checks or runs a scenario takes all of it,
// and headers declare it (`struct Scenario;`).
#pragma once

#include "model/flow_model.hpp"
#include "model/output_plan.hpp"
#include "model/start_plan.hpp"
#include "model/time_settings.hpp"
#include "parallel/device_plan.hpp"

namespace ibsim {

struct Scenario : FlowModel {
  std::string title;
  TimeSettings time;
  OutputPlan output;
  DevicePlan device;
  StartPlan start;
};

/// The model of a run with these times.
inline FlowModel model_of_run(FlowModel model, const TimeSettings& time) {
  model.equal_step = time.step;
  return model;
}

} // namespace ibsim
