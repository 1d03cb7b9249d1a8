// What the command line changes in a scenario of any kind: --output, --device, --threads.
#pragma once

#include "apps/command_line.hpp"

namespace ibsim {

template <class AnyScenario>
void apply_options(const CommandLine& line, AnyScenario& scenario) {
  if (!line.output.empty()) scenario.output.folder = line.output;
  if (line.device_given) scenario.device = line.device;
  if (line.threads > 0) scenario.threads = line.threads;
}

} // namespace ibsim
