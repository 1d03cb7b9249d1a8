// Extent to which a flow stretches a membrane (objects/narrowed_waves.hpp), and the resolution of its
// force and motion then.
#include "flow/simulation/scenarios.hpp"
#include "objects/dimensionless.hpp"
#include "objects/narrowed_waves.hpp"
#include "objects/structure_properties.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace ibsim {
namespace {

/// A neo-Hookean sphere of 3.91 um in shear, with sites that carry more degrees than the grid.
Scenario drawn(real rate) {
  Scenario s = testing_scenarios::sphere(32, 8832, 0.1, 1);
  s.objects[0].closed().law = NeoHookean{2.5e-3};
  s.objects[0].closed().data_sites = 864;
  s.drive.shear_rate.mean = rate;
  s.initial_flow = InitialFlow::shear;
  return s;
}

} // namespace

// W_1 of a neo-Hookean membrane does not depend on its strain, so l^2 - 1/l^2 = Ca, whose root is known. It
// is found by halving 3 forty times: to 3/2^40 = 3e-12; l of more than 4 is 4.
TEST(narrowed_waves, are_as_narrow_as_tensions_balance) {
  for (const real rate : {1e-4, 1e-3, 3e-3, 1e-2}) {
    const Scenario s = drawn(rate);
    const real Ca = dimensionless_numbers(s, s.objects[0]).capillary;
    EXPECT_NEAR(stretch_by_flow(s, s.objects[0]), std::sqrt((Ca + std::sqrt(Ca * Ca + 4)) / 2), 1e-11)
        << rate;
  }
  const Scenario fast = drawn(1);
  EXPECT_NEAR(stretch_by_flow(fast, fast.objects[0]), 4, 1e-11);
  const Scenario slow = drawn(0);
  EXPECT_EQ(stretch_by_flow(slow, slow.objects[0]), 1);
}

// The shortest waves, sqrt(pi A)/L of a surface A, are of four cells and of 2.1 l; one degree more would have
// shorter ones. Slow flows change nothing.
TEST(narrowed_waves, have_a_place_when_they_are_drawn) {
  for (const real rate : {0.0, 1e-3, 3e-3, 1e-2, 2e-2}) {
    const Scenario s = drawn(rate);
    const ObjectKind& kind = s.objects[0];
    const int L = resolved_degree(kind, s).degree;
    const real shortest = std::sqrt(std::numbers::pi * area_and_volume(kind.closed().surface).area),
               cells = std::max(4.0, 2.1 * stretch_by_flow(s, kind));
    EXPECT_GE(shortest / (L * s.grid.h), cells) << rate;
    EXPECT_LT(shortest / ((L + 1) * s.grid.h), cells) << rate;
    if (rate <= 1e-3) {
      EXPECT_EQ(cells, 4) << rate; // Ca is 1.6, l 1.4
    }
  }
}

} // namespace ibsim
