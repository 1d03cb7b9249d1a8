// The limits of the step with time.scheme: bdf2 (limits/bdf2_steps.hpp), against runs that begin a little
// out of balance: below the limit what is out of balance dies away, beyond it it grows.
#include "checks/advice.hpp"
#include "checks/check_scenario.hpp"
#include "flow/limits/growth.hpp"
#include "limits/stiffness_at_rest.hpp"

#include <utility>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// A soft sphere beside a much softer one about a fluid of a viscosity ratio.
Scenario sphere_beside_another(real ratio) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  s.grid.n.y = 32;
  s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
  ObjectKind other = s.objects[0];
  other.name = "other", other.closed().law = Skalak{1e-4, 1e-3};
  other.closed().viscosity_ratio = ratio, other.placements[0].centre.y = 12;
  s.objects.push_back(other);
  return s;
}

template <class B>
class LimitsOfBdf2 : public GrowthTest<B> {};
TYPED_TEST_SUITE(LimitsOfBdf2, Backends, BackendNames);

// By backward differences the limit follows the viscosity. Sites that are out of place drift in the plane of
// a membrane, in proportion to the time (measured: 2 to 3 of the disturbance); what grows does so
// hundredfold. The sphere has as many cells for each h, so that runs are alike but for M h rho/mu^2: the
// smallest, the largest, and one between.
TYPED_TEST(LimitsOfBdf2, of_membranes) {
  for (const auto& [h, viscosity] : {std::pair<real, real>{1, 0.2}, {0.5, 1}, {0.25, 5}}) {
    Scenario s = soft_sphere(h);
    s.scheme = TimeScheme::bdf2;
    s.fluid.viscosity = viscosity;
    s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
    EXPECT_LT(this->growth(s, 0.9, 120), 5) << h << " " << viscosity;
    EXPECT_TRUE(this->grows(s, viscosity < 1 ? 1.25 : 1.15, 250, 100)) << h << " " << viscosity;
  } // measured: from 1.05 to 1.1 on, in the thin fluid where inertia matters up to 1.2
}

// Where a membrane is stretched it is stiffer, and one whose area resists as a whole is tense besides. Sites
// that nothing but such a tension holds drift (limits_of_other_terms.cpp).
TYPED_TEST(LimitsOfBdf2, of_what_is_stretched_or_tense) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  ObjectKind& kind = s.objects[0];
  kind.closed().law = Skalak{0.1, 0.25};
  for (const real stretch : {1.1, 1.3}) {
    kind.placements[0].stretch = {stretch, stretch, stretch};
    EXPECT_LT(this->growth(s, 0.9, 120), 100) << stretch;
    EXPECT_TRUE(this->grows(s, 1.4, 250, 1000)) << stretch; // measured: from 1.17 to 1.29 on
  }
  kind.closed().law = Skalak{0.01, 0.02}, kind.closed().global_area_modulus = 0.1;
  kind.placements[0].stretch = {1.1, 1.1, 1.1};
  EXPECT_LT(this->growth(s, 0.9, 120), 100);
  EXPECT_TRUE(this->grows(s, 2, 250, 1000)); // measured: from 1.64 to 1.72 on
}

// A red cell with springs that forget, as others have: its two sides are near enough to share some fluid, so
// that it grows earlier than spheres do (measured: clean at 0.91, growing at 0.93 to 0.98 for h = 1/2 um and
// at 0.98 for
// 1/3 um).
TYPED_TEST(LimitsOfBdf2, of_a_viscous_red_cell) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  s.grid.n = {24, 24, 24};
  ObjectKind& kind = s.objects[0];
  kind.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  kind.closed().law = Skalak{5e-3, 0.25};
  kind.closed().data_sites = 400;
  kind.closed().viscosity = {.viscosity = 300, .modulus = 0.3};
  kind.placements[0].centre = {6, 6, 6};
  EXPECT_LT(this->growth(s, 0.9, 100), 5);
  EXPECT_TRUE(this->grows(s, 1.2, 200, 50));
}

