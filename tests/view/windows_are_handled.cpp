// What a window does with cameras and tables, without one.
#include "view/pictures.hpp"

#if defined(IBSIM_WITH_VIEW)
#include "view/orbit.hpp"
#include "view/run_pictures.hpp"
#include "view/run_tables.hpp"

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
  write_run(folder.path, some_cells(), 1, true);
  const auto run = view::RunPictures::open(folder.path, {});
  const view::Scene scene = run->frame(0);
  EXPECT_EQ(run->picked(scene, {9, 2, -20}, {0, 0, 1}), "4"); // the sphere at (9, 2, 8)
  EXPECT_EQ(run->picked(scene, {15.9f, 11.9f, -20}, {0, 0, 1}), "");
}

TEST(tables, give_the_row_of_an_object) {
  const TestFolder folder;
  write_text(folder.path / "run.csv", "time (us),elastic energy,state_hash\n0,1,aa\n10,3,bb\n");
  write_text(folder.path / "cells.csv",
             "time (us),object,name,area (um^2)\n0,0,cells,5\n0,1,cells,7\n10,0,cells,6\n10,1,cells,8\n");
  const view::RunTables tables(folder.path);
  ASSERT_EQ(tables.columns().size(), 2u);
  EXPECT_EQ(tables.columns()[1].values, (std::vector<float>{1, 3}));
  EXPECT_EQ(tables.columns_of(1).at(0).values, (std::vector<float>{7, 8}));
  EXPECT_EQ(tables.numbers_of(1, 9), (std::vector<std::string>{"name  cells", "area (um^2)  8"}));
}

} // namespace
} // namespace ibsim
#endif
