// Values of `--set` of a sweep, and the points that follow.
#include "base/error.hpp"
#include "base/units.hpp"
#include "sweep/slurm_script.hpp"
#include "sweep/sweep_plan.hpp"

#include <cmath>
#include <gtest/gtest.h>

using namespace ibsim;

namespace {
using Words = std::vector<std::string>;
} // namespace

TEST(sweep, a_list_takes_the_last_unit) {
  const SweptKey key = swept_key("objects.0.membrane.shear_modulus=2.5,5, 10 uN/m");
  EXPECT_EQ(key.key, "objects.0.membrane.shear_modulus");
  EXPECT_EQ(key.values, (Words{"2.5 uN/m", "5 uN/m", "10 uN/m"}));
  EXPECT_EQ(key.unit, "uN/m");
  EXPECT_EQ(swept_key("time.end=100 us,1 ms").values, (Words{"100 us", "1 ms"}));
  EXPECT_EQ(swept_key("time.end=100 us,1 ms").unit, ""); // the column has the values as they are
  EXPECT_EQ(swept_key("coupling.kernel=cosine,peskin 3").values, (Words{"cosine", "peskin 3"}));
}

TEST(sweep, what_is_one_value_stays_one) {
  for (const char* one : {"objects.0.at=[1 um, 2 um, 3 um]", "title=\"a, b\"", "time.end=2 ms"})
    EXPECT_EQ(swept_key(one).values.size(), 1u) << one;
}

TEST(sweep, a_range_has_both_ends_and_equal_ratios_or_distances) {
  const SweptKey ratios = swept_key("fluid.background_shear=50:1000:8log 1/s");
  ASSERT_EQ(ratios.values.size(), 8u);
  EXPECT_EQ(ratios.values.front(), "50 1/s");
  EXPECT_EQ(ratios.values.back(), "1000 1/s");
  for (std::size_t i = 0; i + 1 < 8; ++i) { // written with six digits, half of the last of which is lost
    const real ratio = parse_quantity(ratios.values[i + 1], dimension::rate) /
                       parse_quantity(ratios.values[i], dimension::rate);
    EXPECT_NEAR(ratio, std::pow(20.0, 1.0 / 7), ratio * 2 * 0.5e-5);
  }
  EXPECT_EQ(swept_key("domain.points=0:100:5").values, (Words{"0", "25", "50", "75", "100"}));
  EXPECT_THROW(swept_key("x=0:100:5log"), InputError);
  EXPECT_THROW(swept_key("x=1:2:1"), InputError);
}

TEST(sweep, points_are_all_combinations_with_names_of_their_own) {
  const SweepPlan plan = plan_sweep({"a.x=1,2", "time.end=1 ms", "b.x=3,4,5 1/s"});
  ASSERT_EQ(plan.points.size(), 6u);
  EXPECT_EQ(plan.fixed, (Words{"time.end=1 ms"}));
  EXPECT_EQ(plan.points[1].name, "a.x=1,b.x=4_1_s"); // keys that end alike are named in full
  EXPECT_EQ(assignments_of(plan, plan.points[5]), (Words{"time.end=1 ms", "a.x=2", "b.x=5 1/s"}));
  // keys that vary together: value by value, for each combination of the others
  const SweepPlan both = plan_sweep({"a.x=1,2"}, {"b.y=3,4,5 1/s", "time.end=30,20,10 ms"});
  ASSERT_EQ(both.points.size(), 6u);
  EXPECT_EQ(both.points[0].values, (Words{"1", "3 1/s", "30 ms"}));
  EXPECT_EQ(both.points[1].values, (Words{"1", "4 1/s", "20 ms"}));
  EXPECT_EQ(both.points[5].values, (Words{"2", "5 1/s", "10 ms"}));
  EXPECT_EQ(plan_sweep({}, {"a=1,2", "b=3,4"}).points.size(), 2u);
  EXPECT_THROW(plan_sweep({"c=1,2"}, {"a=1,2", "b=3,4,5"}), InputError); // of different lengths
  EXPECT_THROW(plan_sweep({"a=1,2"}, {"a=1,2"}), InputError);
  EXPECT_THROW(plan_sweep({"a=1"}), InputError);                            // nothing is swept
  EXPECT_THROW(plan_sweep({"a=1,1"}), InputError);                          // a point twice
  EXPECT_THROW(plan_sweep({"a=1,2", "a=3"}), InputError);                   // a key twice
  EXPECT_THROW(plan_sweep({"a=1:1000:1000", "b=1:1000:1000"}), InputError); // a million runs
}

TEST(sweep, a_job_quotes_what_a_shell_would_take_apart) {
  const std::string script = slurm_script("/opt/ibsim", {"s.yaml", "--set", "a=it's 1/s"}, 3, "results/s");
  EXPECT_NE(script.find("/opt/ibsim sweep s.yaml --set 'a=it'\\''s 1/s' --point"), std::string::npos);
  EXPECT_NE(script.find("--array=0-2\n"), std::string::npos);
}
