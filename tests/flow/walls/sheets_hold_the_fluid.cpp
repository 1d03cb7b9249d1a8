// Sheets: their relief is that of its formula, flow over them is Couette's, what crosses them is refused, and
// packed objects lie above them.
#include "backends.hpp"
#include "base/text.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/simulation/scenarios.hpp"
#include "model/initial_sites.hpp"
#include "model/placed_bodies.hpp"
#include "objects/structure_properties.hpp"
#include "packing/place_objects.hpp"
#include "surface/sheet.hpp"
#include "walls/sheet_load.hpp"
#include "walls/sheets.hpp"

#include <algorithm>
#include <numbers>

namespace ibsim {
using namespace testing_scenarios;

namespace {

constexpr Relief::Form forms[] = {Relief::Form::flat, Relief::Form::cobblestone, Relief::Form::elongated};

// The published heights (arXiv 2108.09396), and derivatives by differences: of second order, e^2 = 1e-8 of
// the third derivative, and round-off 1e-16/e^2 of a second difference.
TEST(Reliefs, are_those_of_their_formulas) {
  constexpr real e = 1e-4, tolerance = 1e-6;
  for (const Relief::Form form : forms) {
    const Relief relief{form, 1.5, 16, 12};
    for (int i = 0; i < 20; ++i) {
      const real x = 0.9 * i, z = 1.7 * i + 0.3;
      const ReliefAt at = relief_at(relief, x, z);
      const real a = 2 * std::numbers::pi * z / 12, b = 2 * std::numbers::pi * x / 16;
      const real w = form == Relief::Form::flat          ? 0
                     : form == Relief::Form::cobblestone ? std::cos((a - b) / 2) * std::cos((a + b) / 2)
                                                         : std::cos(a - b) * std::sin(b / 2);
      EXPECT_NEAR(at.y, 1.5 * w * w, 1e-14);
      const auto y = [&](real dx, real dz) { return relief_at(relief, x + dx, z + dz).y; };
      EXPECT_NEAR(at.dx, (y(e, 0) - y(-e, 0)) / (2 * e), tolerance);
      EXPECT_NEAR(at.dz, (y(0, e) - y(0, -e)) / (2 * e), tolerance);
      EXPECT_NEAR(at.dxx, (y(e, 0) - 2 * y(0, 0) + y(-e, 0)) / (e * e), tolerance);
      EXPECT_NEAR(at.dzz, (y(0, e) - 2 * y(0, 0) + y(0, -e)) / (e * e), tolerance);
      EXPECT_NEAR(at.dxz, (y(e, e) - y(e, -e) - y(-e, e) + y(-e, -e)) / (4 * e * e), tolerance);
    }
  }
}

/// A rigid sheet on springs in a channel of 12 um.
Scenario channel_with_sheet(const std::string& sheet, const std::string& drive = "mean_velocity: 3 mm/s") {
  return read(
      "domain: {size: [6 um, 12 um, 12 um], cell: 1/2 um}\nflow: {ends_in_y: walls, " + drive +
      "}\ntime: {step: auto, end: 1 ms}\nobjects:\n  - {shape: sheet, name: floor, held_by: springs, at: [3 "
      "um, 2 um, 6 um], " +
      sheet + "}\n");
}

// Over a flat floor 2 um high: Q = 36 um^2/ms a width through 10 um has the wall shear stress 6 mu Q/d^2;
// walls at 100 1/s slide past it with 1.2 mm/s, mu V/d.
TEST(LoadOnSheets, of_a_flat_floor_is_its_shear_stress) {
  EXPECT_NEAR(load_on_sheets(channel_with_sheet("relief: flat")), 6 * 0.036 / 100, 1e-12);
  EXPECT_NEAR(load_on_sheets(channel_with_sheet("relief: flat", "shear_rate: 100 1/s")), 1.2e-3 / 10, 1e-12);
  EXPECT_EQ(load_on_sheets(channel_with_sheet("relief: flat", "shear_rate: 0 1/s")), 0);
}

// Springs that the file leaves out follow the flow, and soft ones are warned of; what the warning names is
// enough.
TEST(LoadOnSheets, sets_springs_and_raises_a_warning) {
  const auto warned = [](const Scenario& s) {
    std::vector<Finding> findings;
    check_sheets(s, findings);
    return findings.empty() ? "" : findings[0].message;
  };
  const std::string bumps = "relief: cobblestone, height: 4 um, length: 12 um";
  EXPECT_EQ(channel_with_sheet("relief: flat", "shear_rate: 1 1/s").objects[0].tethers[0].stiffness,
            default_sheet_stiffness);
  Scenario s = channel_with_sheet(bumps);
  EXPECT_GT(s.objects[0].tethers[0].stiffness, default_sheet_stiffness);
  EXPECT_EQ(warned(s), "");
  const real enough = s.objects[0].tethers[0].stiffness;
  s.objects[0].tethers[0].stiffness = enough / 4; // 0.12 of a cell
  EXPECT_NE(warned(s).find("the sheet crumples"), std::string::npos) << warned(s);
  EXPECT_NE(warned(s).find(text("%.2g dyn/cm/um^2 holds it to 0.03 h", enough)), std::string::npos)
      << warned(s);
}

/// A sheet at `y` in a channel 8 um wide, whose upper wall moves.
Scenario over_a_sheet(const Relief& relief, real y, int cells_a_um, real time_step, real end) {
  Scenario s;
  s.grid = {{4 * cells_a_um, 8 * cells_a_um, 4 * cells_a_um}, real{1} / cells_a_um};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1};
  s.drive.upper_z.mean = 1e-2;
  s.initial_flow = InitialFlow::developed;
  ObjectKind kind;
  kind.name = "sheet";
  kind.structure = Sheet{relief};
  kind.placements.resize(1);
  kind.placements[0].centre = {2, y, 2};
  set_up_sheet(kind, s.grid);
  s.objects = {kind};
  s.time = {time_step, end, false};
  return s;
}

TEST(Sheets, have_the_area_of_their_sites_and_no_inside) {
  for (const Relief::Form form : forms) {
    const Scenario s = over_a_sheet({form, 1, 4, 4}, 2, 4, 0.1, 1);
    const ObjectKind& kind = s.objects[0];
    const Sheet& sheet = std::get<Sheet>(kind.structure);
    const std::vector<real> areas = sheet_areas(sheet, sheet_surface(s, sheet));
    real sum = 0;
    for (const real area : areas) sum += area;
    // 256 sites of a smooth periodic landscape: their sum is spectral but for the rows' shift
    EXPECT_NEAR(sum / area_at_rest(kind), 1, 2e-3);
    EXPECT_EQ(areas.size(), static_cast<std::size_t>(kind.sites().sample));
    EXPECT_FALSE(has_inside(kind));
    EXPECT_FALSE(volume_at_rest(kind));
    EXPECT_EQ(membrane_of(kind), nullptr);
  }
}

template <class B>
std::vector<real> host_copy(const Stream<B>& stream, const real* from, Index n) {
  std::vector<real> to(static_cast<std::size_t>(n));
  copy_to_host(stream, to.data(), from, sizeof(real) * to.size());
  return to;
}

template <class B>
class SheetsIn : public BackendTest<B> {};
TYPED_TEST_SUITE(SheetsIn, Backends, BackendNames);

// u = U (y - y0)/(L - y0) over the sheet, and nothing under it, after 6 (L - y0)^2/nu: e^-60 of the start.
// The sites lie c h deeper (coupling/wall_offset.hpp), which takes the first order in h away; c is a mean
// over how sites lie in the grid, so a twentieth of a cell may stay: U h/(20 (L - y0)).
TYPED_TEST(SheetsIn, couette_flow_leave_the_fluid_under_them_at_rest) {
  constexpr real U = 1e-2, y0 = 3.1, L = 8;
  const Scenario s = over_a_sheet({}, y0, 2, 0.5, 144);
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  run(simulation, {}, {});
  const std::vector<real> u = simulation.state().velocity.values().to_host(this->stream());
  const real h = s.grid.h, band = U * h / (20 * (L - y0));
  for (int j = 0; j < s.grid.n.y; ++j) {
    const real y = (j + 0.5) * h,
               along = u[2 * static_cast<std::size_t>(s.grid.cells()) + s.grid.index(1, j, 1)];
    if (y > y0 + 2 * h) {
      EXPECT_NEAR(along, U * (y - y0) / (L - y0), band) << y;
    }
    if (y < y0 - 3 * h) {
      EXPECT_LT(std::abs(along), U * h / (L - y0)) << y;
    }
  }
  // What springs hold is the stress of the fluid on both faces, to what is left of the start, the slow change
  // of all that flows under the sheet (e^-4 a unit of y0^2/nu, and rho u y0/time beside it).
  simulation.evaluate();
  const VectorsView<const real> forces = simulation.step().sample_forces(0);
  real held = 0;
  for (const real F : host_copy(this->stream(), forces.z, forces.n)) held -= F / (4 * 4);
  const auto row = [&](int j) {
    return u[2 * static_cast<std::size_t>(s.grid.cells()) + s.grid.index(1, j, 1)];
  };
  const int top = s.grid.n.y - 1;
  EXPECT_NEAR(held / (s.fluid.viscosity * (row(top) - row(top - 1) - row(1) + row(0)) / h), 1, 1e-3);
}

// A plate in a channel, in steps that viscosity crosses within a cell: what moves at a plate along its normal
// is then mostly pressure, which neighbours answer more than the whole plate does. No force but viscosity
// acts, so the energy falls at least as that of the longest wave between the walls, by exp(-2 nu (pi/L)^2 t).
TYPED_TEST(SheetsIn, of_points_take_energy_from_the_fluid_in_short_steps) {
  constexpr real L = 24, end = 10;
  Scenario s;
  s.grid = {{24, 24, 24}, 1};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1};
  s.initial_flow = InitialFlow::taylor_green;
  s.taylor_green_speed = 1e-2;
  ObjectKind kind;
  kind.name = "plate";
  kind.structure = Sheet{};
  kind.placements.resize(1);
  kind.placements[0].centre = {12, 8, 12};
  set_up_sheet(kind, s.grid);
  s.objects = {kind};
  s.time = {0.5, end, false};
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  const auto energy = [&] {
    real sum = 0;
    for (const real u : simulation.state().velocity.values().to_host(this->stream())) sum += u * u;
    return sum;
  };
  const real before = energy();
  run(simulation, {}, {});
  EXPECT_GT(before, 0);
  EXPECT_LT(energy(), before * std::exp(-2 * std::pow(std::numbers::pi / L, 2) * end));
}

