// Options of a picture: plain data, filled in by the command line, a scenario or the window.
#pragma once

#include "program/picture_look.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ibsim::view {

using Look = PictureLook;
inline const std::vector<std::string>& look_names() {
  static const std::vector<std::string> names{"microscope", "studio", "data"};
  return names;
}

/// What the data look colours by.
inline const std::vector<std::string>& field_names() {
  static const std::vector<std::string> names{"tension",     "tension_2",   "velocity", "traction",
                                              "wall_stress", "area strain", "object"};
  return names;
}

struct Slice {
  int axis = 0;             ///< 0, 1, 2: across x, y, z
  std::optional<double> at; ///< um; none: through the middle of the box
  bool operator==(const Slice&) const = default;
};

struct PictureOptions {
  Look look = Look::studio;
  std::string field = "tension";
  std::string map = "viridis";
  std::string least, most; ///< of the map, with a unit: "0", "8 mm/s"; empty: from all frames shown
  int width = 1920, height = 1080;
  double zoom = 1;
  double opacity = 1;     ///< of the data look
  std::string background; ///< empty: the look's own; white, black, transparent, #rrggbb
  std::optional<Slice> slice;
  bool arrows = false; ///< on the slice, besides the lines
  bool streamlines = false, paths = false, beads = false, unwrapped = false, images = false;
  bool axes = false;            ///< ticks and numbers along edges of the box, in place of the scale bar
  bool annotations = true;      ///< time, scale, legend of the data look (and, where asked for, others)
  std::filesystem::path camera; ///< YAML; empty: one that frames the box
};

} // namespace ibsim::view
