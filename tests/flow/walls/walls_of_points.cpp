// Walls of points (held_walls.hpp), by themselves: closed forms and published numbers.
#include "backends.hpp"
#include "coupling/interpolate.hpp"
#include "coupling/wall_offset.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow/walls/flow_in_tubes.hpp"
#include "step/carried_part.hpp"
#include "walls/tubes.hpp"

#include <complex>

namespace ibsim {
using namespace testing_walls;

namespace {

constexpr real pi = std::numbers::pi, h = 0.3, R = 10 * h; // um

template <class B>
class WallsOfPoints : public BackendTest<B> {};
TYPED_TEST_SUITE(WallsOfPoints, Backends, BackendNames);

// Points lie where the errors of first order in h go (wall_point_offset), and that of second order of the
// drive's edge. What is left is of third order, (h/R)^3 = 1e-3, and the scatter of places. Measured:
// -0.028 and -0.024 % along z at two places, -0.066 % along the diagonal.
TYPED_TEST(WallsOfPoints, carry_poiseuille_flow_at_any_place_in_any_direction) {
  const Real3 diagonal = Real3{1, 1, 1} / std::sqrt(real{3});
  const struct {
    Grid grid;
    Real3 through, along;
    real length;
  } tubes[] = {{{{27, 28, 16}, h}, {4.07, 4.31, 0.2}, {0, 0, 1}, 16 * h},
               {{{32, 32, 32}, h}, {0.1, 0.07, 0.2}, diagonal, 32 * h * std::sqrt(real{3})}};
  for (const auto& [grid, through, along, length] : tubes) {
    TubeFlow<TypeParam> tube(this->stream(), grid, R, through, along, length);
    tube.flow().advance(40, 20);
    EXPECT_NEAR(tube.flow_rate(), 1, 1e-3);
    EXPECT_LT(tube.slip(), 1e-4); // it falls by 10 in each 2 or 3 steps, from 1e-2
    EXPECT_NEAR(tube.balance(), 1, 1e-4);
  }
}

// What drives a steady flow and what holds it do not know of steps.
TYPED_TEST(WallsOfPoints, hold_the_same_steady_flow_in_steps_of_any_length) {
  std::vector<real> rates;
  for (const real k : {5.0, 12.0, 40.0}) {
    TubeFlow<TypeParam> tube(this->stream(), {{18, 19, 8}, h}, 5 * h, {2.7, 2.9, 0}, {0, 0, 1}, 8 * h);
    tube.flow().advance(k, 60);
    EXPECT_NEAR(tube.balance(), 1, 1e-8) << k;
    rates.push_back(tube.flow_rate());
  }
  EXPECT_NEAR(rates[1] / rates[0], 1, 1e-8);
  EXPECT_NEAR(rates[2] / rates[0], 1, 1e-8);
}

// The fluid in floats. A step rounds by 2e-7 of u (docs/performance.md). In steps of 5 us the slowest part of
// a flow changes by k nu (2.4/R)^2 = 13 of itself, so 2e-7 is left of it. The velocity at a point sums 64
// numbers, of which each has 6e-8 of at most 4 h/R = 0.8 of the largest velocity; three sums and two
// corrections make some ten of these. Neither grows, and forces on the wall hold the drive to the rounding of
// both.
TYPED_TEST(WallsOfPoints, hold_the_flow_of_double_in_floats) {
  const auto tube_of = [&](Precision precision) {
    return TubeFlow<TypeParam>(this->stream(), {{18, 19, 8}, h}, 5 * h, {2.7, 2.9, 0}, {0, 0, 1}, 8 * h, 1,
                               precision);
  };
  auto exact = tube_of(Precision::double_), rounded = tube_of(Precision::mixed);
  for (const int steps : {60, 140}) {
    exact.flow().advance(5, steps), rounded.flow().advance(5, steps);
    EXPECT_LT(rounded.slip(), 6e-7);
    EXPECT_NEAR(rounded.balance(), 1, 6e-7);
    EXPECT_NEAR(rounded.flow_rate(), exact.flow_rate(), 1e-6);
    EXPECT_NE(rounded.flow_rate(), exact.flow_rate());
  }
}

/// What a slip of 1 of one mode becomes in 400 steps (carried_part.hpp), each written down as it is.
real slip_of_mode(real m, real K, real g, CarriedPart carried) {
  real u = 1, before = 1, F = 0, largest = 0;
  for (int step = 0; step < 400; ++step) {
    const real known = (4 * u - before) / 3 + (m - 1) * K * (2 * u - before);
    before = u, u = known / (1 + m * K) + F;
    for (int c = 0; c < carried.corrections; ++c) {
      const real dF = -g * u;
      u += dF, F += carried.part * dF;
    }
    if (step >= 300) largest = std::max(largest, std::abs(u));
  }
  return largest;
}

// For all viscosities and modes; corrections that are too large are those of short waves, K > 1. With all of
// it carried, slip grows beside cells of ratio 5 and 20: by large g, and by small ones.
TEST(CarriedPart, lets_no_slip_grow) {
  for (const real m : {real{4} / 3, 1.5, 2.0, 4.0, 6.0, 15.0, 40.0})
    for (const real farthest : {1.0, 1.1, 1.2, 1.28, 1.5, 1.8}) {
      const CarriedPart carried = carried_part(m, farthest);
      EXPECT_GT(carried.part, 0);
      for (const real K : {1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 1e3, 1e6})
        for (real g = 0.02; g < 1.03 * farthest; g += 0.02)
          if (K >= 1 || g <= 1) {
            EXPECT_LT(slip_of_mode(m, K, g, carried), 1) << m << " " << K << " " << g << " " << carried.part;
          }
    }
  EXPECT_GT(slip_of_mode(4, 1e6, 1.25, {1, 1}), 100);
  EXPECT_GT(slip_of_mode(15, 1e6, 0.2, {1, 1}), 100);
  EXPECT_EQ(carried_part(real{4} / 3, 1.24).part, 1);
  EXPECT_EQ(carried_part(4, 1.28).corrections, 1);
  for (const real none : {2.1, -0.1, std::numeric_limits<real>::quiet_NaN()})
    EXPECT_EQ(carried_part(4, none).corrections, 0);
}

// Steps of a scenario with inner viscosities, but with one fluid everywhere. The implicit terms have 4 and 15
// times its viscosity, and the rest is extrapolated. The steady flow is the same: after 400 steps to 1e-6.
// The way there is longer, since what is extrapolated falls by sqrt(1 - 1/m) a step, 0.87 and 0.97. Tubes of
// 5 h scatter by 0.2 %.
TYPED_TEST(WallsOfPoints, hold_the_same_flow_with_more_implicit_viscosity) {
  const struct {
    real ratio;
    int steps;
  } runs[] = {{5, 80}, {20, 240}};
  for (const auto& [ratio, steps] : runs) {
    TubeFlow<TypeParam> tube(this->stream(), {{18, 19, 8}, h}, 5 * h, {2.7, 2.9, 0}, {0, 0, 1}, 8 * h, ratio);
    tube.flow().advance(12, steps);
    EXPECT_NEAR(tube.balance(), 1, 1e-4) << ratio;
    EXPECT_NEAR(tube.flow_rate(), 1, 3e-3) << ratio;
    EXPECT_LT(tube.slip(), 1e-4) << ratio;
  }
}

/// A red cell with a fluid of another viscosity inside, tilted in a tube of 4 um, in water at 2 kPa/mm: 8
/// mm/s.
Scenario cell_in_capillary(real ratio, real step, real end) {
  Scenario s = testing_scenarios::red_cell_in_shear(22, 400, 2000, step, end);
  s.grid = {{22, 22, 24}, 0.5};
  s.drive = {}, s.drive.pressure_gradient.mean = 2e-3;
  s.initial_flow = {};
  s.scheme = TimeScheme::bdf2, s.keep_volume = true;
  ObjectKind& cell = s.objects[0];
  cell.closed().law = Skalak{5e-3, 0.25};
  cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  cell.closed().viscosity_ratio = ratio;
  Placement& placement = cell.placements[0];
  placement.centre = {5.5, 5.5, 6};
  placement.stretch = {0.86, 1.16, 1};
  const real c = 0.5, d = std::sqrt(real{0.75}); // 60 degrees about x
  placement.rotation[1] = {0, c, -d}, placement.rotation[2] = {0, d, c};
  ObjectKind wall;
  wall.name = "tube", wall.structure = Tube{.radius = 4};
  wall.placements.resize(1);
  wall.placements[0].centre = {5.5, 5.5, 6};
  set_up_tube(wall, s.grid);
  s.objects.push_back(wall);
  return s;
}

// With all of a correction carried, slip grew by 1.15 a step beside a cell of ratio 5, and was 1e-3 um/us
// after
// 100 steps. The flow sets in at once, and reaches 8e-3 um/us: slip is some 0.1 % of that at first, and
// less later.
TYPED_TEST(WallsOfPoints, stand_still_beside_cells_of_any_inner_viscosity) {
  for (const real ratio : {5.0, 20.0}) {
    const Scenario s = cell_in_capillary(ratio, 5, 500);
    const WallPoints points = points_of_walls(s);
    const auto n = static_cast<Index>(points.size());
    std::vector<real> at;
    for (int d = 0; d < 3; ++d)
      for (const Real3& p : points.at) at.push_back(p[d]);
    const Array<real, TypeParam> X(this->stream(), at);
    Array<real, TypeParam> U(at.size());
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    for (int step = 1; step <= 100; ++step) {
      simulation.advance();
      if (step % 20 != 0 || step < 60) continue;
      interpolate<TypeParam>(this->stream(), wall_kernel, s.grid, simulation.state().velocity.view(),
                             vectors_view<const real>(X.data(), n), vectors_view(U.data(), n));
      real slip = 0;
      for (const real u : U.to_host(this->stream())) slip = std::max(slip, std::abs(u));
      EXPECT_LT(slip, 1e-3 * 8e-3) << ratio << ", step " << step;
    }
  }
}

/// J_n by its series, for |z| of some units.
std::complex<real> bessel(int n, std::complex<real> z) {
  std::complex<real> term = n == 0 ? 1 : z / real{2}, sum = term;
  for (int k = 1; k < 40; ++k) sum += term *= -z * z / (real{4} * k * (k + n));
  return sum;
}

// Womersley (1955, J. Physiol. 127, 553) at alpha = 2 in a tube of 4 um: in parts of Poiseuille's flow rate,
// Q = Re[8/(i alpha^2) (1 - 2 J_1(L)/(L J_0(L))) e^{i w t}] for the drive G cos(w t), L = i^{3/2} alpha.
// Steps of 1/50 of a period are off by some (2 pi/50)^2/3 = 0.5 %. Springs made 58 % of it.
TYPED_TEST(WallsOfPoints, follow_womersleys_flow) {
  const real cell = 0.4, radius = 4, alpha = 2, w = alpha * alpha / (radius * radius), period = 2 * pi / w;
  TubeFlow<TypeParam> tube(this->stream(), {{27, 28, 8}, cell}, radius, {5.3, 5.5, 0}, {0, 0, 1}, 8 * cell);
  const std::complex<real> i(0, 1),
      L = std::pow(i, real{1.5}) * alpha,
      amplitude = real{8} / (i * alpha * alpha) * (real{1} - real{2} * bessel(1, L) / (L * bessel(0, L)));
  real error = 0;
  for (int step = 1; step <= 100; ++step) {
    tube.drive(std::cos(w * step * period / 50));
    tube.flow().advance(period / 50);
    if (step > 50 && step % 5 == 0)
      error = std::max(
          error, std::abs(tube.flow_rate() - (amplitude * std::exp(i * w * tube.flow().time())).real()));
  }
  EXPECT_LT(error / std::abs(amplitude), 0.02);
}

// Zick and Homsy (1982, J. Fluid Mech. 115, 13): the drag on a simple cubic array of spheres at rest, an
// eighth of the volume, in a flow of mean velocity U is 6 pi mu a U 4.292. Measured: 8.2 and 2.0 % for 5 and
// 10 cells a radius, of order 2.0.
TYPED_TEST(WallsOfPoints, feel_the_drag_of_arrays_of_spheres) {
  std::vector<real> errors;
  for (const int n : {16, 32}) {
    const real box = 16, a = box * std::cbrt(0.125 * 3 / (4 * pi)), G = 1e-5;
    const Grid grid{{n, n, n}, box / n};
    Flow<TypeParam> flow(this->stream(), grid, points_of_sphere(a, grid.h, {8.1, 7.9, 8.03}));
    flow.set_force(on_faces(grid, [&](int d, const Real3&) { return d == 2 ? G : 0; }));
    flow.advance(80, 25);
    const real drag = G * box * box * box;
    EXPECT_NEAR(flow.force_on_walls().z, drag, 1e-3 * drag);
    errors.push_back(drag / (6 * pi * a * flow.mean_velocity().z) / 4.292 - 1);
  }
  EXPECT_LT(std::abs(errors[1]), 0.025);
  EXPECT_GT(std::log2(std::abs(errors[0] / errors[1])), 1.8);
}

/// The integral of wall_points.hpp: by the midpoint rule to q = 200, beyond which only 1/q^2 counts.
real offset_of_plane(const Real3& normal) {
  const auto sinc = [](real x) { return std::abs(x) < 1e-8 ? 1 : std::sin(x) / x; };
  const real step = 1e-3, end = 200;
  real sum = 0;
  for (real q = step / 2; q < end; q += step) {
    real projected = 1, answer = 0;
    for (int d = 0; d < 3; ++d) {
      const real s = sinc(q * normal[d] / 2);
      projected *= std::pow(s, 8);
      answer += normal[d] * normal[d] * s * s;
    }
    sum += (1 - (projected > 0 ? projected / answer : 0)) / (q * q) * step;
  }
  return (sum + 1 / end) / pi;
}

// Exact along the three directions that it was made of, and right to 1e-3 between them.
TEST(WallPointOffset, is_that_of_planes_of_points) {
  EXPECT_NEAR(wall_point_offset({0, 0, 1}), wall_offset(wall_kernel), 1e-6);
  for (const Real3 direction : {Real3{0, 0, 1}, Real3{1, 1, 0}, Real3{-1, 1, 1}}) {
    const Real3 n = direction / norm(direction);
    EXPECT_NEAR(wall_point_offset(n), offset_of_plane(n), 1e-5);
  }
  for (const Real3 direction : {Real3{1, 2, 0}, Real3{1, -3, 0}, Real3{1, 1, 2}, Real3{1, 2, 3}}) {
    const Real3 n = direction / norm(direction);
    EXPECT_NEAR(wall_point_offset(n), offset_of_plane(n), 1e-3);
  }
}

} // namespace
} // namespace ibsim
