// The options of `ibsim render` and `ibsim view`.
#pragma once

#include "commands/command_line.hpp"

namespace CLI {
class App;
}

namespace ibsim {

/// @param movies also the options of what is written: of `render`
void add_picture_options(CLI::App&, CommandLine&, bool movies);

/// --field alone means the data look. @throws InputError where another look is named beside it
void settle_look(const CLI::App&, CommandLine&);

} // namespace ibsim
