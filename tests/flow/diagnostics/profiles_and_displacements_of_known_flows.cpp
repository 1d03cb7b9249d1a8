// A channel without cells has the profile of Poiseuille; in a uniform flow objects go with it.
#include "backends.hpp"
#include "diagnostics/cell_free_layer.hpp"
#include "diagnostics/kind_columns.hpp"
#include "diagnostics/profiles.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow_run/cell_output.hpp"
#include "fluid/velocity_layers.hpp"
#include "walls/tube_wall.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// A gap of 8 um, its walls at rest, 0.01 kPa/um.
Scenario channel_of_16_rows() {
  Scenario s;
  s.grid = {{8, 16, 8}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1.2};
  s.drive.pressure_gradient.mean = 0.01;
  s.initial_flow = InitialFlow::developed;
  s.time = {0.5, 5, false};
  return s;
}

template <class B>
class KnownFlow : public BackendTest<B> {};
TYPED_TEST_SUITE(KnownFlow, Backends, BackendNames);

// The discrete equations keep the parabola exactly (fluid/developed_flow.hpp): round-off of ten steps.
TYPED_TEST(KnownFlow, in_a_channel_has_poiseuilles_profile) {
  const Scenario s = channel_of_16_rows();
  SimulationOn<TypeParam> simulation(this->stream(), s, {});
  run(simulation, {}, {});
  const std::vector<ProfileRow> rows = Profiles(s).measure(simulation);
  ASSERT_EQ(rows.size(), 16u);
  for (const ProfileRow& row : rows) {
    EXPECT_NEAR(row.velocity.z, 0.01 / (2 * 1.2) * row.place * (8 - row.place), 1e-13) << row.place;
    EXPECT_NEAR(row.velocity.x, 0, 1e-15);
    EXPECT_EQ(row.fractions[0], 0);
  }
  EXPECT_NEAR(rows[3].place, 1.75, 1e-15);
}

// A ring takes the cells whose middles lie in it, so its mean of a parabola is that at a radius which is off
// by at most half its thickness: 2 r/a^2 t/2 with t = 0.5, a = 6, at most 0.083. The mean of the whole
// section by the cells along its rim alone, h/a of it at a velocity below 2 h/a: 0.014.
TYPED_TEST(KnownFlow, in_a_tube_has_poiseuilles_profile) {
  const Grid grid{{28, 28, 4}, 0.5};
  const WallLayers of_tube = TubeWall(grid, {{7, 7, 6}}).layers();
  const Layers& rings = of_tube.layers; // 12 of 0.5
  std::vector<real> u(3 * grid.cells());
  const auto at = [&](int i, int j) {
    const real r = std::hypot((i + 0.5) * 0.5 - 7, (j + 0.5) * 0.5 - 7);
    return r < 6 ? 1 - r * r / 36 : 0;
  };
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 28; ++j)
      for (int i = 0; i < 28; ++i) u[2 * grid.cells() + grid.index(i, j, k)] = at(i, j);
  const Array<real, TypeParam> field(this->stream(), u);
  const real* const values = field.data();
  const ColumnsOfLayers columns = columns_of_layers(of_tube.of_columns, rings.n);
  const std::vector<Real3> sums =
      sums_of_layers<TypeParam>(this->stream(), slab_of_all(grid.n), columns,
                                {values, values + grid.cells(), values + 2 * grid.cells()});
  real mean = 0;
  for (int k = 0; k < rings.n; ++k) {
    const real r = 0.5 * (k + 0.5);
    // planes are alike
    const real found = sums[static_cast<std::size_t>(k)].z / static_cast<real>(columns.counts[k]);
    EXPECT_NEAR(found, 1 - r * r / 36, 0.5 * r / 36 + 0.25 * 0.25 / 36 + 1e-12) << k;
    mean += found * (2 * k + 1) / 144;
  }
  EXPECT_NEAR(mean, 0.5, 0.014);
}

// Both walls move at U = 0.02 um/us along z with the fluid between them. Spheres at rest feel nothing, and
// their displacement is U t; the square of it is the mean squared one. Forces of round-off (1e-14 of a
// modulus of 0.25 pg/us^2 over a viscous length) move them by 1e-9 um at most in 5 us.
TYPED_TEST(KnownFlow, that_is_uniform_takes_objects_along) {
  Scenario s = sphere(16, 800, 0.5, 5);
  s.grid.topology.y.ends = Ends::walls;
  s.drive.lower_z.mean = s.drive.upper_z.mean = 0.02;
  s.initial_flow = InitialFlow::developed;
  s.objects[0].closed().data_sites = 200;
  s.objects[0].placements[0].centre = {8, 8, 14.9}; // across the end of the box
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  run(simulation, {}, {});
  CellSeries series(s, kinds);
  const CellRows rows = rows_of(series.measure(simulation));
  ASSERT_EQ(rows.of_kinds.size(), 1u);
  const auto number = [](const auto& columns, const auto& row, const std::string& name) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].name == name) return std::get<double>(row[c]);
    ADD_FAILURE() << name;
    return 0.0;
  };
  const auto of_kind = [&](const std::string& name) { return number(kind_columns, rows.of_kinds[0], name); };
  const auto of_object = [&](const std::string& name) {
    return number(object_columns, rows.of_objects[0], name);
  };
  EXPECT_NEAR(of_kind("mean displacement z"), 0.1, 1e-8);
  EXPECT_NEAR(of_kind("mean squared displacement z"), 0.01, 2e-9);
  EXPECT_NEAR(of_kind("mean squared displacement y"), 0, 1e-15);
  EXPECT_NEAR(of_kind("mean velocity z"), 0.02, 1e-9);
  EXPECT_NEAR(of_object("spin x"), 0, 1e-9);
  // to the quadrature's 1e-5
  EXPECT_NEAR(of_kind("volume fraction"), 4 * std::numbers::pi / 3 * std::pow(3.91, 3) / (16 * 16 * 16),
              1e-6);
  EXPECT_NEAR(of_object("circularity"), 1, 1e-3); // of hulls of 800 sites: d^2/(8 R^2) = 2e-3 of both
}

// A sphere of 3.91 um in the middle of a gap of 16 um reaches sqrt(R^2 - z^2) from the middle in a strip of
// 1 um that begins at z = 0, 1, 2, 3 on either side of it: 3.390 on average. Of 3200 sites, 0.25 um apart,
// one lies within half of that of the strip's highest point, which is lower by up to as much where the slope
// is one.
TYPED_TEST(KnownFlow, around_a_sphere_is_free_of_cells_beyond_its_shadow) {
  Scenario s = sphere(16, 3200, 0.5, 5);
  s.grid.topology.y.ends = Ends::walls;
  s.objects[0].closed().data_sites = 200;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const CellFreeLayer found = cell_free_layer(simulation);
  real reach = 0;
  for (const real z : {0, 1, 2, 3}) reach += std::sqrt(3.91 * 3.91 - z * z) / 4;
  for (const real layer : {found.lower, found.upper}) {
    EXPECT_GE(layer, 8 - reach - 1e-9);
    EXPECT_LE(layer, 8 - reach + 0.13);
  }
}

} // namespace
} // namespace ibsim
