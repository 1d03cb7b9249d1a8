// What the files of frames over time have in common.
#pragma once

#include "simulation/scenario.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

/// A quantity of every frame.
struct OutputField {
  std::string name;  ///< "velocity"
  std::string units; ///< "um/us"; empty for a pure number
  int components = 1;
};

struct FrameFormat {
  Scenario::Precision precision = Scenario::Precision::double_precision;
  int compression = 0; ///< gzip 0..9
};

/// The times of the frames of a .vtkhdf file, us. @throws InputError
std::vector<double> frame_times(const std::filesystem::path&);

/// The number of frames of a .vtkhdf file whose time is at most `time` (us) or beyond it by round-off: what
/// to keep in a resume.
std::size_t frames_up_to(const std::filesystem::path&, double time);

} // namespace ibsim
