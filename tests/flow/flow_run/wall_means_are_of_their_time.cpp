// The means of a wall's stress over time: frames/wall_means_000000.vtkhdf.
#include "flow_run/wall_means.hpp"

#include "files/read_frames.hpp"
#include "files/run_folder.hpp"
#include "flow_files/cells_frames.hpp"
#include "model/output_plan.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

constexpr int side = 4; // vertices along either side of a flat wall, 1 um apart

SurfaceMesh flat_wall() {
  SurfaceMesh mesh{side * side, {}, std::vector<int>(side * side), std::vector<int>(side * side)};
  for (int j = 0; j + 1 < side; ++j)
    for (int i = 0; i + 1 < side; ++i) {
      const int a = i + side * j, b = a + 1, c = a + side, d = c + 1;
      mesh.triangles.push_back({a, b, d}), mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

/// Stress along y of factor times 1 + x/um, kPa.
void add_frame(CellsFrames& wall, double time, double factor) {
  std::vector<double> positions, stress;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i)
      positions.insert(positions.end(), {1.0 * i, 1.0 * j, 0}),
          stress.insert(stress.end(), {0, factor * (1 + i), 0});
  wall.append<double>(time, positions, {stress, stress}, 0);
}

const SurfaceFrameData::Field& field_of(const SurfaceFrameData& frame, const std::string& name) {
  for (const auto& field : frame.fields)
    if (field.name == name) return field;
  throw std::runtime_error("no " + name);
}

// Factors 3, -1, 3, -1, 3 after one of 100 that comes too early. By the trapezoidal rule the mean is
// (3/2 - 1 + 3 - 1 + 3/2)/4 = 1 and the mean of the magnitude 2, so the index is (1 - 1/2)/2. The mean
// magnitude is 2 (1 + x), of gradient 2, which linear functions on triangles have exactly. Numbers are read
// as floats: 4e-6 for values up to 8.
TEST(WallMeans, are_those_of_the_frames_from_a_time_on) {
  const TestFolder folder;
  OutputPlan output;
  output.folder = folder.path.string(), output.averages_from = 10;
  {
    CellsFrames wall(folder.path, wall_series, flat_wall(),
                     {{"traction", "kPa", 3}, {"wall_stress", "kPa", 3}}, {});
    add_frame(wall, 5, 100);
    for (int k = 0; k < 5; ++k) add_frame(wall, 10 + 10 * k, k % 2 ? -1 : 3);
    wall.settle();
  }
  write_wall_means(output);
  const std::vector<std::string> names{"mean_wall_stress", "mean_magnitude", "oscillatory_index",
                                       "stress_gradient", "mean_traction"};
  const SurfaceFrameData means =
      read_surface_frame(folder.path / "frames" / "wall_means_000000.vtkhdf", names);
  EXPECT_EQ(means.time, 50);
  for (std::size_t v = 0; v < side * side; ++v) {
    const double scale = 1 + static_cast<double>(v % side);
    EXPECT_NEAR(static_cast<double>(field_of(means, "mean_wall_stress").values[3 * v + 1]), scale, 4e-6);
    EXPECT_NEAR(static_cast<double>(field_of(means, "mean_traction").values[3 * v + 1]), scale, 4e-6);
    EXPECT_NEAR(static_cast<double>(field_of(means, "mean_magnitude").values[v]), 2 * scale, 4e-6);
    EXPECT_NEAR(static_cast<double>(field_of(means, "oscillatory_index").values[v]), 0.25, 4e-6);
    EXPECT_NEAR(static_cast<double>(field_of(means, "stress_gradient").values[v]), 2, 4e-6);
  }
}

TEST(WallMeans, need_two_frames) {
  const TestFolder folder;
  OutputPlan output;
  output.folder = folder.path.string();
  {
    CellsFrames wall(folder.path, wall_series, flat_wall(),
                     {{"traction", "kPa", 3}, {"wall_stress", "kPa", 3}}, {});
    add_frame(wall, 0, 1);
    wall.settle();
  }
  write_wall_means(output);
  EXPECT_TRUE(frame_paths(folder.path, wall_means_series, true).empty());
}

// No pull at all, a steady one, and one whose directions cancel.
TEST(WallMeans, index_is_between_zero_and_a_half) {
  EXPECT_EQ(oscillatory_index({}, 0), 0);
  EXPECT_EQ(oscillatory_index({0, 3, 4}, 5), 0);
  EXPECT_EQ(oscillatory_index({}, 5), 0.5);
}

} // namespace
} // namespace ibsim
