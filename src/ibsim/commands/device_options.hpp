// The options that say what computes.
#pragma once

#include "commands/command_line.hpp"

namespace CLI {
class App;
}

namespace ibsim {

/// --device and --threads.
void add_device_options(CLI::App&, CommandLine&);
/// --gpus and --ranks, of what takes the steps of one flow.
void add_ranks_options(CLI::App&, CommandLine&);

} // namespace ibsim
