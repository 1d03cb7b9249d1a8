// The options of `ibsim sweep` and `ibsim compare`.
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
  bool retry = false, slurm = false;
  std::optional<std::size_t> point;
};

struct CompareOptions {
  std::vector<std::string> runs;
  std::string y, x, picture;
  int object = -1; ///< -1: the mean of all
};

/// All but --device and --threads.
void add_sweep_options(CLI::App&, CommandLine&);
void add_compare_options(CLI::App&, CommandLine&);

} // namespace ibsim
