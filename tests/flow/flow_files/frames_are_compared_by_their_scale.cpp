// `ibsim diff --tolerance` of frames: the scale of a field is its largest value in the whole run.
#include "flow_files/compare_frames.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// Two frames of tensions: of a membrane at rest, where all is rounding, and of one under load.
void write_tensions(const std::filesystem::path& folder, double at_rest, double under_load,
                    SurfaceMesh mesh = tiny::mesh()) {
  std::filesystem::create_directory(folder);
  CellsFrames cells(folder, "cells", std::move(mesh), tiny::fields, {});
  for (const double tension : {at_rest, under_load}) {
    auto values = tiny::point_fields(0);
    values[1].assign(8, tension);
    cells.append<double>(tension == at_rest ? 0 : 1, tiny::positions(0), {values[0], values[1]}, 0);
  }
  cells.settle();
}

TEST(DiffOfFrames, takes_the_scale_of_a_field_from_the_whole_run) {
  const TestFolder folder;
  write_tensions(folder.path / "a", 1e-11, 1);
  write_tensions(folder.path / "b", 3e-14, 1);
  write_tensions(folder.path / "c", 1e-11, 1.001);
  const auto same = [&](const char* other, double tolerance) {
    return compare_frames(folder.path / "a", folder.path / other, "cells", tolerance).same;
  };
  EXPECT_FALSE(same("b", 0));
  EXPECT_TRUE(same("b", 1e-10));
  EXPECT_FALSE(same("b", 1e-12)); // 1e-11 of 1
  EXPECT_FALSE(same("c", 1e-10));
  EXPECT_EQ(compare_frames(folder.path / "a", folder.path / "c", "cells", 1e-10).parts_at, 1);
}

// Triangles belong to "the same, bit for bit", and no tolerance makes two of them the same.
TEST(DiffOfFrames, sees_other_triangles) {
  const TestFolder folder;
  SurfaceMesh turned = tiny::mesh();
  std::swap(turned.triangles[3].x, turned.triangles[3].y);
  write_tensions(folder.path / "a", 1e-11, 1);
  write_tensions(folder.path / "b", 1e-11, 1, turned);
  for (const double tolerance : {0.0, 10.0}) {
    const SeriesComparison found = compare_frames(folder.path / "a", folder.path / "b", "cells", tolerance);
    EXPECT_FALSE(found.same);
    ASSERT_EQ(found.lines.size(), 1u);
    EXPECT_EQ(found.lines[0].find("triangle 3: Connectivity is"), 0u) << found.lines[0];
  }
}

} // namespace
} // namespace ibsim
