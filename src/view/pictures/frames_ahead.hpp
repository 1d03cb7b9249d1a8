// Frames of surfaces as they are read: the next ones while one is drawn, by threads of their own.
#pragma once

#include "pictures/run_frames.hpp"

#include <future>
#include <map>
#include <mutex>

namespace ibsim::view {

class FramesAhead {
 public:
  using Frame = std::shared_ptr<const SurfaceFrameData>;

  /// Frame i of `frames` with these arrays. Those of i-1, i and the next ones are kept or being read.
  /// @throws ResourceError if it is damaged
  Frame get(const std::vector<FrameEntry>& frames, std::size_t i, const std::vector<std::string>& arrays);
  /// Whether frames will be asked for one after another.
  void expect_next(bool yes) { ahead_ = yes; }

  /// At most so many frames, spread from the first to the last of these, read side by side; damaged ones are
  /// passed over, as their turn comes. Fewer where frames are large.
  std::vector<Frame> some(const std::vector<FrameEntry>& frames, std::size_t first, std::size_t last,
                          std::size_t most, const std::vector<std::string>& arrays);

 private:
  Frame read(const FrameEntry&, const std::vector<std::string>& arrays);
  bool ahead_ = false;
  std::vector<std::string> arrays_;
  std::mutex mutex_;
  std::shared_ptr<const SurfaceTriangles> topology_;        ///< that of the run
  std::map<std::size_t, std::shared_future<Frame>> frames_; ///< by number; ends before what its threads use
};

} // namespace ibsim::view
