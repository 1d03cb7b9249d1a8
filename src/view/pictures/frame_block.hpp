// The uniform block of shaders/frame.glsl, in the layout std140.
#pragma once

#include "renderer/camera.hpp"

namespace ibsim::view {

using Vec4f = std::array<float, 4>;

struct FrameBlock {
  Matrix view, projection, light_clip;
  Vec4f size, light, range, top, bottom, fog, lamp;
  std::array<Vec4f, 16> colour;
  std::array<Vec4f, 27> image;
};
static_assert(sizeof(FrameBlock) == 4 * (3 * 16 + 4 * (7 + 16 + 27)));

} // namespace ibsim::view
