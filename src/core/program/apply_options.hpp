// Changes that the command line makes in a scenario of any kind: --output, --device, --threads, --gpus,
// --ranks.
#pragma once

#include "program/run_request.hpp"

namespace ibsim {

template <class AnyScenario>
void apply_options(const RunRequest& request, AnyScenario& scenario) {
  if (!request.output.empty()) scenario.output.folder = request.output.string();
  if (request.device_given) scenario.device.backend = request.device;
  if (request.threads > 0) scenario.device.threads = request.threads;
  if (request.gpus >= 0) scenario.device.gpus_asked = request.gpus;
  scenario.device.ranks = request.ranks;
  scenario.device.launched = request.launched;
}

} // namespace ibsim
