// What a scene is on the card: triangles, and the programs that draw them.
#pragma once

#include "view/gl_objects.hpp"
#include "view/scene.hpp"

namespace ibsim::view {

/// A mesh on the card.
class CardMesh {
 public:
  CardMesh();
  void load(const Mesh&);
  /// With the program in use, once for each periodic image.
  void draw(int images) const;

 private:
  Buffer vertices_, triangles_;
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
  Program thing = make_program("surface.vert", "thing.frag");
  Program slice = make_program("slice.vert", "slice.frag");
  Program occlusion = make_program("fullscreen.vert", "occlusion.frag");
  Program smooth = make_program("fullscreen.vert", "smooth.frag");
  Program layer = make_program("fullscreen.vert", "layer.frag");
  Program microscope = make_program("fullscreen.vert", "microscope.frag");
  Program develop = make_program("fullscreen.vert", "develop.frag");
};

} // namespace ibsim::view
