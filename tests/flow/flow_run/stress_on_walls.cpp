// Maps of the shear stress on walls: of a flow between walls exact for a parabola, place by place, with the
// mean that run.csv has; on sheets in Couette flow that of the flow above; in tubes that of Poiseuille.
#include "backends.hpp"
#include "files/hdf5.hpp"
#include "files/read_frames.hpp"
#include "flow_files/fluid_frames.hpp"
#include "flow_run/wall_stress.hpp"
#include "model/object_kind.hpp"
#include "model/scenario.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"
#include "test_folder.hpp"
#include "walls/driven_flow.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// u_x = a (1 + x) y^2 + b, u_z = c y (Ly - y) + g z' (y/Ly): a parabola over y in each column, whose slope at
// the walls the formula has exactly: round-off of a few numbers of 100, over h.
TEST(StressOnWalls, is_that_of_a_parabola_in_each_column) {
  Grid grid{{4, 6, 5}, 0.5};
  grid.topology.y.ends = Ends::walls;
  const real Ly = 3, viscosity = 1.3, lower = 0.2, upper = -0.7;
  const auto a = [](int i, int k) { return 1.0 + i + 0.1 * k; };
  std::vector<double> u, p(4 * 6 * 5);
  for (int k = 0; k < 5; ++k)
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 4; ++i) {
        const real y = 0.5 * (j + 0.5);
        u.insert(u.end(),
                 {lower + (upper - lower) * y / Ly + a(i, k) * y * (Ly - y), 0, a(i, k) * y * (Ly - y)});
      }
  const TestFolder folder;
  FluidFrames frames(folder.path, "fluid", grid, {FramePrecision::double_precision, 0}, 0, viscosity);
  frames.append<double>(0, u, p, 1, {Real3{lower, 0, 0}, Real3{upper, 0, 0}});
  const hdf5::File file = hdf5::File::open(frames_in(folder.path, "fluid").at(0).path);
  const std::vector<double> stress = file.read_doubles("/VTKHDF/FieldData/wall_stress");
  ASSERT_EQ(stress.size(), 2u * 5 * 4 * 2);
  for (int side = 0; side < 2; ++side)
    for (int k = 0; k < 5; ++k)
      for (int i = 0; i < 4; ++i) {
        const std::size_t at = 2 * static_cast<std::size_t>((side * 5 + k) * 4 + i);
        const real bend = (side == 0 ? 1 : -1) * a(i, k) * Ly;
        EXPECT_NEAR(stress[at], viscosity * ((upper - lower) / Ly + bend), 1e-12);
        EXPECT_NEAR(stress[at + 1], viscosity * bend, 1e-12);
      }
}

template <class B>
class StressOnSheets : public BackendTest<B> {};
TYPED_TEST_SUITE(StressOnSheets, Backends, BackendNames);

/// A flat sheet at `y` in a channel 8 um wide, whose upper wall moves along x and z.
Scenario over_a_sheet(real y, bool elastic) {
  Scenario s;
  s.grid = {{8, 16, 8}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1};
  s.drive.upper_x.mean = 3e-3, s.drive.upper_z.mean = 1e-2;
  s.initial_flow = InitialFlow::developed;
  ObjectKind kind;
  kind.name = "sheet";
  Sheet sheet;
  if (elastic) sheet.membrane = Membrane{};
  if (elastic) sheet.membrane->law = Skalak{1e-2, 1e-1};
  kind.structure = sheet;
  kind.placements.resize(1);
  kind.placements[0].centre = {2, y, 2};
  set_up_sheet(kind, s.grid);
  s.objects = {kind};
  s.time = {elastic ? 0.25 : 0.5, 144, false};
  return s;
}

// Without objects the stress of Couette flow is the same at all heights above the sheet, and that of the
// upper wall is known to round-off. c is a mean over how sites lie in the grid: an error of a fifteenth of a
// cell in where the fluid meets them makes one of 3/(5 15) in the slope of the parabola, 4 %, of the slopes
// on both sides together, as the kink is theirs. After 6 (L - y0)^2/nu e^-60 of the start is left.
TYPED_TEST(StressOnSheets, is_that_of_couette_flow_above_whatever_flows_below) {
  for (const bool elastic : {false, true})
    for (const real below : {0.0, -4e-3}) {
      Scenario s = over_a_sheet(3.1, elastic);
      s.drive.lower_z.mean = below;
      SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
      run(simulation, {}, {});
      const std::vector<Real3> traction = vectors_at_samples(simulation, 0, SurfaceField::traction),
                               sites = vectors_at_samples(simulation, 0, SurfaceField::positions),
                               still(sites.size()),
                               found = stress_on_walls(simulation, 0, sites, still, traction);
      const std::vector<real> u = simulation.velocity_on_host();
      const auto at_top = [&](int d) { // of the profile's straight part
        const auto row = [&](int j) {
          return u[d * static_cast<std::size_t>(s.grid.cells()) + s.grid.index(1, j, 1)];
        };
        return (row(s.grid.n.y - 1) - row(s.grid.n.y - 2)) / s.grid.h;
      };
      const real band = 0.04 * (at_top(2) + std::abs(below) / 3.1);
      for (const Real3& stress : found) {
        EXPECT_NEAR(stress.x, at_top(0), band);
        EXPECT_NEAR(stress.y, 0, 1e-6 * at_top(2)); // along the normal there is none
        EXPECT_NEAR(stress.z, at_top(2), band);
      }
    }
}

