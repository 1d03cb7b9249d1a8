// Content of a picture, before any OpenGL.
#pragma once

#include "pictures/frame_block.hpp"
#include "pictures/picture_options.hpp"
#include "renderer/mesh.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ibsim::view {

/// A picture on a rectangle in the scene: of a slice through the fluid.
struct PictureInScene {
  Vec3f corner{}, along{}, across{}; ///< um; (u, v) of 0..1 lies at corner + u along + v across
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels; ///< [v][u][red, green, blue, 255], sRGB
};

/// The map from numbers to colours, and what stands beside its bar.
struct Range {
  double least = 0, most = 1;
  std::string name, units;
};

/// What the lower and the left edge of a diagram mean.
struct Axes {
  Range right, up;
};

/// Triangles of an object in a scene, which follow each other.
struct ObjectInScene {
  std::size_t first_triangle = 0;
  int number = 0; ///< as in cells.csv
};

struct Scene {
  Vec3f low{}, high{};                ///< of the box, um
  Mesh surfaces;                      ///< of cells, or of tissue
  Mesh things;                        ///< walls, the box, tubes, beads
  std::vector<ObjectInScene> objects; ///< whose triangles `surfaces` has
  std::optional<PictureInScene> slice;
  std::vector<Vec3f> images{Vec3f{}}; ///< where copies of the surfaces stand, um
  std::array<Vec4f, 16> colours{};    ///< of kinds: linear RGB, haemoglobin
  std::optional<Range> range;         ///< of the map, if any number is shown
  std::string map = "viridis";
  float isochrones = 0;     ///< distance of lines of equal number; 0: none
  std::string caption;      ///< "t = 120 us"
  float grain = 3;          ///< about the radius of an object: how far shading looks around, um
  double um_per_unit = 1;   ///< of lengths in the scene: 1000 where they are mm
  std::optional<Axes> axes; ///< of the rectangle of `slice`
  bool flat_units = false;  ///< lengths have no dimension
};

/// Colours of kinds of objects: blood red for red cells, sober ones for all else.
struct KindLook {
  /// A tube is drawn as a wall, not as a surface; a sheet as tissue, to the sides of the box.
  enum class What { red_cell, capsule, platelet, tissue, tube, sheet, tracer } what = What::capsule;
};
std::array<Vec4f, 16> colours_of(const std::vector<KindLook>&, Look);

} // namespace ibsim::view
