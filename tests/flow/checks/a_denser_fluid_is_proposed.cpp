// `ibsim check` proposes a density where a slow flow may take longer steps by it: one in which inertia means
// nothing at the size of an object, and with which its membrane does not ring.
#include "checks/denser_fluid.hpp"
#include "flow_files/read_text.hpp"
#include "simulation/dimensionless.hpp"
#include "simulation/time_plan.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// A healthy cell between walls.
Scenario cell(const std::string& fluid, const std::string& rate) {
  return read("domain: {size: [16 um, 16 um, 16 um], cell: 1/2 um}\nfluid: {" + fluid +
              "}\nflow: {ends_in_y: walls, shear_rate: " + rate +
              "}\ntime: {step: auto, end: 1 ms}\nobjects:\n  - {shape: red cell, at: [8 um, 8 um, 8 um]}\n");
}

void expect_a_true_proposal(const Scenario& s, real reynolds, real laplace) {
  const std::optional<DenserFluid> found = denser_fluid(s);
  ASSERT_TRUE(found);
  FlowModel other = s;
  other.fluid.density = found->density;
  const DimensionlessNumbers numbers = dimensionless_numbers(other, other.objects[0]);
  // two digits, rounded down: up to a tenth less than the bound
  EXPECT_LE(numbers.reynolds, reynolds * (1 + 1e-12));
  EXPECT_LE(numbers.reynolds / numbers.capillary, laplace * (1 + 1e-12));
  EXPECT_GE(std::max(numbers.reynolds / reynolds, numbers.reynolds / numbers.capillary / laplace), 0.9);
  EXPECT_NEAR(found->reynolds, numbers.reynolds, 1e-12 * numbers.reynolds);
  const TimeSettings whole{.safety = 1};
  EXPECT_EQ(found->step, first_step_limit(other, whole));
  EXPECT_GE(found->step, 1.25 * first_step_limit(s, whole));
}

// rho E R/mu^2 is 0.0125 in plasma, and Re 1.3e-4 at 10 1/s: the membrane bounds the density.
TEST(DenserFluid, in_plasma_rings_no_membrane) {
  expect_a_true_proposal(cell("preset: plasma", "10 1/s"), 0.1, 1);
}

// In a medium of 28.9 mPa s Re = 0.1 comes first.
TEST(DenserFluid, in_a_viscous_medium_has_no_inertia) {
  expect_a_true_proposal(cell("viscosity: 28.9 mPa s, temperature: 25 degC", "65 1/s"), 0.1, 1);
}

TEST(DenserFluid, is_none_where_nothing_is_gained) {
  EXPECT_FALSE(denser_fluid(cell("preset: plasma", "2000 1/s"))); // Re = 0.03
  EXPECT_FALSE(denser_fluid(cell("preset: plasma", "0 1/s")));
  EXPECT_FALSE(
      denser_fluid(cell("preset: plasma", "{mean: 10 1/s, amplitude: 5 1/s, period: 100 ms, phase: 0 deg}")));
}

} // namespace
} // namespace ibsim