/// An elastic sheet of low waves across the flow, y0 + e cos(k z), k = 2 pi/Lz, crossed by planes of the grid
/// under the upper wall, which moves along z.
Scenario over_waves(real e) {
  Scenario s;
  s.grid = {{8, 24, 32}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1.2};
  s.scheme = TimeScheme::bdf2;
  s.drive.upper_z.mean = 2e-3;
  s.initial_flow = InitialFlow::developed;
  ObjectKind kind;
  kind.name = "waves";
  Sheet sheet;
  sheet.membrane = Membrane{};
  sheet.membrane->law = Skalak{1e-2, 0.3};
  std::vector<real> heights;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 32; ++k) heights.push_back(e * std::cos(2 * std::numbers::pi * (k + 0.5) / 32));
  sheet.relief.form = Relief::Form::map;
  sheet.relief.map = std::make_shared<HeightMap>(make_height_map(8, 32, heights));
  kind.structure = sheet;
  kind.placements.resize(1);
  kind.placements[0].centre = {2, 2.1, 8};
  set_up_sheet(kind, s.grid);
  s.objects = {kind};
  s.time = {5, 1500, false};
  return s;
}

// Stokes flow over low waves: u_z = g y - g e (1 - k y) e^(-k y) cos(k z) about the plane, u_y such that it
// diverges nowhere and both vanish on the wall to the first order, and so a stress on it of
// mu g (1 + 2 e k cos(k z)); the other wall, 10 um away, changes that by e^(-2 k 10) = 4e-4, and e^2 by
// (e k)^2 = 0.06, which is beside it in the waves of the numbers 0 and 2. Sites on slopes stand where the
// grid has them now nearer and now farther, by a tenth of a cell, which makes some per cent of noise.
TYPED_TEST(StressOnSheets, is_that_of_stokes_flow_over_low_waves_without_noise_of_the_grid) {
  const real e = 0.6;
  const Scenario s = over_waves(e);
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  run(simulation, {}, {});
  const std::vector<Real3> traction = vectors_at_samples(simulation, 0, SurfaceField::traction),
                           sites = vectors_at_samples(simulation, 0, SurfaceField::positions),
                           U = vectors_at_samples(simulation, 0, SurfaceField::velocity),
                           found = stress_on_walls(simulation, 0, sites, U, traction);
  const std::vector<real> u = simulation.velocity_on_host();
  const auto row = [&](int j) {
    return u[2 * static_cast<std::size_t>(s.grid.cells()) + s.grid.index(1, j, 1)];
  };
  const real at_top = s.fluid.viscosity * (row(s.grid.n.y - 1) - row(s.grid.n.y - 2)) / s.grid.h;
  // amounts of cos and sin of the waves along z, over that at the top
  const auto n = static_cast<real>(sites.size());
  const auto wave = [&](int number, int d) {
    real c = 0, q = 0;
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const real angle = 2 * std::numbers::pi * number * sites[i].z / 16;
      c += found[i][d] * std::cos(angle) / n, q += found[i][d] * std::sin(angle) / n;
    }
    return std::hypot(c, q) * (number == 0 ? 1 : 2) / at_top;
  };
  real noise = 0;
  for (const Real3& stress : found) noise += stress.z * stress.z / (at_top * at_top * n);
  for (int number = 0; number <= 2; ++number)
    noise -= wave(number, 2) * wave(number, 2) / (number == 0 ? 1 : 2);
  EXPECT_NEAR(wave(0, 2), 1, 0.06);
  EXPECT_NEAR(wave(1, 2), 2 * e * 2 * std::numbers::pi / 16, 0.06);
  EXPECT_LT(std::sqrt(noise), 0.03);
}

template <class B>
class StressOnTubes : public BackendTest<B> {};
TYPED_TEST_SUITE(StressOnTubes, Backends, BackendNames);

// G a/2 along the flow, all around: the balance of the forces. The parabola is that of the flow. Where the
// fluid meets the sites of a circle is known to a twentieth of a cell (tubes_carry_poiseuille_flow.cpp),
// which makes
// 0.54/20 of the slope, with the rest of a curved wall's c h/(2 a) 3 %. From site to site tractions differ as
// these lie in the grid, and (3 - 2s) c h/(2d) = 0.2 of that is in the slope. The wall swings on its springs
// at first, for some 60 us.
TYPED_TEST(StressOnTubes, is_that_of_poiseuille_flow_all_around) {
  constexpr real a = 3, G = 1e-3; // um; kPa/um
  Scenario s;
  s.grid = {{20, 20, 4}, 0.5};
  s.fluid = {1, 1};
  s.drive.pressure_gradient.mean = G;
  ObjectKind kind;
  kind.name = "tube";
  kind.structure = Tube{.radius = a, .held_by = HeldBy::springs};
  kind.placements.resize(1);
  kind.placements[0].centre = {5.1, 4.8, 1};
  set_up_tube(kind, s.grid);
  s.objects = {kind};
  s.scheme = TimeScheme::imex_rk;
  s.time = {1, 105, false};
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  run(simulation, {}, {});
  const std::vector<Real3> traction = vectors_at_samples(simulation, 0, SurfaceField::traction),
                           sites = vectors_at_samples(simulation, 0, SurfaceField::positions),
                           still(sites.size()),
                           found = stress_on_walls(simulation, 0, sites, still, traction);
  const std::size_t n = found.size();
  real mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(found[i].x, 0, 0.02 * G * a);
    EXPECT_NEAR(found[i].y, 0, 0.02 * G * a);
    EXPECT_NEAR(found[i].z, G * a / 2, 0.03 * G * a / 2 + 0.25 * std::abs(traction[i].z + G * a / 2)) << i;
    mean += found[i].z / static_cast<real>(n);
  }
  EXPECT_NEAR(mean, G * a / 2, 0.03 * G * a / 2);
}

} // namespace
} // namespace ibsim
