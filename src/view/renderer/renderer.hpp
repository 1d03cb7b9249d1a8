// Draws a scene into a picture in one of the three looks, in the current OpenGL context.
//
// All is drawn with two texels a pixel each way, and a pixel is the mean of its four: the same samples on
// every driver, which multisampling does not promise.
//
//   microscope   things | thickness (blending + and - distance) -> Beer and Lambert
//   studio       shadow map, normals and depth -> occlusion, thickness -> surfaces and things in one depth
//                buffer
//   data         things, then surfaces by a map; translucent: four layers, the nearest first
#pragma once

#include "pictures/scene.hpp"
#include "renderer/png_file.hpp"

#include <memory>

namespace ibsim::view {

class Renderer {
 public:
  /// @throws ResourceError if the context has no OpenGL 4.5, or no memory for a picture of this size
  Renderer(int width, int height);
  ~Renderer();

  /// Takes the triangles and the slice of a scene to the card; the other members may change from draw to
  /// draw.
  void load(const Scene&);
  void paint(const Scene&, const Camera&, const PictureOptions&);
  /// Paints, and says what took how long on the card, s.
  std::vector<std::pair<std::string, double>> measure(const Scene&, const Camera&, const PictureOptions&);
  void finish() const; ///< waits until the card has painted
  /// What was painted last.
  Image picture() const;
  Image draw(const Scene& scene, const Camera& camera, const PictureOptions& options) {
    paint(scene, camera, options);
    return picture();
  }
  /// The picture drawn last, into a framebuffer of the same size; leaves that one bound: for a window.
  void show(unsigned framebuffer) const;
  /// What stands in the framebuffer 0, of the same size.
  Image seen() const;
  /// Path of the light through the scene at each pixel of the microscope, um: [y from the top][x]; after
  /// draw.
  std::vector<float> paths() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim::view
