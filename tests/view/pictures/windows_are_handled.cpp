// Handling of cameras, tables, mouse and keys by a window, tested without a window.
#include "pictures/pictures.hpp"

#include "pictures/run_pictures.hpp"
#include "pictures/run_tables.hpp"
#include "renderer/orbit.hpp"
#include "window/picking.hpp"
#include "window/play.hpp"

#include <GLFW/glfw3.h>
#include <imgui/imgui.h>

namespace ibsim {
namespace {

using view::operator-;

view::Camera some_camera() {
  view::Camera camera;
  camera.eye = {-20, 14, -6}, camera.target = {8, 6, 8};
  return camera;
}

// To orbit keeps the distance, and four quarters of a turn are none.
TEST(orbits, keep_their_distance) {
  view::Camera camera = some_camera();
  const float distance = view::length(camera.eye - camera.target);
  for (int i = 0; i < 4; ++i) view::orbit(camera, static_cast<float>(M_PI) / 2, 0);
  EXPECT_NEAR(view::length(camera.eye - some_camera().eye), 0, 1e-4 * distance);
  view::orbit(camera, 0.3f, 5); // over the pole: stops before it
  EXPECT_NEAR(view::length(camera.eye - camera.target), distance, 1e-4 * distance);
  EXPECT_LT(camera.eye[0], 8 + 0.06f * distance);
  view::approach(camera, 2);
  EXPECT_NEAR(view::length(camera.eye - camera.target), distance / 2, 1e-4 * distance);
}

// The ray through the place where a point is seen goes through the point.
TEST(rays, go_where_points_are_seen) {
  for (const float height : {0.0f, 20.0f}) {
    view::Camera camera = some_camera();
    camera.height = height;
    const view::Vec3f point{9, 4, 11};
    const view::Matrix all = camera.projection(1.5f, {8, 6, 8}, 20) * camera.view();
    const view::Vec3f seen = view::project(all, point);
    const auto [from, along] = view::ray(camera, 1.5f, seen[0], seen[1]);
    const view::Vec3f to = point - from;
    EXPECT_NEAR(view::length(view::cross(to, along)), 0, 1e-3 * view::length(to));
  }
}

// A ray at the middle of an object picks it, one beside all objects nothing.
TEST(rays, pick_the_nearest_object) {
  const TestFolder folder;
  write_run(folder.path, some_cells(), 1, InY::walls);
  const auto run = view::RunPictures::open(folder.path, {});
  const view::Scene scene = run->frame(0);
  EXPECT_EQ(view::picked_object(scene, {9, 2, -20}, {0, 0, 1}), 4); // the sphere at (9, 2, 8)
  EXPECT_EQ(view::picked_object(scene, {15.9f, 11.9f, -20}, {0, 0, 1}), std::nullopt);
}

TEST(tables, give_the_row_of_an_object) {
  const TestFolder folder;
  write_text(folder.path / "run.csv", "step,time (us),elastic energy,state_hash\n0,0,1,aa\n4,10,3,bb\n");
  write_text(folder.path / "cells.csv",
             "time (us),object,name,area (um^2)\n0,0,cells,5\n0,1,cells,7\n10,0,cells,6\n10,1,cells,8\n");
  const view::RunTables tables(folder.path);
  ASSERT_EQ(tables.columns().size(), 1u); // steps, times and hashes are no graphs
  EXPECT_EQ(tables.columns()[0].values, (std::vector<float>{1, 3}));
  EXPECT_EQ(tables.columns()[0].times, (std::vector<float>{0, 10}));
  EXPECT_EQ(tables.columns_of(1).at(0).values, (std::vector<float>{7, 8}));
  EXPECT_EQ(tables.numbers_of(1, 9), (std::vector<std::string>{"name  cells", "area (um^2)  8"}));
}

/// Dear ImGui without a window: what the mouse and the keyboard do is written into it, as GLFW's part of it
/// does, and panels are laid out but not drawn.
class window : public ::testing::Test {
 protected:
  static constexpr float width = 1000, height = 500;
  TestFolder folder;
  std::unique_ptr<view::WindowState> state;
  std::filesystem::path before = std::filesystem::current_path();

