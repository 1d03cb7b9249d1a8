// `ibsim diff --tolerance`: rounding is forgiven where a quantity is small for a while, or not defined; a
// difference is not.
#include "io/compare_frames.hpp"
#include "test_folder.hpp"
#include "tiny_frames.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

constexpr double half_turn = 3.14159265358979323846;

CsvTable shape(double deformation, double inclination) {
  const auto text = [](double x) { return std::to_string(x); };
  return {{"time (us)", "object", "name", "length (um)", "taylor_deformation", "inclination (rad)"},
          {{"0", "0", "cell", "8", text(deformation), text(inclination)}}};
}
bool same(double deformation, double inclination, double other, double tolerance) {
  return compare_series(shape(deformation, inclination), shape(deformation, other), tolerance).same;
}

TEST(DiffOfTables, knows_the_direction_of_a_shape_as_well_as_the_shape_differs_from_a_circle) {
  EXPECT_FALSE(same(0, 0.02, 0.28, 0)); // to the bit they differ
  EXPECT_TRUE(same(0, 0.02, 0.28, 1e-9));
  EXPECT_FALSE(same(0.1, 0.02, 0.28, 1e-9));
  EXPECT_FALSE(same(0.1, 0.02, 0.28, 0.02)); // 0.1 sin(0.26) = 0.026
  EXPECT_TRUE(same(0.1, 0.02, 0.28, 0.03));
}

TEST(DiffOfTables, takes_directions_of_an_axis_that_differ_by_half_a_turn_for_the_same) {
  EXPECT_TRUE(same(0.1, -half_turn / 2, half_turn / 2, 1e-5)); // six decimals
  EXPECT_FALSE(same(0.1, 0, half_turn / 2, 1e-5));
}

/// Two frames of tensions: of a membrane at rest, where all is rounding, and of one under load.
void write_tensions(const std::filesystem::path& file, double at_rest, double under_load) {
  CellsFile cells(file, tiny::mesh(), tiny::fields, {});
  for (const double tension : {at_rest, under_load}) {
    auto values = tiny::point_fields(0);
    values[1].assign(8, tension);
    cells.append(tension == at_rest ? 0 : 1, tiny::positions(0), values, 0);
  }
}

TEST(DiffOfFrames, takes_the_scale_of_a_field_from_the_whole_run) {
  const TestFolder folder;
  write_tensions(folder.path / "a.vtkhdf", 1e-11, 1);
  write_tensions(folder.path / "b.vtkhdf", 3e-14, 1);
  write_tensions(folder.path / "c.vtkhdf", 1e-11, 1.001);
  const auto same = [&](const char* other, double tolerance) {
    return compare_frames(folder.path / "a.vtkhdf", folder.path / other, tolerance).same;
  };
  EXPECT_FALSE(same("b.vtkhdf", 0));
  EXPECT_TRUE(same("b.vtkhdf", 1e-10));
  EXPECT_FALSE(same("b.vtkhdf", 1e-12)); // 1e-11 of 1
  EXPECT_FALSE(same("c.vtkhdf", 1e-10));
  EXPECT_EQ(compare_frames(folder.path / "a.vtkhdf", folder.path / "c.vtkhdf", 1e-10).parts_at, 1);
}

} // namespace
} // namespace ibsim
