// Counts and comparisons of `ibsim validate phase_separation`.
#include "validation/passings.hpp"
#include "validation/pries.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

// Two objects with interleaved rows: one goes through the plane, back and through again, and on through the
// end of the box; the other one comes later, is far from the plane, and goes through it once.
TEST(Passings, are_crossings_of_the_plane_with_their_direction) {
  TableColumns rows;
  const auto row = [&](double time, double id, double x, double z) {
    rows["time"].push_back(time), rows["object"].push_back(id), rows["centre x"].push_back(x);
    rows["centre z"].push_back(z), rows["volume"].push_back(90 + id);
  };
  row(0, 0, 5, 68), row(1, 0, 5, 73), row(2, 0, 5, 71), row(2, 7, 30, 60), row(3, 0, 6, 75);
  row(3, 7, 30, 71), row(4, 0, 6, 94), row(4, 7, 31, 72), row(5, 0, 6, 112), row(6, 0, 6, 130);
  const std::vector<Passing> all = passings(rows, 72, 96);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].direction, 1);
  EXPECT_EQ(all[1].direction, -1);
  EXPECT_EQ(all[3].time, 4);
  EXPECT_EQ(passed(all, 0, 10, 0, 22).count, 1); // object 0: there, back, there
  EXPECT_EQ(passed(all, 0, 10, 22, 40).count, 1);
  EXPECT_EQ(passed(all, 0, 10, 22, 40).volume, 97);
  EXPECT_EQ(passed(all, 0, 2, 0, 22).count, 1); // the end of the time does not belong to it
  EXPECT_EQ(passed(all, 2, 3, 0, 22).count, -1);
}

// What no law of division may miss: all cells go somewhere, equal daughters with equal flow have equal
// parts, and the slow daughter gets fewer cells than its part of the flow. To rounding.
TEST(Phase_separation, gives_each_cell_to_a_daughter) {
  for (const double flow : {0.1, 0.3, 0.45, 0.5, 0.8})
    EXPECT_NEAR(phase_separation(20, 15, 12, 0.35, flow) + phase_separation(20, 12, 15, 0.35, 1 - flow), 1,
                1e-14);
  EXPECT_NEAR(phase_separation(10, 8, 8, 0.2, 0.5), 0.5, 1e-14);
  EXPECT_LT(phase_separation(10, 8, 8, 0.2, 0.3), 0.3);
  EXPECT_EQ(phase_separation(10, 8, 8, 0.2, 0.05), 0); // plasma alone: X_0 is 0.077
  EXPECT_EQ(phase_separation(10, 8, 8, 0.2, 0.95), 1);
}

} // namespace
} // namespace ibsim
