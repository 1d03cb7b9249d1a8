// The numbers that all passes of a picture share: cameras of the eye and of the light, background, haze,
// colours.
#pragma once

#include "pictures/scene.hpp"
#include "renderer/camera.hpp"

namespace ibsim::view {

constexpr int texels_a_pixel = 2; ///< each way

/// @param width, height of the picture, pixels
FrameBlock frame_block(const Scene&, const Camera&, const PictureOptions&, int width, int height);

} // namespace ibsim::view
