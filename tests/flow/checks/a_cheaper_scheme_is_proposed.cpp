// `ibsim check` proposes the scheme in time that is cheaper: its step is one that a scenario may ask for, the
// largest, and where nothing is saved nothing is proposed.
#include "backends.hpp"
#include "checks/cheaper_scheme.hpp"
#include "checks/check_scenario.hpp"
#include "flow/simulation/scenarios.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_scenarios;

namespace {

Scenario cell(real viscosity_ratio, real tethers) {
  Scenario s = sphere(16, 800, 1, 0);
  ObjectKind& kind = s.objects[0];
  kind.closed().law = Skalak{2.5e-3, 0.25};
  kind.closed().viscosity_ratio = viscosity_ratio;
  if (tethers > 0) kind.tethers = {{.stiffness = tethers, .patch = {}}};
  return s;
}

bool may_take(Scenario s, TimeScheme scheme, real step) {
  s.scheme = scheme, s.time = {step, 100 * step, false};
  const std::vector<Finding> found = check_scenario(s);
  return std::none_of(found.begin(), found.end(), [](const Finding& f) { return f.is_error; });
}

void expect_a_true_proposal(Scenario s, TimeScheme from, TimeScheme to) {
  s.scheme = from;
  const std::optional<CheaperScheme> found = cheaper_scheme(s);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->scheme, to);
  EXPECT_TRUE(may_take(s, to, 0.99 * found->step));
  EXPECT_FALSE(may_take(s, to, 1.01 * found->step));
  EXPECT_LT(found->part, 0.8);
  s.scheme = to;
  EXPECT_FALSE(cheaper_scheme(s));
}

TEST(CheaperScheme, of_a_free_cell_is_bdf2) {
  expect_a_true_proposal(cell(1, 0), TimeScheme::imex_rk, TimeScheme::bdf2);
}

// What holds a wall acts on the fluid outside, which with an inner fluid five times as viscous gets much more
// implicit viscosity than it has (limits/bdf2_steps.hpp): by y = 2.75 instead of 1/3.
TEST(CheaperScheme, of_what_is_held_beside_a_viscous_inner_fluid_is_imex_rk) {
  expect_a_true_proposal(cell(5, 1), TimeScheme::bdf2, TimeScheme::imex_rk);
}

TEST(CheaperScheme, is_none_where_nothing_limits_the_steps) {
  Scenario s = cell(1, 0);
  s.objects.clear();
  EXPECT_FALSE(cheaper_scheme(s));
}

} // namespace
} // namespace ibsim
