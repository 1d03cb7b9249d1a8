// What the command line changes in a scenario of any kind: --output, --device, --threads, --ranks.
#pragma once

#include "program/run_request.hpp"

namespace ibsim {

template <class AnyScenario>
void apply_options(const RunRequest& request, AnyScenario& scenario) {
  if (!request.output.empty()) scenario.output.folder = request.output.string();
  if (request.device_given) scenario.device.backend = request.device;
  if (request.threads > 0) scenario.device.threads = request.threads;
  scenario.device.ranks = request.ranks;
}

} // namespace ibsim
