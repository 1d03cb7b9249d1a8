// The folder of a run as pictures need it: its box, its kinds of objects, and its frames, also while it goes
// on.
#pragma once

#include "base/signal.hpp"
#include "files/read_frames.hpp"
#include "pictures/scene.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {
struct TriangleMesh;
}

namespace ibsim::view {

/// A round tube along z (walls/tubes.hpp).
struct TubeInBox {
  float x = 0, y = 0, radius = 0; ///< um
};

struct RunBox {
  Vec3f size{}; ///< um
  bool walls_in_y = false;
  /// unbounded shear: the image above slides past along z, as fast as this rate (1/us) says
  std::optional<Signal> slides_in_y;
  std::vector<KindLook> kinds;
  std::vector<TubeInBox> tubes = {};
  std::shared_ptr<const TriangleMesh> vessel = {}; ///< its wall, outward from the fluid; null: none

  bool is(KindLook::What what, int kind) const {
    return kind >= 0 && static_cast<std::size_t>(kind) < kinds.size() &&
           kinds[static_cast<std::size_t>(kind)].what == what;
  }
  bool periodic(std::size_t axis) const { return axis != 1 || !walls_in_y; }
  /// Where the image that is (i, j, k) boxes away stands at a time, from the box; along z the nearest one.
  Vec3f image(int i, int j, int k, double time) const;
  /// What brings a point into the box, along the directions that repeat.
  Vec3f into_box(const Vec3f& point, double time) const;
};

/// Reads the box from a run's scenario.yaml. @throws InputError if there is none, or it is none of kind flow
RunBox read_box(const std::filesystem::path& scenario);

/// A frame by its first lines alone.
struct FrameEntry {
  std::size_t number = 0;
  std::filesystem::path path;
  double time = 0;
  std::string damage; ///< what is wrong with it; empty: nothing
};

/// The frames that have their names now. Damaged ones are among them. @throws InputError
std::vector<FrameEntry> frames_of(const std::filesystem::path& folder, const std::string& series);

/// The one nearest to a time; `frames` is not empty.
const FrameEntry& nearest_frame(const std::vector<FrameEntry>& frames, double time);

/// "t = 120 us", "t = 1.2 ms"
std::string time_caption(double us);
/// Times of a movie's pictures, `step` us apart, to the `last`. All have its unit, with the decimals that
/// distinguish neighbours, so that words do not jump: "t = 0.20 ms".
std::string time_caption(double us, double last, double step);

} // namespace ibsim::view
