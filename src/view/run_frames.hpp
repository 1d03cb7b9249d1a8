// The folder of a run as pictures need it: its box, its kinds of objects, and its frames, also while it goes
// on.
#pragma once

#include "io/read_frames.hpp"
#include "view/scene.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim::view {

struct RunBox {
  Vec3f size{}; ///< um
  bool walls_in_y = false;
  /// unbounded shear: what is above and below slides past, so no copy stands still there
  bool slides_in_y = false;
  std::vector<KindLook> kinds;
  bool periodic(std::size_t axis) const { return axis != 1 || !(walls_in_y || slides_in_y); }
};

/// From a run's scenario.yaml. @throws InputError if there is none, or it is none of kind flow
RunBox read_box(const std::filesystem::path& scenario);

/// A frame by its first lines alone.
struct FrameEntry {
  std::size_t number = 0;
  std::filesystem::path path;
  double time = 0;
  std::string damage; ///< what is wrong with it; empty: nothing
};

/// Of the frames that have their names now. Damaged ones are among them. @throws InputError
std::vector<FrameEntry> frames_of(const std::filesystem::path& folder, const std::string& series);

/// The one nearest to a time; `frames` is not empty.
const FrameEntry& nearest_frame(const std::vector<FrameEntry>& frames, double time);

/// "t = 120 us"
std::string time_caption(double us);

} // namespace ibsim::view
