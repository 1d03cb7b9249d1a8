// The command line of ibsim, read into plain data.
#pragma once

#include "simulation/scenario.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct CommandLine {
  enum class Command { run, resume, check, info, diff, reproduce, bench, version, help };
  Command command = Command::help;
  std::string help; ///< the text to print, for Command::help

  /// the scenario, the folder of `resume` (or the first of `diff`), the file of `info`
  std::filesystem::path file;
  std::filesystem::path other;        ///< the second folder of `diff`
  std::filesystem::path checkpoint;   ///< of `resume`: from here, not from the newest
  std::string until;                  ///< of `resume`: a time with its unit; empty: to the end
  double tolerance = 0;               ///< of `diff`, relative; 0: the same bits
  std::vector<std::string> overrides; ///< of --set, "path.to.key=value"
  std::filesystem::path output;       ///< of --output; empty: as the scenario says
  Scenario::Device device = Scenario::Device::automatic;
  bool device_given = false;
  int threads = 0; ///< of --threads; 0: as the scenario says
  bool overwrite = false, quiet = false;

  std::string experiment;  ///< of `reproduce`: a name of experiments(), or "all"
  std::uint64_t steps = 0; ///< of --steps; 0: as many as the paper
  bool coarse = false, force = false, rbf_quadrature = false;
  DeltaKernel kernel = DeltaKernel::cosine;

  std::string bench;          ///< of `bench`: "coupling", "step" or "all"
  std::filesystem::path json; ///< of --json; "-": standard output; empty: none
  bool quick = false;
};

/// @throws InputError of one line, with the near word where a command or an option is misspelt
CommandLine read_command_line(int argc, const char* const* argv);

/// The scenario in `file`: read, checked, with what the options say. Warnings are appended. @throws
/// InputError
Scenario scenario_of(const CommandLine&, const std::filesystem::path& file,
                     std::vector<std::string>& warnings);

} // namespace ibsim
