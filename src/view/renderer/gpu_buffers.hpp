// Buffers of a scene on the card: triangles, and the programs that draw them.
#pragma once

#include "pictures/scene.hpp"
#include "renderer/gl_objects.hpp"

namespace ibsim::view {

/// Memory of the card, filled anew for each picture: all cores write to memory that the driver has pinned,
/// from where the card fetches it by itself. glNamedBufferData lets one core copy: 2 GB/s on an H200.
class GpuBuffer {
 public:
  GpuBuffer() : on_card_(make_buffer()) {}
  ~GpuBuffer();
  /// @throws ResourceError if the card has no memory for it
  void fill(const void* data, std::size_t bytes);
  GLuint name() const { return on_card_; }

 private:
  void reserve(std::size_t bytes);
  Buffer on_card_, pinned_;
  void* mapped_ = nullptr;
  std::size_t size_ = 0;
  GLsync left_ = nullptr; ///< when the card has fetched what was in pinned_
};

/// A mesh on the card.
class GpuMesh {
 public:
  GpuMesh();
  void load(const Mesh&);
  /// Draws with the program in use, once for each periodic image.
  void draw(int images) const;

 private:
  GpuBuffer vertices_, triangles_;
  VertexArray array_;
  GLsizei count_ = 0;
};

/// All programs of shaders/.
struct Programs {
  Program shadow = make_program("shadow.vert", "nothing.frag");
  Program point = make_program("surface.vert", "point.frag");
  Program thickness = make_program("surface.vert", "thickness.frag");
  Program studio = make_program("surface.vert", "studio.frag");
  Program data = make_program("surface.vert", "data.frag");
  Program thing = make_program("surface.vert", "mesh.frag");
  Program slice = make_program("slice.vert", "slice.frag");
  Program occlusion = make_program("fullscreen.vert", "occlusion.frag");
  Program smooth = make_program("fullscreen.vert", "smooth.frag");
  Program layer = make_program("fullscreen.vert", "layer.frag");
  Program microscope = make_program("fullscreen.vert", "microscope.frag");
  Program develop = make_program("fullscreen.vert", "develop.frag");
};

} // namespace ibsim::view
