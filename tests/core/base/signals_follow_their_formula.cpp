// s(t) = mean + amplitude sin(2 pi t/period + phase) + table(t), the table in straight lines.
#include "base/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace ibsim {

TEST(Signal, is_the_sum_of_its_parts) {
  const Signal s{.mean = 3, .amplitude = 2, .period = 8, .phase = 0, .times = {0, 4}, .values = {0, 1}};
  EXPECT_EQ(s.at(0), 3);
  EXPECT_NEAR(s.at(2), 3 + 2 + 0.5, 1e-15); // a quarter of the period, half of the table
  EXPECT_EQ(s.bound(), 4 + 2);
}

TEST(Signal, goes_through_a_table_in_straight_lines) {
  const Signal s{.times = {1, 2, 4}, .values = {10, 20, 0}};
  for (const auto& [time, value] : {std::pair{0.0, 10.0}, {1.5, 15.0}, {2.0, 20.0}, {3.0, 10.0}, {9.0, 0.0}})
    EXPECT_DOUBLE_EQ(s.at(time), value);
  EXPECT_EQ(s.bound(), 20);
}

TEST(Signal, repeats_a_table_that_is_a_period) {
  const Signal s{.times = {1, 2, 4}, .values = {10, 20, -40}, .repeats = true};
  EXPECT_EQ(s.bound(), 40);
  for (const real time : {1.25, 1.5, 3.75}) // dyadic, so that sums of times are exact
    for (const int periods : {-2, 1, 7}) EXPECT_EQ(s.at(time + 3 * periods), s.at(time));
}

} // namespace ibsim
