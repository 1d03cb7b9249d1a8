// Simulated and real time in the progress line.
#include "program/progress.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace ibsim {

TEST(progress, simulated_time_has_the_unit_that_suits_it) {
  EXPECT_EQ(time_text(0), "0 us");
  EXPECT_EQ(time_text(0.1), "0.1 us");
  EXPECT_EQ(time_text(999), "999 us");
  EXPECT_EQ(time_text(1000), "1 ms");
  EXPECT_EQ(time_text(2.5e6), "2.5 s");
}

TEST(progress, wall_clock_reads_as_people_say_it) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s"); // rounds up into the next unit
  EXPECT_EQ(duration_text(3599.7), "1 h 00 min");
  EXPECT_EQ(duration_text(2 * 3600 + 5 * 60 + 59), "2 h 05 min");
}

TEST(progress, unknown_time_left_is_no_number) {
  EXPECT_EQ(duration_text(std::numeric_limits<double>::quiet_NaN()), "?");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "?");
}

} // namespace ibsim
