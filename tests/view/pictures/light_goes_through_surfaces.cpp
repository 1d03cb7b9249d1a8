// The microscope's path of light is geometry: chords of a sphere, and a volume where it is added up.
#include "pictures/pictures.hpp"

#include <algorithm>
#include <random>

namespace ibsim {
namespace {

constexpr int size = 320;

view::PictureOptions microscope() {
  view::PictureOptions options;
  options.look = view::Look::microscope, options.width = options.height = size, options.annotations = false;
  return options;
}

class light : public DrawingTest {};

// A ray at distance b from the centre goes 2 sqrt(R^2 - b^2) through a sphere. A pixel is the mean of four
// rays, whose places are known. The mesh of 1024 meridians lies within R (pi/1024)^2 = 1e-5 R beneath the
// sphere, which at the rim is a path of 2 R sqrt(2e-5) = 0.5 % of 2 R; the bound is 1 %.
TEST_F(light, path_through_a_sphere_is_its_chord) {
  const float radius = 3, box = 8;
  const view::Scene scene = sphere_scene(radius, 1024, box);
  view::Renderer renderer(size, size);
  renderer.load(scene);
  view::Camera camera;
  camera.target = {4, 4, 4}, camera.eye = {-20, 4, 4}, camera.height = box;
  renderer.draw(scene, camera, microscope());
  const std::vector<float> paths = renderer.paths();
  const double texel = box / (2.0 * size);
  double worst = 0;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      double expected = 0;
      for (int s = 0; s < 4; ++s) {
        const double u = (2 * x + s % 2 + 0.5) * texel - 4, v = (2 * y + s / 2 + 0.5) * texel - 4;
        expected += 0.25 * 2 * std::sqrt(std::max(0.0, radius * radius - u * u - v * v));
      }
      worst = std::max(worst, std::fabs(paths[static_cast<std::size_t>(x + size * y)] - expected));
    }
  EXPECT_LT(worst, 0.01 * 2 * radius);
}

// Before an eye at a finite distance the path is that along the ray: through the middle 2 R, also from near
// by.
TEST_F(light, path_before_an_eye_is_along_the_ray) {
  const view::Scene scene = sphere_scene(3, 512, 8);
  view::Renderer renderer(size, size);
  renderer.load(scene);
  view::Camera camera;
  camera.target = {4, 4, 4}, camera.eye = {-6, 4, 4}, camera.angle = 1;
  renderer.draw(scene, camera, microscope());
  const std::vector<float> paths = renderer.paths();
  // the four rays of a pixel beside the middle pass at up to 0.05 um: 2 (R - sqrt(R^2 - b^2)) < 0.001 um
  EXPECT_NEAR(paths[size / 2 + size * (size / 2)], 6, 0.006);
  EXPECT_EQ(paths[0], 0);
}

// All paths times the area of a pixel are the volume (Cavalieri). 51 thousand rays over a smooth function
// that is zero at its rim have an error of 1e-4; the bound is 0.5 %.
TEST_F(light, paths_add_up_to_the_volume) {
  const float box = 8;
  for (const float radius : {1.5f, 3.0f}) {
    const view::Scene scene = sphere_scene(radius, 512, box);
    view::Renderer renderer(size, size);
    renderer.load(scene);
    view::Camera camera;
    camera.target = {4, 4, 4}, camera.eye = {-12, 16, 9}, camera.height = box;
    renderer.draw(scene, camera, microscope());
    double sum = 0;
    for (const float path : renderer.paths()) sum += path;
    const double volume = 4 / 3.0 * M_PI * std::pow(radius, 3);
    EXPECT_NEAR(sum * std::pow(box / size, 2), volume, 0.005 * volume);
  }
}

// Translucent pictures are sums and layers, which have no order but that of rounding: one step of 255.
TEST_F(light, translucent_pictures_do_not_depend_on_the_order_of_triangles) {
  view::Scene scene = sphere_scene(2, 96, 8);
  view::Scene other = sphere_scene(2, 96, 8);
  for (view::Vertex& v : other.surfaces.vertices) v.position = v.position + view::Vec3f{0.8f, 0.5f, 1.1f};
  const auto first = static_cast<std::uint32_t>(scene.surfaces.vertices.size());
  scene.surfaces.vertices.insert(scene.surfaces.vertices.end(), other.surfaces.vertices.begin(),
                                 other.surfaces.vertices.end());
  for (const std::uint32_t i : other.surfaces.triangles) scene.surfaces.triangles.push_back(first + i);
  scene.range = view::Range{-1, 1, "", ""};
  view::Camera camera;
  camera.target = {4, 4, 4}, camera.eye = {-9, 10, -2};
  for (const view::Look look : {view::Look::microscope, view::Look::data}) {
    view::PictureOptions options = microscope();
    options.look = look, options.opacity = 0.4;
    view::Renderer renderer(size, size);
    renderer.load(scene);
    const view::Image before = renderer.draw(scene, camera, options);
    view::Scene shuffled = scene;
    std::vector<std::array<std::uint32_t, 3>> triangles(scene.surfaces.triangles.size() / 3);
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (std::size_t c = 0; c < 3; ++c) triangles[t][c] = scene.surfaces.triangles[3 * t + c];
    std::mt19937 random(7);
    for (std::size_t t = triangles.size() - 1; t > 0; --t)
      std::swap(triangles[t], triangles[random() % (t + 1)]);
    shuffled.surfaces.triangles.clear();
    for (const auto& t : triangles)
      shuffled.surfaces.triangles.insert(shuffled.surfaces.triangles.end(), t.begin(), t.end());
    renderer.load(shuffled);
    const view::Image after = renderer.draw(shuffled, camera, options);
    int worst = 0;
    for (std::size_t i = 0; i < before.pixels.size(); ++i)
      worst = std::max(worst, std::abs(before.pixels[i] - after.pixels[i]));
    EXPECT_LE(worst, 1) << "look " << static_cast<int>(look);
  }
}

} // namespace
} // namespace ibsim
