#include "pictures/frame_values.hpp"

#include "renderer/colours.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {

FrameBlock frame_block(const Scene& scene, const Camera& camera, const PictureOptions& options, int width,
                       int height) {
  FrameBlock block{};
  const Vec3f centre = 0.5f * (scene.low + scene.high);
  const float radius = 0.5f * length(scene.high - scene.low) * 1.6f; // also of what hangs over the box
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  block.view = camera.view();
  float reach = radius;
  for (const Vec3f& image : scene.images) reach = std::max(reach, radius + length(image));
  block.projection = camera.projection(aspect, centre, reach);
  block.size = {static_cast<float>(width * texels_a_pixel), static_cast<float>(height * texels_a_pixel),
                texels_a_pixel, camera.parallel() ? 1.0f : 0.0f};

  // The light comes over the left shoulder of whoever looks.
  const Vec3f ahead = unit(camera.target - camera.eye), right = unit(cross(ahead, camera.up)),
              above = cross(right, ahead);
  const Vec3f in_eye = unit({-0.42f, 0.80f, 0.52f});
  const Vec3f towards = in_eye[0] * right + in_eye[1] * above - in_eye[2] * ahead;
  block.light = {in_eye[0], in_eye[1], in_eye[2], 0.75f * scene.grain};
  Camera sun;
  sun.target = centre, sun.eye = centre + 2 * reach * towards, sun.height = 2 * reach;
  sun.up = std::fabs(towards[1]) > 0.95f ? Vec3f{0, 0, 1} : Vec3f{0, 1, 0};
  block.light_clip = sun.projection(1, centre, reach) * sun.view();

  const Range range = scene.range.value_or(Range{});
  block.range = {static_cast<float>(range.least),
                 static_cast<float>(1 / std::max(range.most - range.least, 1e-30)), scene.isochrones,
                 options.look == Look::data ? static_cast<float>(options.opacity) : 1.0f};
  const bool no_light = options.look == Look::microscope && options.background == "transparent";
  const Background ground =
      background_of(no_light ? "white" : options.background, static_cast<int>(options.look));
  block.top = {ground.top[0], ground.top[1], ground.top[2], ground.vignette};
  block.bottom = {ground.bottom[0], ground.bottom[1], ground.bottom[2], ground.alpha};

  const float distance = length(camera.target - camera.eye);
  const float um_a_pixel = (camera.parallel() ? camera.height : 2 * std::tan(camera.angle / 2) * distance) /
                           static_cast<float>(height);
  block.fog = {distance, 1 / (1.3f * radius), ground.alpha > 0 ? 0.32f : 0.0f, 1 / (2 * um_a_pixel)};
  block.lamp = {1, 1, 1, 0.3f};
  block.colour = scene.colours;
  for (std::size_t i = 0; i < std::min<std::size_t>(27, scene.images.size()); ++i)
    block.image[i] = {scene.images[i][0], scene.images[i][1], scene.images[i][2], 0};
  return block;
}

} // namespace ibsim::view
