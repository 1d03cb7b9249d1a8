// Motions and periods of series of angles in closed form: Jeffery's orbits, steady and swinging treading,
// rolling discs and spindles.
#include "diagnostics/motion_in_shear.hpp"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi, nan = std::numeric_limits<real>::quiet_NaN();
constexpr real rate = 1e-4; // 1/us
constexpr int rows = 1201;
constexpr real apart = 0.05; // in strain

/// What a function of the strain does to a row, over a strain of 60. Angles are wrapped as tables have them.
struct Row {
  real inclination = 0, tank_treading = 0, rotation = 0, length = 8, width = 3, extent_x = 8, axis_x = 0;
};
SeriesOfObject series(const std::function<Row(real)>& at, bool with_strain = true) {
  SeriesOfObject s;
  for (int i = 0; i < rows; ++i) {
    const Row row = at(i * apart);
    s.time.push_back(i * apart / rate);
    if (with_strain) s.strain.push_back(i * apart);
    s.inclination.push_back(std::remainder(row.inclination, pi));
    s.tank_treading.push_back(row.tank_treading), s.rotation.push_back(row.rotation);
    s.length.push_back(row.length), s.width.push_back(row.width);
    s.extent_x.push_back(row.extent_x), s.axis_x.push_back(row.axis_x);
  }
  return s;
}

/// G. B. Jeffery (1922, Proc. R. Soc. A 102, 161, doi:10.1098/rspa.1922.0078): the angle of the long axis of
/// a spheroid of ratio r from the flow, tan = tan(-r strain/(r^2 + 1))/r, without jumps.
real jeffery(real r, real strain) {
  const real phase = -r * strain / (r * r + 1);
  return std::atan2(std::sin(phase) / r, std::cos(phase)) + 2 * pi * std::round(phase / (2 * pi));
}

// A whole turn takes a strain of 2 pi (r + 1/r). The window begins between two rows, where the angle is taken
// as straight: off by at most w' dt^2/8 of an angle that turns by w dt, so by less than dt/8 = 0.006 of 15.7.
TEST(MotionInShear, of_a_rigid_spheroid_is_tumbling_with_the_period_of_jeffery) {
  constexpr real r = 2;
  const MotionInShear found = motion_in_shear(series([](real strain) {
    const real angle = jeffery(r, strain);
    return Row{.inclination = angle, .rotation = angle};
  }));
  EXPECT_EQ(found.motion, "tumbles");
  EXPECT_NEAR(found.period * rate, 2 * pi * (r + 1 / r), 0.006);
  EXPECT_NEAR(found.frequency * 2 * pi * (r + 1 / r), 1, 0.006 / 15.7);
  EXPECT_EQ(found.half_turns, 5);          // of 60/7.85 = 7.6, those in the last three quarters
  EXPECT_NEAR(found.inclination, 0, 0.01); // both halves of an orbit are alike; a row more or less is 1 %
  EXPECT_TRUE(std::isnan(found.amplitude));
}

// Steady: the angles are straight lines, so all is exact to round-off.
TEST(MotionInShear, of_a_membrane_that_goes_round_is_treading) {
  const auto treads = [](real strain) {
    return Row{.inclination = 15 * pi / 180, .tank_treading = -0.25 * strain, .rotation = -0.25 * strain};
  };
  for (const bool with_strain : {true, false}) {
    const MotionInShear found = motion_in_shear(series(treads, with_strain));
    EXPECT_EQ(found.motion, "treads");
    EXPECT_NEAR(found.period * rate, 2 * pi / 0.25, 1e-9);
    if (with_strain) EXPECT_NEAR(found.frequency, 0.25 / (2 * pi), 1e-12);
    EXPECT_NEAR(found.inclination, 15 * pi / 180, 1e-12);
    EXPECT_NEAR(found.amplitude, 0, 1e-12);
  }
}

// It swings twice a turn of the membrane. Rows turn the phase by 0.025, so the extremes are met to 1 - cos of
// half of that, 1e-4 of 5 degrees.
TEST(MotionInShear, that_goes_up_and_down_is_swinging) {
  const MotionInShear found = motion_in_shear(series([](real strain) {
    const real round = -0.25 * strain;
    const real angle = (14 + 5 * std::sin(2 * round)) * pi / 180;
    return Row{.inclination = angle, .tank_treading = round, .rotation = round + angle - 14 * pi / 180};
  }));
  EXPECT_EQ(found.motion, "swings");
  EXPECT_NEAR(found.amplitude * 180 / pi, 5, 1e-3);
  EXPECT_NEAR(found.inclination * 180 / pi, 14, 5 * 0.05); // a row more or less of 251
}

// A free body turns by half the rate of shear: a turn in a strain of 4 pi.
TEST(MotionInShear, about_its_own_axis_is_rolling) {
  const auto wheel = [](real strain) {
    return Row{.inclination = 0.3,
               .tank_treading = -strain / 2,
               .rotation = -strain / 2,
               .length = 7.9,
               .width = 7.8,
               .extent_x = 2.5,
               .axis_x = 1};
  };
  const auto spindle = [&](real strain) {
    Row row = wheel(strain);
    row.length = 2.1, row.width = 2, row.extent_x = 8, row.axis_x = nan;
    return row;
  };
  for (const MotionInShear& found : {motion_in_shear(series(wheel)), motion_in_shear(series(spindle))}) {
    EXPECT_EQ(found.motion, "rolls");
    EXPECT_NEAR(found.period * rate, 4 * pi, 1e-9);
  }
}

TEST(MotionInShear, is_not_made_up) {
  EXPECT_EQ(motion_in_shear(series([](real) { return Row{.inclination = 0.2}; })).motion, "rests");
  SeriesOfObject few = series([](real) { return Row{}; });
  for (std::vector<real>* values : {&few.time, &few.strain, &few.inclination, &few.tank_treading,
                                    &few.rotation, &few.length, &few.width, &few.extent_x, &few.axis_x})
    values->resize(3);
  EXPECT_EQ(motion_in_shear(few).motion, "");
}

// An axis has no head: 89 and -89 degrees are 2 degrees apart, and their mean is 90.
TEST(MotionInShear, knows_that_an_axis_has_no_head) {
  const std::vector<real> angles{89 * pi / 180, -89 * pi / 180, nan, 89 * pi / 180, -89 * pi / 180};
  EXPECT_NEAR(std::abs(axial_mean(angles)), pi / 2, 1e-12);
  const std::vector<real> followed = followed_by_half_turns(angles);
  EXPECT_NEAR(followed[1] - followed[0], 2 * pi / 180, 1e-12);
  EXPECT_TRUE(std::isnan(followed[2]));
  EXPECT_NEAR(followed[4] - followed[0], 2 * pi / 180, 1e-12);
}

} // namespace
} // namespace ibsim