  void SetUp() override {
    write_run(folder.path / "run", some_cells(), 3, InY::walls);
    write_text(folder.path / "run/cells.csv",
               "time (us),object,name,area (um^2)\n0,4,spheres,5\n1,4,spheres,6\n");
    std::filesystem::current_path(folder.path); // where a camera is saved
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr, io.DisplaySize = {width, height}, io.DeltaTime = 0.05f;
    unsigned char* pixels = nullptr;
    int w = 0, h = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &w, &h);
    state = std::make_unique<view::WindowState>(folder.path / "run", view::PictureOptions{});
    state->scene = state->pictures->frame(0);
    state->camera = some_camera();
    state->new_scene = state->new_picture = false;
  }
  void TearDown() override {
    ImGui::DestroyContext();
    std::filesystem::current_path(before);
  }
  view::Wishes redraw() {
    ImGui::NewFrame();
    view::move_camera(*state, width, height);
    view::Wishes wishes = view::take_keys(*state);
    if (state->panels) view::draw_panels(*state, wishes.save_picture);
    ImGui::Render();
    return wishes;
  }
  view::Wishes press(int key) {
    ImGui::GetIO().KeysDown[key] = true;
    const view::Wishes wishes = redraw();
    ImGui::GetIO().KeysDown[key] = false;
    redraw();
    return wishes;
  }
  void mouse(float x, float y, bool down) {
    ImGui::GetIO().MousePos = {x, y}, ImGui::GetIO().MouseDown[0] = down;
    redraw();
  }
};

TEST_F(window, keys_do_what_its_help_says) {
  EXPECT_EQ(state->frame, 2u); // the last
  press(GLFW_KEY_HOME);
  EXPECT_EQ(state->frame, 0u);
  EXPECT_TRUE(state->new_scene);
  press(GLFW_KEY_LEFT);
  EXPECT_EQ(state->frame, 0u);
  press(GLFW_KEY_RIGHT);
  EXPECT_EQ(state->frame, 1u);
  press(GLFW_KEY_END);
  EXPECT_EQ(state->frame, 2u);
  press(GLFW_KEY_SPACE);
  EXPECT_TRUE(state->playing);
  press(GLFW_KEY_1);
  EXPECT_EQ(state->options.look, view::Look::microscope);
  press(GLFW_KEY_3);
  EXPECT_EQ(state->options.look, view::Look::data);
  EXPECT_TRUE(state->new_range);
  state->new_camera = false;
  press(GLFW_KEY_R);
  EXPECT_TRUE(state->new_camera);
  EXPECT_TRUE(press(GLFW_KEY_S).save_picture);
  press(GLFW_KEY_C);
  EXPECT_NO_THROW(view::CameraFile("camera.yaml").at(0));
  press(GLFW_KEY_P);
  EXPECT_FALSE(state->panels);
  press(GLFW_KEY_H);
  EXPECT_TRUE(state->help);
  EXPECT_FALSE(press(GLFW_KEY_F1).quit);
  EXPECT_FALSE(state->help);
  EXPECT_TRUE(press(GLFW_KEY_Q).quit);
  EXPECT_TRUE(press(GLFW_KEY_ESCAPE).quit);
}

// Dragged over a height to the right the camera goes round by 3 rad, at the same distance; with shift it and
// its target move by a height of the picture; the wheel brings it nearer by 1.12 a notch.
TEST_F(window, mouse_moves_the_camera) {
  const view::Camera start = state->camera;
  const float distance = view::length(start.eye - start.target);
  state->panels = false;
  mouse(700, 300, false), mouse(700, 300, true), mouse(710, 300, true), mouse(800, 300, true);
  mouse(800, 300, false);
  EXPECT_NEAR(view::length(state->camera.eye - state->camera.target), distance, 1e-3f * distance);
  const view::Vec3f was = start.eye - start.target, is = state->camera.eye - state->camera.target;
  const double turned = std::atan2(was[0], was[2]) - std::atan2(is[0], is[2]);
  EXPECT_NEAR(std::remainder(turned, 2 * M_PI), 3 * 100 / height, 1e-3);
  EXPECT_TRUE(state->new_picture);

  const view::Vec3f target = state->camera.target;
  ImGui::GetIO().KeyShift = true;
  mouse(700, 300, true), mouse(700, 310, true), mouse(700, 350, true), mouse(700, 350, false);
  ImGui::GetIO().KeyShift = false;
  EXPECT_NEAR(view::length(state->camera.target - target),
              50 / height * 2 * std::tan(start.angle / 2) * distance, 0.02f * distance);
  ImGui::GetIO().MouseWheel = 1;
  redraw();
  EXPECT_NEAR(view::length(state->camera.eye - state->camera.target), distance / 1.12f, 1e-3f * distance);
}

TEST_F(window, a_double_click_picks_and_shows_numbers) {
  state->camera.eye = {9, 2, -20}, state->camera.target = {9, 2, 8}; // a sphere is in the middle
  for (const bool down : {true, false, true, false}) mouse(width / 2, height / 2, down);
  EXPECT_EQ(state->picked, 4);
  EXPECT_EQ(state->tables.numbers_of(*state->picked, 1).back(), "area (um^2)  6");
  for (const bool down : {true, false, true, false}) mouse(width - 2, 2, down);
  EXPECT_EQ(state->picked, std::nullopt);
}

// What is played goes on at the speed asked for and begins again; new frames of a run that goes on are found,
// and shown where the last one was.
TEST_F(window, plays_and_follows) {
  view::PlayClock clock;
  state->playing = true, state->frames_a_second = 10;
  view::advance(*state, clock, 10);
  EXPECT_EQ(state->frame, 0u); // after the last
  view::advance(*state, clock, 10.05);
  EXPECT_EQ(state->frame, 0u);
  view::advance(*state, clock, 10.11);
  EXPECT_EQ(state->frame, 1u);
  state->playing = false;
  press(GLFW_KEY_END);
  std::filesystem::copy(folder.path / "run/frames/cells_000002.vtkhdf",
                        folder.path / "run/frames/cells_000003.vtkhdf");
  view::advance(*state, clock, 20);
  EXPECT_EQ(state->pictures->frames().size(), 4u);
  EXPECT_EQ(state->frame, 3u);
}

} // namespace
} // namespace ibsim
