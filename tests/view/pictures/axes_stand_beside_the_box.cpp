// Axes of a box: numbers stand where the camera sees their places, outside of the box.
#include "pictures/box_axes.hpp"

#include "pictures/flow_scene.hpp"
#include "pictures/pictures.hpp"

namespace ibsim {
namespace {

view::Scene box_of(const view::Vec3f& size) {
  view::Scene scene;
  scene.high = size;
  return scene;
}

const std::function<float(const std::string&)> width_of = [](const std::string& text) {
  return 6 * static_cast<float>(text.size());
};

const view::BoxAxes::Word* word(const view::BoxAxes& axes, const std::string& text) {
  for (const view::BoxAxes::Word& one : axes.words)
    if (one.text == text) return &one;
  return nullptr;
}

// Along x, parallel: 10 pixels a um, the middle of the box (16 x 12 x 32 um) in that of the picture. The flow
// is to the right, z, and the gradient upwards, y; x is seen from its end and has no axis.
TEST(axes, have_their_numbers_where_these_are) {
  const view::Scene scene = box_of({16, 12, 32});
  view::Camera camera;
  camera.eye = {-40, 6, 16}, camera.target = {8, 6, 16}, camera.height = 20;
  const view::BoxAxes axes = box_axes(scene, camera, 400, 200, 10, width_of);
  for (const auto& [text, z] : {std::pair{"0", 0.0}, {"10", 10.0}, {"20", 20.0}, {"30", 30.0}}) {
    const view::BoxAxes::Word* number = nullptr; // that below the box: y has a 0 and a 10 too
    for (const view::BoxAxes::Word& one : axes.words)
      if (one.text == text && one.y > 100 + 10 * 6) number = &one;
    ASSERT_NE(number, nullptr) << text;
    EXPECT_NEAR(number->x, 200 + 10 * (z - 16), 1e-2); // single precision of 400 pixels
  }
  ASSERT_NE(word(axes, "z (\u00b5m)"), nullptr);
  EXPECT_GT(word(axes, "z (\u00b5m)")->y, 100 + 10 * 6); // below the box
  ASSERT_NE(word(axes, "y (\u00b5m)"), nullptr);
  EXPECT_LT(word(axes, "y (\u00b5m)")->x, 200 - 10 * 16); // to the left of it
  EXPECT_EQ(word(axes, "x (\u00b5m)"), nullptr);
  const view::BoxAxes::Word* eight = word(axes, "8"); // of y alone: ticks of z are tens
  if (eight) EXPECT_NEAR(eight->y, 100 - 10 * (8 - 6), 1e-2);
}

// From above and the side all three have one, and none lies over the box' middle.
TEST(axes, stand_beside_the_box) {
  const view::Scene scene = box_of({16, 12, 32});
  const view::Camera camera = view::camera_for(view::Look::studio, scene.low, scene.high, 2, 0.8);
  const view::BoxAxes axes = box_axes(scene, camera, 800, 400, 10, width_of);
  for (const char* text : {"x (\u00b5m)", "y (\u00b5m)", "z (\u00b5m)"}) {
    const view::BoxAxes::Word* title = word(axes, text);
    ASSERT_NE(title, nullptr) << text;
    EXPECT_TRUE(title->x > 0 && title->x < 800 && title->y > 0 && title->y < 400) << text;
    EXPECT_GT(std::hypot(title->x - 400, title->y - 200), 100) << text;
  }
  // a camera in the box has no edges to write on
  view::Camera inside = camera;
  inside.eye = {8, 6, 8}, inside.target = {8, 6, 20};
  EXPECT_TRUE(box_axes(scene, inside, 800, 400, 10, width_of).words.empty());
}

// A slice across z of u = (0, 0, y): speeds from those of the first to those of the last row of centres, and
// none between is greater, since they are interpolated.
TEST(axes, of_a_slice_hold_its_speeds) {
  FluidFrameData data;
  data.nx = 4, data.ny = 6, data.nz = 4, data.h = 0.5f;
  for (int k = 0; k < data.nz; ++k)
    for (int j = 0; j < data.ny; ++j)
      for (int i = 0; i < data.nx; ++i) {
        data.velocity.push_back(0), data.velocity.push_back(0);
        data.velocity.push_back(0.5f * (static_cast<float>(j) + 0.5f));
      }
  const view::Velocity velocity(data, true);
  const view::Range range = view::speeds_on(velocity, {2, 1.0});
  EXPECT_FLOAT_EQ(static_cast<float>(range.least), 0.25f);
  EXPECT_FLOAT_EQ(static_cast<float>(range.most), 2.75f);
  const view::Range flat = view::speeds_on(velocity, {1, 1.25}); // across y all is alike
  EXPECT_FLOAT_EQ(static_cast<float>(flat.least), 1.25f);
  EXPECT_FLOAT_EQ(static_cast<float>(flat.most), 1.25f);
}

} // namespace
} // namespace ibsim
