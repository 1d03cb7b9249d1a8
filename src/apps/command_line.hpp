// The command line of ibsim, read into plain data.
#pragma once

#include "coupling/delta_kernel.hpp"
#include "parallel/device.hpp"
#include "view/view.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct CommandLine {
  enum class Command {
    run,
    resume,
    check,
    info,
    diff,
    render,
    view,
    reproduce,
    validate,
    bench,
    keys,
    version,
    help
  };
  Command command = Command::help;
  std::string help;      ///< the text to print, for Command::help
  std::string topic;     ///< of `ibsim help`: a key or a kind; empty: all
  bool markdown = false; ///< of `ibsim help`: the reference page

  /// the scenario, the folder of `resume` (or the first of `diff`), the file of `info`
  std::filesystem::path file;
  std::filesystem::path other;        ///< the second folder of `diff`
  std::filesystem::path checkpoint;   ///< of `resume`: from here, not from the newest
  std::string until;                  ///< of `resume`: a time with its unit; empty: to the end
  double tolerance = 0;               ///< of `diff`, relative; 0: the same bits
  std::vector<std::string> overrides; ///< of --set, "path.to.key=value"
  std::filesystem::path output;       ///< of --output; empty: as the scenario says
  DeviceKind device = DeviceKind::automatic;
  bool device_given = false;
  int threads = 0; ///< of --threads; 0: as the scenario says
  bool overwrite = false, quiet = false;

  view::RenderRequest render; ///< of `render`; of `view` its picture
  bool wait = false;          ///< of `view`: for the first frame
  bool measure = false;       ///< of `view`: no window, but how fast one would be
  bool view = false;          ///< of `run`: a window beside it

  std::string experiment;  ///< of `reproduce`: as experiments_called() takes it
  std::uint64_t steps = 0; ///< of --steps; 0: as many as the paper
  bool coarse = false, force = false, rbf_quadrature = false;
  DeltaKernel kernel = DeltaKernel::cosine;

  std::string bench;          ///< of `bench`: a name of benchmarks(), or "all"
  std::filesystem::path json; ///< of --json; "-": standard output; empty: none
  bool quick = false;         ///< of `bench` and `validate`

  std::vector<std::string> cases; ///< of `validate`: names of validation_cases(); empty: all
  std::vector<double> at;         ///< of --at
  bool list = false;              ///< of `validate`: name the cases
  bool convergence = false;       ///< of `validate`
};

/// @throws InputError of one line, with the near word where a command or an option is misspelt
CommandLine read_command_line(int argc, const char* const* argv);

} // namespace ibsim
