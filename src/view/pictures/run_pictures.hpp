// The scenes of a run: what `render` and `view` draw.
#pragma once

#include "pictures/run_frames.hpp"
#include "pictures/surface_scene.hpp"

#include <memory>

namespace ibsim::view {

class RunPictures {
 public:
  virtual ~RunPictures() = default;
  /// The folder of a run of any kind. @throws InputError if it is none, or has nothing that can be shown
  static std::unique_ptr<RunPictures> open(const std::filesystem::path& folder, const PictureOptions&);

  /// The frames that can be shown, sorted by time; never empty.
  const std::vector<FrameEntry>& frames() const { return frames_; }
  /// Looks for new frames. @return whether there are any
  virtual bool refresh() { return false; }
  virtual void set_options(const PictureOptions&) = 0;
  /// Fixes the map's range to that of the frames from the first to the last of these.
  virtual void fit_range(std::size_t first, std::size_t last) = 0;
  /// @throws ResourceError if the frame is damaged
  virtual Scene frame(std::size_t i) = 0;
  /// The scene at a time; between two frames sites go straight from one to the other.
  virtual Scene at(double time) = 0;
  virtual Camera camera(const Scene&, float aspect) = 0;
  /// Whether frames will be asked for one after another: then the next ones are read meanwhile.
  virtual void expect_next(bool) {}
  /// Surfaces are made as fine as they are seen from here; without, as from the options' camera or the usual
  /// one. @param height of the picture, pixels
  virtual void look_from(const Camera&, int /*height*/) {}
  /// A scene that is no longer needed, from any thread: its memory is used again.
  virtual void take_back(Scene&&) {}

 protected:
  std::vector<FrameEntry> frames_;
};

/// Maps of activation times: each case is a frame.
std::unique_ptr<RunPictures> open_activation(const std::filesystem::path& folder, const PictureOptions&);
/// The picture x over t of a line: one frame.
std::unique_ptr<RunPictures> open_space_time(const std::filesystem::path& folder, const PictureOptions&);

} // namespace ibsim::view
