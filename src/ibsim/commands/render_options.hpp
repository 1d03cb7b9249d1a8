// The options of `ibsim render` and `ibsim view`.
#pragma once

#include "commands/command_line.hpp"

namespace CLI {
class App;
}

namespace ibsim {

/// @param movies also the options of what is written: of `render`
void add_picture_options(CLI::App&, CommandLine&, bool movies);

} // namespace ibsim