// Stiff in a thin fluid, M h/(rho nu^2) = 120, ripples swing within a step, and grow so slowly that 150 steps
// do not show it: for 1000 steps this one is clean at 1.0 of the limit, where only sites drift in the plane,
// in proportion to the time, and diverges at 1.17.
TYPED_TEST(LimitsOfBdf2, of_stiff_membranes) {
  Scenario s = soft_sphere(1);
  s.scheme = TimeScheme::bdf2;
  s.objects[0].closed().law = Skalak{30, 30};
  EXPECT_LT(this->growth(s, 0.9, 600), 40);
  EXPECT_TRUE(this->grows(s, 1.25, 1000, 1000));
}

TYPED_TEST(LimitsOfBdf2, of_other_terms) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  const auto expect_between = [&](const char* of, real grows_at) {
    EXPECT_LT(this->growth(s, 0.9, 120), 10) << of;
    EXPECT_TRUE(this->grows(s, grows_at, 250, 50)) << of;
  };
  ObjectKind& kind = s.objects[0];
  for (const real stiffness : {10.0, 0.1}) {
    kind.tethers = {{.stiffness = stiffness}};
    expect_between("tethers", 1.9); // of a sphere; planes are less favourable (tubes_carry_poiseuille_flow)
  }
  kind.tethers = {};
  kind.closed().viscosity = {.viscosity = 30, .modulus = 0.3};
  expect_between("the springs of a Maxwell element", 1.5); // measured: clean at 1.3, growing at 1.4
  kind.closed().viscosity = {};
  kind.closed().bending = {.modulus = 0.1};
  expect_between("bending", 1.15); // measured: clean at 1.0, growing at 1.1
}

// A viscosity after Kelvin and Voigt is tracked, so that none is too large; elasticity beside it has 0.83 of
// its limit. By the least and the most viscous membrane.
TYPED_TEST(LimitsOfBdf2, of_kelvin_and_voigt) {
  for (const real viscosity : {2.0, 300.0}) {
    Scenario s = soft_sphere(0.5);
    s.scheme = TimeScheme::bdf2;
    s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
    s.objects[0].closed().viscosity = {.viscosity = viscosity, .model = ViscosityModel::kelvin_voigt};
    for (const real part : {0.05, 0.3, 0.9})
      EXPECT_LT(this->growth(s, part, 150), 5) << viscosity << " " << part;
    EXPECT_TRUE(this->grows(s, 2, 250, 50)) << viscosity;
  }
}

// With a fluid of another viscosity inside ripples are resisted by both, and swing where the implicit
// viscosity is much more than that: they grow by 1.01 to 1.05 a step then, so that 300 steps show it. Each
// kind of ripple begins to grow at 1.05 to 1.5 of the limit, and where the limit stays that of the thinner
// fluid, which a long thin cell needs, at 1.7 to 2.9 (docs/notes/stability.md). By the extremes of the
// ratio, and by the usual one of 5 for the red cell.
TYPED_TEST(LimitsOfBdf2, of_membranes_about_another_fluid) {
  const auto expect_between = [&](Scenario s, const char* of, real ratio, real grows_at) {
    s.scheme = TimeScheme::bdf2;
    s.objects[0].closed().viscosity_ratio = ratio;
    EXPECT_LT(this->growth(s, 0.9, 200), 3) << of << " " << ratio;
    EXPECT_TRUE(this->grows(s, grows_at, 300, 10)) << of << " " << ratio;
  };
  using RatioAndGrowth = std::pair<real, real>;
  Scenario s = soft_sphere(0.5);
  ClosedSurface& sphere = s.objects[0].closed();
  sphere.viscosity = {.viscosity = 300, .modulus = 0.3};
  for (const auto& [ratio, at] : {RatioAndGrowth{0.2, 2.8}, {20, 2.2}})
    expect_between(s, "springs", ratio, at);
  sphere.viscosity = {}, sphere.bending = {.modulus = 0.1};
  for (const auto& [ratio, at] : {RatioAndGrowth{0.2, 3.2}, {5, 2.1}})
    expect_between(s, "bending", ratio, at);
  sphere.bending = {}, sphere.law = Skalak{2.5e-3, 0.25};
  for (const auto& [ratio, at] : {RatioAndGrowth{0.2, 3.3}, {20, 1.5}})
    expect_between(s, "the area modulus", ratio, at);

  s = soft_sphere(1); // of a thin one less is inside
  s.grid.n = {12, 12, 12};
  s.objects[0].closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  s.objects[0].closed().law = Skalak{2.5e-3, 0.25}, s.objects[0].placements[0].centre = {6, 6, 6};
  expect_between(s, "a red cell", 5, 1.5); // 0.2 grows at 2.8, and 20 at 1.5 too
}

