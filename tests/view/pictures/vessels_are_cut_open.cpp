// One looks into a vessel: its wall is drawn behind what flows in it, and left out before it
// (pictures/walls_in_box.hpp, add_wall_behind_fluid).
#include "pictures/pictures.hpp"

#include "pictures/read_png.hpp"
#include "renderer/camera.hpp"

namespace ibsim {
namespace {

namespace fs = std::filesystem;

constexpr int width = 320, height = 180;
constexpr float across = 30; ///< um, from the lower to the upper edge in the middle of the box

/// A red cell in the middle of the box of 16 x 12 x 16 um, perhaps in a tube along z of 10 um around it.
void write_cell(const fs::path& run, bool in_vessel) {
  write_run(run, {{0, {8, 6, 8}, {1, 1, 1}, 0.5}}, 1, InY::periodic);
  if (!in_vessel) return;
  const fs::path scenario = run_files(run).scenario;
  write_text(scenario, content(scenario) + "vessel: {shape: {cylinder: {at: [8 um, 6 um, 0 um], axis: z, "
                                           "radius: 5 um}}}\n");
}

/// From a place at the height of the middle.
view::Camera camera_at(float x, bool parallel) {
  view::Camera camera;
  camera.eye = {x, 6, 8}, camera.target = {8, 6, 8};
  camera.height = parallel ? across : 0;
  camera.angle = 2 * std::atan(across / 2 / std::abs(x - 8));
  return camera;
}

view::Image picture(const fs::path& run, view::Look look, const view::Camera& camera) {
  view::RenderRequest r;
  r.run = run, r.output = run / "picture.png";
  r.picture.look = look, r.picture.width = width, r.picture.height = height;
  r.picture.annotations = false;
  r.picture.camera = run / "camera.yaml";
  view::write_camera(r.picture.camera, camera);
  view::render_run(r);
  return view::read_png(r.output);
}

struct Counts {
  std::size_t cell = 0; ///< pixels of the cell without a vessel
  std::size_t lost = 0; ///< of these, those that it does not have in the vessel
  std::size_t wall = 0; ///< pixels that are others with the vessel
};

Counts compared(const view::Image& open, const view::Image& vessel) {
  Counts counts;
  for (std::size_t i = 0; i < open.pixels.size(); i += 4) {
    const auto red = [i](const view::Image& seen) { return seen.pixels[i] > seen.pixels[i + 1] + 40; };
    int apart = 0;
    for (std::size_t c = i; c < i + 3; ++c)
      apart = std::max(apart, std::abs(open.pixels[c] - vessel.pixels[c]));
    counts.cell += red(open), counts.lost += red(open) && !red(vessel), counts.wall += apart > 8;
  }
  return counts;
}

struct vessels_in_pictures : DrawingTest {
  const TestFolder folder;
  const fs::path open = folder.path / "open", vessel = folder.path / "vessel";
  void SetUp() override {
    DrawingTest::SetUp();
    if (IsSkipped()) return;
    write_cell(open, false), write_cell(vessel, true);
  }
};

// The half of the wall before the cell would hide it, from whatever side one looks. The half behind it fills
// the outline of the tube, 10 x 16 um, around the cell: to the pixels on its edges, some 320 of 5800.
TEST_F(vessels_in_pictures, show_the_half_behind_the_fluid) {
  constexpr double pixel = static_cast<double>(across) / height, outline = 10 * 16 / (pixel * pixel);
  for (const bool parallel : {true, false})
    for (const float x : {-52.0f, 68.0f}) {
      SCOPED_TRACE(testing::Message() << (parallel ? "parallel" : "near") << " from x = " << x);
      const view::Camera camera = camera_at(x, parallel);
      const Counts counts =
          compared(picture(open, view::Look::studio, camera), picture(vessel, view::Look::studio, camera));
      EXPECT_GT(counts.cell, 500u); // from its rim, 7.8 um wide and some 2.4 um high: 19 um^2 of 36 pixels
      EXPECT_LT(counts.lost, counts.cell / 50);
      const auto around = outline - static_cast<double>(counts.cell);
      // The farthest of the wall is 65 um away instead of 60: from near, the ends of the outline bend in by
      // that part of 16 um.
      EXPECT_GT(static_cast<double>(counts.wall), around - 320 - (parallel ? 0 : outline * 5 / 65));
      EXPECT_LT(static_cast<double>(counts.wall), around + 320);
    }
}

TEST_F(vessels_in_pictures, are_not_seen_by_a_microscope) {
  const view::Camera camera = camera_at(-52, true);
  EXPECT_EQ(picture(open, view::Look::microscope, camera).pixels,
            picture(vessel, view::Look::microscope, camera).pixels);
}

} // namespace
} // namespace ibsim
