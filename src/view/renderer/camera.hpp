// From where a scene is seen, and the file of it.
//
//   # camera.yaml, as `ibsim view` saves it and `ibsim render --camera` takes it
//   eye: [-20 um, 14 um, -6 um]       # where the camera stands
//   target: [8 um, 8 um, 8 um]        # what stands in the middle of the picture
//   up: [0, 1, 0]
//   angle: 30 deg                     # from the lower to the upper edge; or, for a parallel projection,
//   # height: 16 um                   # what the picture shows from its lower to its upper edge
//
// For a movie, `keyframes` is a list of such maps, each with a `time` of the run; in between, positions move
// along smooth curves (Catmull and Rom).
#pragma once

#include "pictures/picture_options.hpp"
#include "renderer/mesh.hpp"

#include <array>
#include <filesystem>

namespace ibsim::view {

using Matrix = std::array<float, 16>; ///< column by column, as OpenGL takes them

struct Camera {
  Vec3f eye{-1, 0, 0}, target{}, up{0, 1, 0};
  float angle = 0.5236f; ///< rad, from the lower to the upper edge
  float height = 0;      ///< um; not 0: a parallel projection

  bool parallel() const { return height > 0; }
  Matrix view() const;
  /// @param radius of a ball about `centre` in which all lies that is to be seen
  Matrix projection(float aspect, const Vec3f& centre, float radius) const;
};

/// One that frames a box well. The flow is along z, its gradient along y: in the picture to the right and
/// upwards.
/// @param look microscope: along x, parallel; else from the side and above. @param aspect width over height
Camera camera_for(Look look, const Vec3f& low, const Vec3f& high, float aspect, double zoom);
/// Camera that frames these points.
Camera camera_for(Look look, const std::vector<Vec3f>& points, float aspect, double zoom);

/// A camera that looks from a direction, as near as all points are within the picture.
Camera camera_from(const Vec3f& towards, const Vec3f& up, const std::vector<Vec3f>& points, float aspect,
                   double zoom);

/// The camera of a file at a time of the run.
class CameraFile {
 public:
  /// @throws InputError "file:line:column: ..."
  explicit CameraFile(const std::filesystem::path&);
  Camera at(double time) const;

 private:
  std::vector<std::pair<double, Camera>> keyframes_;
};

/// @throws ResourceError
void write_camera(const std::filesystem::path&, const Camera&);

Matrix operator*(const Matrix&, const Matrix&);
/// A point through a matrix, divided by w.
Vec3f project(const Matrix&, const Vec3f&);

} // namespace ibsim::view
