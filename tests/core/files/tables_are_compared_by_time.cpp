// Tables of two runs are compared at common times. A tolerance forgives rounding where a quantity is small or
// not defined; it forgives no difference.
#include "base/error.hpp"
#include "files/compare_series.hpp"

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

/// cells.csv of two objects and two times; one area may be another.
CsvTable areas(const std::string& of_object_1_at_10) {
  return {{"time (us)", "object", "name", "area (um^2)"},
          {{"0", "0", "a", "1"},
           {"0", "1", "b", "1"},
           {"10", "0", "a", "2"},
           {"10", "1", "b", of_object_1_at_10}},
          "cells.csv"};
}

TEST(DiffOfTables, knows_until_when_two_runs_agree) {
  const SeriesComparison found = compare_series(areas("2"), areas("2.5"), 0);
  EXPECT_FALSE(found.same);
  EXPECT_EQ(found.same_until, 0); // object 0 at 10 us agrees too, but the time does not
  EXPECT_EQ(found.parts_at, 10);
  ASSERT_EQ(found.lines.size(), 1u);
  EXPECT_EQ(found.lines[0], "object 1 (b), area (um^2): 2 and 2.5, 0.5 apart");
}

TEST(DiffOfTables, misses_no_row_and_no_column) {
  CsvTable less = areas("2"), named = less, later = less;
  less.rows.pop_back();
  EXPECT_FALSE(compare_series(areas("2"), less, 0).same);
  EXPECT_FALSE(compare_series(less, areas("2"), 1e-3).same);
  named.columns[3] = "volume (um^3)";
  EXPECT_FALSE(compare_series(areas("2"), named, 0).same);
  for (auto* row : {&later.rows[2], &later.rows[3]}) (*row)[0] = "11";
  const SeriesComparison found = compare_series(areas("2"), later, 0);
  EXPECT_TRUE(found.same);
  EXPECT_EQ(found.common, 2u);
  EXPECT_EQ(found.alone, 4u); // two rows of 10 us, two of 11 us
}

// "The same, bit for bit" holds for every column; with a tolerance those that depend on the time step do not
// count.
TEST(DiffOfTables, to_the_bit_is_of_every_column) {
  const auto row = [](const std::string& step, const std::string& cfl, const std::string& time) {
    return CsvTable{{"step", "time (us)", "CFL", "state_hash"}, {{step, time, cfl, "00"}}, "run.csv"};
  };
  const CsvTable one = row("1", "0.5", "10");
  EXPECT_TRUE(compare_series(one, one, 0).same);
  for (const CsvTable& other :
       {row("2", "0.5", "10"), row("1", "0.6", "10"), row("1", "0.5", "10.000000000000002")}) {
    EXPECT_FALSE(compare_series(one, other, 0).same);
    EXPECT_TRUE(compare_series(one, other, 1e-9).same);
  }
  for (const char* time : {"nan", "", "10 us", "inf"})
    EXPECT_THROW(compare_series(one, row("1", "0.5", time), 0), InputError) << time;
  CsvTable backwards = areas("2");
  std::swap(backwards.rows[0], backwards.rows[3]);
  EXPECT_THROW(compare_series(backwards, areas("2"), 0), InputError);
}

} // namespace
} // namespace ibsim
