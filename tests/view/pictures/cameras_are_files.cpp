#include "pictures/pictures.hpp"

#include "pictures/annotations.hpp"
#include "renderer/camera.hpp"

namespace ibsim {
namespace {

std::string refusal(const std::string& text) {
  const TestFolder folder;
  write_text(folder.path / "camera.yaml", text);
  try {
    view::CameraFile(folder.path / "camera.yaml");
    return "taken";
  } catch (const InputError& e) {
    return e.what();
  }
}

TEST(cameras, read_back_as_they_were_written) {
  const TestFolder folder;
  view::Camera camera;
  camera.eye = {-20.25f, 14, -6.5f}, camera.target = {8, 8, 8}, camera.up = {0, 1, 0}, camera.angle = 0.5f;
  for (const float height : {0.0f, 16.0f}) {
    camera.height = height;
    view::write_camera(folder.path / "camera.yaml", camera);
    const view::Camera read = view::CameraFile(folder.path / "camera.yaml").at(0);
    EXPECT_EQ(read.eye, camera.eye);
    EXPECT_EQ(read.target, camera.target);
    EXPECT_EQ(read.height, camera.height);
    if (height == 0) EXPECT_NEAR(read.angle, camera.angle, 1e-6); // six digits of a degree
  }
}

TEST(cameras, are_refused_at_their_place) {
  EXPECT_NE(refusal("eye: [1 um, 2 um, 3 um]\n").find("target"), std::string::npos);
  EXPECT_NE(refusal("eye: [1 um, 2 um, 3 um]\ntarget: [1 um, 2 um, 3 um]\n").find("same point"),
            std::string::npos);
  EXPECT_NE(refusal("eye: [0 um, 9 um, 0 um]\ntarget: [0 um, 2 um, 0 um]\n").find("line of sight"),
            std::string::npos);
  EXPECT_NE(refusal("eye: [0, 9 um, 0 um]\ntarget: [0 um, 2 um, 1 um]\n").find("camera.yaml:1:"),
            std::string::npos);
  const std::string place = "eye: [0 um, 9 um, 0 um]\ntarget: [0 um, 2 um, 1 um]\n";
  EXPECT_NE(
      refusal(place + "angle: 30 deg\nheight: 8 um\n").find("camera.yaml:4:9: camera.height: goes without"),
      std::string::npos);
  EXPECT_NE(refusal("eye: [0 um, 9 um, 0 um]\n").find("such as target: [8 um"), std::string::npos);
  for (const char* empty : {"", "# nothing\n", "[]\n"}) {
    EXPECT_NE(refusal(empty).find("camera: expected a map with the keys eye, target"), std::string::npos);
    EXPECT_EQ(refusal(empty).find("scenario"), std::string::npos) << refusal(empty);
  }
  EXPECT_NE(refusal("keyframes: []\n").find("list of cameras"), std::string::npos);
}

// A curve through keyframes goes through them, and between two of the same place it stays there.
TEST(cameras, go_through_their_keyframes) {
  const TestFolder folder;
  const std::string rest = "target: [0 um, 0 um, 0 um]";
  write_text(folder.path / "camera.yaml", "keyframes:\n  - {time: 0 us, eye: [9 um, 0 um, 1 um], " + rest +
                                              "}\n  - {time: 10 us, eye: [0 um, 3 um, 9 um], " + rest +
                                              "}\n  - {time: 30 us, eye: [0 um, 3 um, 9 um], " + rest +
                                              "}\n");
  const view::CameraFile file(folder.path / "camera.yaml");
  EXPECT_EQ(file.at(-5).eye, (view::Vec3f{9, 0, 1}));
  EXPECT_EQ(file.at(0).eye, (view::Vec3f{9, 0, 1}));
  EXPECT_EQ(file.at(10).eye, (view::Vec3f{0, 3, 9}));
  EXPECT_EQ(file.at(99).eye, (view::Vec3f{0, 3, 9}));
  EXPECT_NE(file.at(5).eye, file.at(0).eye);
}

// The default camera shows all of a box, and fills the picture with it in one direction.
TEST(cameras, frame_the_box) {
  const view::Vec3f low{0, 0, 0}, high{16, 12, 30};
  for (const view::Look look : {view::Look::microscope, view::Look::studio})
    for (const float aspect : {0.5f, 1.0f, 1.78f}) {
      const view::Camera camera = view::camera_for(look, low, high, aspect, 1);
      const view::Matrix all = camera.projection(aspect, 0.5f * (low + high), 20) * camera.view();
      float widest = 0;
      for (int c = 0; c < 8; ++c) {
        const view::Vec3f p = view::project(
            all, {c & 1 ? high[0] : low[0], c & 2 ? high[1] : low[1], c & 4 ? high[2] : low[2]});
        widest = std::max({widest, std::fabs(p[0]), std::fabs(p[1])});
      }
      EXPECT_LT(widest, 1);
      EXPECT_GT(widest, 0.85);
    }
}

TEST(annotations, mark_round_numbers) {
  EXPECT_EQ(view::ticks(0, 1), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  for (const auto& [least, most] : {std::pair{-0.0173, 0.0211}, {3.0, 1234.0}, {1e-9, 2e-9}}) {
    const std::vector<double> ticks = view::ticks(least, most);
    EXPECT_GE(ticks.size(), 3u);
    EXPECT_LE(ticks.size(), 11u);
    for (const double t : ticks) EXPECT_TRUE(t >= least * (1 - 1e-6) - 1e-12 && t <= most * (1 + 1e-6));
  }
  EXPECT_EQ(view::round_length(7.3), 5);
  EXPECT_EQ(view::round_length(0.2), 0.2);
}

} // namespace
} // namespace ibsim
