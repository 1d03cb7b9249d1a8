// Axes along edges of the box: of each direction that is seen at its length, ticks and numbers along the edge
// that lies farthest out, so that they stand beside the scene. Plain data, before any OpenGL.
#pragma once

#include "pictures/scene.hpp"
#include "renderer/camera.hpp"

#include <functional>

namespace ibsim::view {

struct BoxAxes {
  struct Stroke {
    float x0, y0, x1, y1; ///< pixels, from the upper left corner of the picture
  };
  struct Word {
    float x, y; ///< of its middle, pixels
    std::string text;
  };
  std::vector<Stroke> strokes;
  std::vector<Word> words;
};

/// @param em height of the writing, pixels @param width_of a text, pixels
BoxAxes box_axes(const Scene&, const Camera&, int width, int height, float em,
                 const std::function<float(const std::string&)>& width_of);

} // namespace ibsim::view