// Beside it elasticity has 0.83 of its limit, as without another fluid.
TYPED_TEST(LimitsOfBdf2, of_kelvin_and_voigt_about_another_fluid) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  s.objects[0].closed().law = Skalak{2.5e-3, 0.25}, s.objects[0].closed().viscosity_ratio = 5;
  s.objects[0].closed().viscosity = {.viscosity = 300, .model = ViscosityModel::kelvin_voigt};
  EXPECT_LT(this->growth(s, 0.9, 150), 10);
}

// The implicit viscosity follows the thickest fluid, so that a membrane around the thin one has much more of
// it than its fluid: y = 3 beside a cell of 5, where roots leave the circle at 1/8.7 of what they do alone,
// and y = 1 beside one of 2, at 1/2.8 (bdf2_steps.hpp; of a single object, and two count twice without
// contact, so growth begins at some 2 times the limit: measured 2.2 and 2.1). By the ratio of 5, whose factor
// is the larger one.
TYPED_TEST(LimitsOfBdf2, of_a_membrane_among_thicker_fluids) {
  const Scenario s = sphere_beside_another(5);
  EXPECT_LT(this->growth(s, 0.9, 120), 5);
  EXPECT_TRUE(this->grows(s, 3, 250, 50));
}

// A membrane with the same fluid on both sides, beside one about a fluid of a tenth: the implicit viscosity
// is that of its own fluid, by which roots leave the circle at s/d = 4/3 where they do at 3.05 with a third
// more. Two objects count twice without contact, so growth begins at some 2 times the limit (measured: clean
// at 2.0, growing at 2.3). At three quarters of its fluid the limit would be none at all.
TYPED_TEST(LimitsOfBdf2, of_a_membrane_beside_a_thinner_inside) {
  const Scenario s = sphere_beside_another(0.1);
  EXPECT_LT(this->growth(s, 0.9, 120), 5);
  EXPECT_TRUE(this->grows(s, 3, 250, 50));
}

// What is inside of a thin edge is not resolved there, so that a thicker one does not answer: a platelet of
// ratio 5 (measured: clean at 2.3, 3.5 times at 2.6, gone at 3; in the strong form 14 times at 1.7, which its
// whole width would allow).
TYPED_TEST(LimitsOfBdf2, of_a_thin_body_with_a_thicker_inside) {
  Scenario s = soft_sphere(0.25);
  s.scheme = TimeScheme::bdf2;
  s.grid.n = {24, 24, 24};
  ClosedSurface& platelet = s.objects[0].closed();
  platelet.surface = {ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}};
  platelet.law = EvansSkalak{0.1, 3}, platelet.viscosity_ratio = 5;
  platelet.data_sites = 200, platelet.sample_sites = 1024;
  s.objects[0].placements[0].centre = {3, 3, 3};
  EXPECT_LT(this->growth(s, 0.9, 120), 5);
  EXPECT_TRUE(this->grows(s, 3.2, 250, 50));
}

