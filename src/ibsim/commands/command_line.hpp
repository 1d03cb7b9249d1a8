// The command line of ibsim, read into plain data.
#pragma once

#include "commands/geometry_options.hpp"
#include "commands/sweep_options.hpp"
#include "coupling/delta_kernel.hpp"
#include "parallel/device_plan.hpp"
#include "pictures/view.hpp"
#include "program/run_request.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct CommandLine : RunRequest {
  enum class Command {
    run,
    resume,
    check,
    pack,
    info,
    diff,
    render,
    view,
    reproduce,
    validate,
    sweep,
    compare,
    converge,
    motion,
    geometry,
    bench,
    keys,
    version,
    help
  };
  Command command = Command::help;
  std::string help;                 ///< the text to print, for Command::help
  std::string topic;                ///< of `ibsim help`: a key or a kind; empty: all
  bool markdown = false;            ///< of `ibsim help`: the reference page
  bool manual = false;              ///< of `ibsim help`: the manual page
  std::vector<std::string> options; ///< of `ibsim help`: those of all commands, a line each
  std::string shell;                ///< of `completion`

  view::RenderRequest render; ///< of `render`; of `view` its picture
  bool wait = false;          ///< of `view`: for the first frame
  bool measure = false;       ///< of `view`: no window, but how fast one would be
  bool view = false;          ///< of `run`: a window beside it

  /// of `reproduce`: each as experiments_called() takes it
  std::vector<std::string> experiments;
  std::uint64_t steps = 0; ///< of --steps; 0: as many as the paper
  bool coarse = false, force = false, rbf_quadrature = false;
  DeltaKernel kernel = DeltaKernel::cosine;

  std::string bench;  ///< of `bench`: a name of benchmarks(), or "all"
  bool quick = false; ///< of `bench` and `validate`

  std::vector<std::string> cases;   ///< of `validate`: names of validation_cases(); empty: all
  std::vector<double> at;           ///< of --at
  bool list = false;                ///< of `validate`: name the cases
  bool convergence = false;         ///< of `validate`
  std::string precision = "double"; ///< of `validate`: device.precision

  SweepOptions sweep;
  CompareOptions compare;
  ConvergeOptions converge;
  GeometryOptions geometry;
};

/// @throws InputError of one line, with the near word where a command or an option is misspelt
CommandLine read_command_line(int argc, const char* const* argv);

} // namespace ibsim
