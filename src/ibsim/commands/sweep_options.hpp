// The options of `ibsim sweep`, `compare`, `converge` and `motion`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ibsim {

struct CommandLine;

struct SweepOptions {
  int jobs = 0; ///< 0: as many as suits the device
  bool retry = false, slurm = false, check = false;
  std::vector<std::string> together; ///< of --together: keys that vary together
  std::optional<std::size_t> point;
};

struct ConvergeOptions {
  std::string of; ///< a column of a table
  double factor = 2;
};

struct CompareOptions {
  std::vector<std::string> runs;
  std::string y, x, mean, picture;
  bool degrees = false;
  std::vector<std::string> data; ///< tables of experiments
  int object = -1;               ///< -1: the mean of all
};

/// All but --device and --threads.
void add_sweep_options(CLI::App&, CommandLine&);
void add_compare_options(CLI::App&, CommandLine&);
void add_converge_options(CLI::App&, CommandLine&);
void add_motion_options(CLI::App&, CommandLine&);

} // namespace ibsim
