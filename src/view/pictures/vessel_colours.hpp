// Colours of a vessel's wall: a field of its own frames (flow_run/wall_reporter.hpp) at the nearest time.
#pragma once

#include "pictures/run_frames.hpp"
#include "pictures/surface_scene.hpp"

namespace ibsim::view {

/// Whether the frames of a wall have this field.
bool is_field_of_wall(const std::string& field);

class VesselColours {
 public:
  /// @param frames of the wall of one run
  void set_frames(std::vector<FrameEntry> frames) { frames_ = std::move(frames); }
  bool has_frames() const { return !frames_.empty(); }

  /// The length of a field at each vertex of the wall. @throws ResourceError if the frame is damaged
  FieldValues at(double time, const std::string& field);
  /// What holds the ranges at some times from the first to the last.
  Range range(double first, double last, const std::string& field);

 private:
  std::vector<FrameEntry> frames_;
  SurfaceFrameData data_;
  std::string shown_; ///< path and field of data_
};

} // namespace ibsim::view
