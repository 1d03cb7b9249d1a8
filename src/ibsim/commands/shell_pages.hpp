// Pages of the command line for shells and `man`, made of the very options that read it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ibsim {

struct CommandLine;

/// The commands `help` and `completion`.
CLI::App* add_help_command(CLI::App&, CommandLine&);
CLI::App* add_completion_command(CLI::App&, CommandLine&);

/// A script that completes commands, options, files and the keys of `ibsim help`.
/// @param shell bash, zsh or fish
std::string completion_script(const CLI::App&, const std::string& shell);

/// "run --threads: Threads of the CPU ..", for each option of each command.
std::vector<std::string> options_in_lines(const CLI::App&);

/// The page ibsim(1), as roff.
std::string manual_page(const CLI::App&);

} // namespace ibsim
