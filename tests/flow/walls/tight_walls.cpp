// Walls of points 1.2 cells apart, `vessel.tight`: they leak less, carry the same flow, and are counted.
#include "backends.hpp"
#include "base/text.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/walls/flow_in_tubes.hpp"
#include "flow_run/vessel_lines.hpp"
#include "walls/vessel.hpp"

#include <random>

namespace ibsim {
using namespace testing_walls;

namespace {

constexpr real h = 0.3; // um

template <class B>
class TightWalls : public BackendTest<B> {};
TYPED_TEST_SUITE(TightWalls, Backends, BackendNames);

/// A hexagonal lattice across z, each point displaced by 5 % of the spacing, as points of curved walls are.
WallPoints uneven_plane(real side, real spacing, real z) {
  std::mt19937_64 engine(1);
  const auto displaced = [&] { return 0.05 * spacing * std::sqrt(real{12}) * (engine() * 0x1p-64 - 0.5); };
  const int along_x = static_cast<int>(std::lround(side / spacing)),
            rows = 2 * static_cast<int>(std::lround(side / (spacing * std::sqrt(3.0))));
  WallPoints plane;
  for (int k = 0; k < rows; ++k)
    for (int i = 0; i < along_x; ++i) {
      const real x = (i + 0.5 * (k % 2)) * side / along_x + displaced(),
                 y = (k + 0.3) * side / rows + displaced();
      add_point(plane, {x, y, z}, {0, 0, 1});
    }
  return plane;
}

// A force along z on all fluid of a periodic box that a plane of points stops; kappa h dp/mu leaks through
// it, dp = G Lz. Uneven points a spacing s apart let waves of 2 pi/s pass, of which the kernel leaves
// sinc^4(pi h/s): 0.41^4 for 1.5 h and 0.19^4 for 1.2 h, a 22nd part. A tenth is asked for, whatever the
// step.
TYPED_TEST(TightWalls, leak_a_tenth_in_short_and_long_steps) {
  const real G = 1e-3; // kPa/um
  const Grid grid{{24, 24, 24}, h};
  const Real3 box = grid.lengths();
  const auto leak = [&](real apart, real step, int steps) {
    Flow<TypeParam> flow(this->stream(), grid, uneven_plane(box.x, apart * h, 12.25 * h));
    flow.set_force(on_faces(grid, [&](int d, const Real3&) { return d == 2 ? G : 0; }));
    flow.advance(step, steps);
    return std::abs(flow.mean_velocity().z) / (h * G * box.z);
  };
  const real usual = leak(wall_point_spacing, 20, 40);
  EXPECT_LT(usual, 5e-3); // the aim for vessels
  for (const auto& [step, steps] : {std::pair{1.0, 100}, {20.0, 40}, {80.0, 40}})
    EXPECT_LT(leak(tight_point_spacing, step, steps), 0.1 * usual) << step;
}

// The band is that of other walls of points. Their rasters have waves to which the fluid hardly answers, M of
// 1 % of a point's own: G, with 3 % on its diagonal, removes a quarter of such slip in a step. So slip falls
// more slowly than 1.5 h apart, to 1e-5 after 60 steps, and the flow rate is the same within that.
TYPED_TEST(TightWalls, carry_the_same_flow_in_steps_of_any_length) {
  const auto tube_of = [&](int cells) {
    const int n = 2 * cells + 8;
    const real middle = n * h / 2;
    return TubeFlow<TypeParam>(this->stream(), {{n, n + 1, 8}, h}, cells * h, {middle, middle + 0.17, 0},
                               {0, 0, 1}, 8 * h, 1, Precision::double_, tight_point_spacing);
  };
  std::vector<real> rates;
  for (const real k : {1.0, 12.0, 40.0}) {
    auto tube = tube_of(5);
    tube.flow().advance(k, 60);
    EXPECT_LT(tube.slip(), 1e-5) << k;
    EXPECT_NEAR(tube.balance(), 1, 1e-5) << k;
    rates.push_back(tube.flow_rate());
    EXPECT_NEAR(rates.back(), rates[0], 1e-5) << k;
  }
  EXPECT_NEAR(rates[0], 1, 2e-3); // tubes of 5 h scatter by that
  auto wide = tube_of(10);
  wide.flow().advance(12, 24);
  EXPECT_NEAR(wide.flow_rate(), 1, 1e-3); // (h/R)^3
}

// Points as dense as square lattices of 1.5 and 1.2 cells, in whole numbers of them.
TEST(TightVessel, has_more_points_and_check_counts_them) {
  const auto vessel = [](const std::string& more) {
    return read("domain: {size: [8 um, 8 um, 8 um], cell: 0.5 um}\n"
                "vessel: {shape: {cylinder: {axis: z, at: [4 um, 4 um, 0 um], radius: 2.5 um}}" +
                more + "}\nflow: {pressure_gradient: 1 kPa/m}\ntime: {step: 10 us, end: 10 us}\n");
  };
  const Scenario usual = vessel(""), same = vessel(", tight: false"), tight = vessel(", tight: true");
  const auto points = [](const Scenario& s) { return static_cast<real>(s.vessel->points().size()); };
  EXPECT_EQ(points(usual), points(same));
  EXPECT_NEAR(points(tight) / points(usual), std::pow(1.5 / 1.2, 2), 1 / points(usual));
  EXPECT_NE(vessel_lines(usual).find(text("%g wall points 1.5 h apart", points(usual))), std::string::npos);
  EXPECT_NE(vessel_lines(tight).find(text("%g wall points 1.2 h apart", points(tight))), std::string::npos);
  EXPECT_NE(tight.vessel->written().find("tight: true"), std::string::npos); // for a resume
  EXPECT_EQ(tight.vessel->part(tight.grid)->spacing(), WallSpacing::tight);  // for a dry run
}

TEST(TightVessel, is_the_default_with_openings) {
  const auto spacing = [](const std::string& more) {
    return read("domain: {size: [8 um, 8 um, 12 um], cell: 0.5 um}\n"
                "vessel:\n  shape: {cylinder: {axis: z, at: [4 um, 4 um, 0 um], radius: 2.5 um}}\n"
                "  openings: {in: {at: [4 um, 4 um, 1.5 um], side: -z, pressure: 5 Pa},\n"
                "             out: {at: [4 um, 4 um, 10.5 um], side: +z, pressure: 0 Pa}}\n" +
                more + "time: {step: 10 us, end: 10 us}\n")
        .vessel->spacing();
  };
  EXPECT_EQ(spacing(""), WallSpacing::tight);
  EXPECT_EQ(spacing("  tight: false\n"), WallSpacing::usual);
}

} // namespace
} // namespace ibsim
