// `ibsim check` proposes a density where a slow flow may take longer steps by it: one in which inertia means
// nothing at the size of an object, with which its membrane does not ring, and no denser than a liquid.
#include "checks/denser_fluid.hpp"
#include "flow_files/read_text.hpp"
#include "limits/time_plan.hpp"
#include "objects/dimensionless.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// A healthy cell between walls.
Scenario cell(const std::string& fluid, const std::string& rate, const std::string& scheme = "imex-rk") {
  return read("domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\nfluid: {" + fluid +
              "}\nflow: {ends_in_y: walls, shear_rate: " + rate +
              "}\ntime: {step: auto, end: 1 ms, scheme: " + scheme +
              "}\nobjects:\n  - {shape: red cell, at: [8 um, 8 um, 8 um]}\n");
}

void expect_a_true_proposal(const Scenario& s, real reynolds, real laplace) {
  const std::optional<DenserFluid> found = denser_fluid(s);
  ASSERT_TRUE(found);
  FlowModel other = s;
  other.fluid.density = found->density;
  const DimensionlessNumbers numbers = dimensionless_numbers(other, other.objects[0]);
  EXPECT_LE(numbers.reynolds, reynolds * (1 + 1e-12));
  EXPECT_LE(numbers.reynolds / numbers.capillary, laplace * (1 + 1e-12));
  EXPECT_LE(found->density, most_density);
  // two digits, rounded down: up to a tenth less than the bound
  EXPECT_GE(std::max({numbers.reynolds / reynolds, numbers.reynolds / numbers.capillary / laplace,
                      found->density / most_density}),
            0.9);
  EXPECT_NEAR(found->reynolds, numbers.reynolds, 1e-12 * numbers.reynolds);
  const TimeSettings whole{.safety = 1};
  EXPECT_EQ(found->step, first_step_limit(other, whole));
  EXPECT_GE(found->step, 1.25 * first_step_limit(s, whole));
}

// Re = 0.02 at 1500 1/s bounds the density to five times that of plasma.
TEST(DenserFluid, in_plasma_has_no_inertia) {
  expect_a_true_proposal(cell("preset: plasma", "1500 1/s"), 0.1, 1);
}

// In a medium of 28.9 mPa s Re = 0.1 would be that of 2900 g/cm^3, at 20 1/s of 9800: no such number is said.
TEST(DenserFluid, is_no_denser_than_a_liquid) {
  for (const char* rate : {"65 1/s", "20 1/s"}) {
    const Scenario s = cell("viscosity: 28.9 mPa s, temperature: 25 degC", rate);
    expect_a_true_proposal(s, 0.1, 1);
    EXPECT_EQ(denser_fluid(s)->density, most_density);
  }
}

TEST(DenserFluid, is_none_where_nothing_is_gained) {
  EXPECT_FALSE(denser_fluid(cell("preset: plasma", "6000 1/s")));       // Re = 0.08
  EXPECT_FALSE(denser_fluid(cell("preset: plasma", "10 1/s", "bdf2"))); // steps grow by less than a quarter
  EXPECT_FALSE(denser_fluid(cell("preset: plasma", "0 1/s")));
  EXPECT_FALSE(
      denser_fluid(cell("preset: plasma", "{mean: 10 1/s, amplitude: 5 1/s, period: 100 ms, phase: 0 deg}")));
}

} // namespace
} // namespace ibsim