TEST(Sheets, are_crossed_by_nothing) {
  Scenario s = over_a_sheet({Relief::Form::cobblestone, 1, 16, 16}, 0.75, 2, 0.1, 1);
  s.grid.n = {32, 32, 32};
  set_up_sheet(s.objects[0], s.grid);
  s.objects.push_back(sphere(16, 400, 1, 1).objects[0]);
  ObjectKind& ball = s.objects[1];
  ball.closed().surface.half_axes = {2, 2, 2};
  const auto errors = [&](real y) {
    ball.placements[0].centre = {8, y, 8};
    std::vector<Finding> findings;
    check_sheets(s, findings);
    return std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.is_error; });
  };
  EXPECT_EQ(errors(8), 0);
  EXPECT_EQ(errors(2.5), 1);
  s.objects[0].placements[0].centre.y = -0.5;
  EXPECT_EQ(errors(8), 1);
}

TEST(Sheets, have_packed_objects_above_them) {
  Scenario s = over_a_sheet({Relief::Form::cobblestone, 1, 16, 16}, 2, 2, 0.1, 1);
  s.grid.n = {32, 32, 32};
  set_up_sheet(s.objects[0], s.grid);
  ObjectKind ball = sphere(16, 400, 1, 1).objects[0];
  ball.closed().surface.half_axes = {1.5, 1.5, 1.5};
  ball.placements.clear();
  PackingPlan plan;
  plan.haematocrit = 0.1;
  ball.packing = plan;
  s.objects.push_back(ball);
  ASSERT_TRUE(settle_numbers(s).empty());
  place_objects(s, "");
  // the room is 16^2 (16 - 2 - 1/4) um^3: the mean of w^2 is that of (cos a + cos b)^2/4
  const real balls = 0.1 * 256 * 13.75 / (4 * std::numbers::pi / 3 * 3.375);
  EXPECT_LE(std::abs(static_cast<real>(s.objects[1].placements.size()) - balls), 0.5);
  std::vector<Finding> findings;
  check_sheets(s, findings);
  for (const Finding& finding : findings) EXPECT_FALSE(finding.is_error) << finding.message;
  for (const Placement& p : s.objects[1].placements)
    EXPECT_GT(p.centre.y, relief_at(reliefs_of(s)[0], p.centre).y + 1.5); // above, not below
}

} // namespace
} // namespace ibsim