// Sheets through the whole box, of the paper's elasticity, share the fluid between them the more the nearer
// they are (measured: growing from 1.25, 1.05, 1.1 and 1.0 of the limit on; apart, one of them grows at 1.0
// of its own, which without sharing would be exceeded by 1.7 at the least gap).
TYPED_TEST(LimitsOfBdf2, of_surfaces_near_each_other) {
  const SurfaceKind kind = make_flat_sheet(4, 4, 9, 16);
  for (const real gap : {0.1, 0.5, 1.0, 3.0}) { // cells
    Scenario s = two_sheets(0.5, gap, 1e-4);
    s.scheme = TimeScheme::bdf2, s.contact = {};
    for (ObjectKind& sheet : s.objects) sheet.closed().law = Skalak{2.5e-3, 0.25};
    const Stiffness rest = stiffness_at_rest(s.objects[0]);
    const real part = elastic_step_limit(rest, s, gap * s.grid.h) / elastic_step_limit(rest, s);
    EXPECT_LT(this->growth(s, {kind, kind}, 0.9 * part, 150), 5) << gap;
    EXPECT_TRUE(this->grows(s, {kind, kind}, 1.4 * part, 250, 50)) << gap;
  }
}

// The same of what resists shear alone: planes that slide alike take all fluid between them along. Two planes
// of the grid's kernel share 1.95, 1.83 and 1.28 times at 0.5, 1 and 3 cells (docs/notes/stability.md).
TYPED_TEST(LimitsOfBdf2, of_shear_between_surfaces_near_each_other) {
  const SurfaceKind kind = make_flat_sheet(4, 4, 9, 16);
  for (const real gap : {0.5, 1.0, 3.0}) { // cells
    Scenario s = two_sheets(0.5, gap, 1e-4);
    s.scheme = TimeScheme::bdf2, s.contact = {};
    for (ObjectKind& sheet : s.objects) sheet.closed().law = EvansSkalak{0.3, 1e-3};
    const Stiffness rest = stiffness_at_rest(s.objects[0]);
    const real part = elastic_step_limit(rest, s, gap * s.grid.h) / elastic_step_limit(rest, s);
    EXPECT_LT(this->growth(s, {kind, kind}, 0.9 * part, 150), 5) << gap;
    EXPECT_TRUE(this->grows(s, {kind, kind}, 1.4 * part, 250, 50)) << gap;
  }
}

// Contact pushes the sheets apart meanwhile, by as much as the disturbance (measured: 1.01 to 1.2). A strong
// one, of which the sheets' elasticity is an eighth of the limit's rate, is what grows.
TYPED_TEST(LimitsOfBdf2, of_contact) {
  const SurfaceKind kind = make_flat_sheet(4, 4, 9, 16);
  for (const real gap : {0.5, 1.0}) {
    Scenario s = two_sheets(0.5, gap, 0.3);
    s.scheme = TimeScheme::bdf2;
    EXPECT_LT(this->growth(s, {kind, kind}, 0.9, 100), 1.5) << gap;
  }
  Scenario s = two_sheets(0.5, 1.5, 0.3);
  s.scheme = TimeScheme::bdf2;
  s.contact.pressure = 20;
  EXPECT_LT(this->growth(s, {kind, kind}, 0.9, 100), 1.5);
  EXPECT_TRUE(this->grows(s, {kind, kind}, 1.5, 100, 10));
}

// A fixed step beyond the limit is refused with a safe one, 0.8 of the limit (54.8 us).
TYPED_TEST(LimitsOfBdf2, are_kept) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  s.objects[0].closed().law = Skalak{2.5e-3, 0.25};
  const real limit = elastic_step_limit(s.objects[0], s);
  const auto errors = [&](real step) {
    s.time.step = step, s.time.end = 100 * step;
    std::string all;
    for (const Finding& finding : check_scenario(s))
      if (finding.is_error) all += finding.key + ": " + finding.message + "\n";
    return all;
  };
  EXPECT_EQ(errors(0.99 * limit), "");
  EXPECT_NE(errors(1.01 * limit).find("the largest safe step is about 4"), std::string::npos);
  s.objects[0].closed().viscosity = {.viscosity = 300, .model = ViscosityModel::kelvin_voigt};
  EXPECT_EQ(errors(0.8 * limit), "");
}

} // namespace
} // namespace ibsim
