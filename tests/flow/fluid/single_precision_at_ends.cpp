// The fluid in floats between walls and in unbounded shear: its error is rounding, and neither divergence nor
// the balance of momentum grows.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/channel.hpp"
#include "fluid/developed_flow.hpp"
#include "fluid/flow_in_shear.hpp"
#include "fluid/wall_stage.hpp"
#include "in_floats.hpp"

#include <cstring>

namespace ibsim {
namespace {

template <class B>
class SinglePrecisionAtEnds : public BackendTest<B> {};
TYPED_TEST_SUITE(SinglePrecisionAtEnds, Backends, BackendNames);

constexpr real shear_rate = 0.3;

Grid box(Ends ends) {
  Grid grid{{12, 16, 20}, 0.5};
  grid.topology.y.ends = ends;
  return grid;
}

WallFlow flow_at(Ends ends) {
  if (ends == Ends::lees_edwards) return sheared_at({.mean = shear_rate});
  WallFlow walls;
  walls.lower_x = {.mean = 0.3};
  walls.upper_z = {.mean = 0.2, .amplitude = 0.5, .period = 5};
  walls.mean_velocity = Signal{.mean = 0.4};
  return walls;
}

/// Noise between walls; in shear three waves, none of which changes along the flow that it makes.
template <class B>
FaceField<B> start(const Stream<B>& stream, const Grid& grid) {
  if (grid.topology.y.ends == Ends::walls) {
    std::vector<real> noise = random_values(3 * grid.cells(), 1);
    for (Index c = 0; c < grid.cells(); ++c)
      if (c / grid.n.x % grid.n.y == 0) noise[static_cast<std::size_t>(grid.cells() + c)] = 0;
    FaceField<B> u = on_device(stream, grid, noise);
    project(stream, grid, u.view());
    return u;
  }
  const Real3 L = grid.lengths();
  return on_device(stream, grid, at_faces(grid, [&](Real3 x) {
                     return Real3{std::sin(2 * pi * x.z / L.z), std::sin(2 * pi * x.x / L.x),
                                  std::sin(2 * pi * x.x / L.x) + shear_rate * (x.y - L.y / 2)};
                   }));
}

struct Result {
  std::vector<real> u, memory;
  real speed; ///< the largest of all steps, and of the shear
};

template <class B>
Result after(const Stream<B>& stream, const Grid& grid, const WallFlow& ends, FaceField<B> from,
             TimeScheme scheme, int steps, real k, Storage storage) {
  FaceField<B> u = storage == Storage::floats ? in_floats(stream, from) : std::move(from);
  FaceField<B> before(stream, grid, storage), f(stream, grid, storage);
  NavierStokes<B> solver(stream, grid, sheared_fluid, {}, ends, {}, scheme, storage);
  Array<real, B> memory = solver.memory_at_start(stream, u.any());
  real speed = largest(values_of(stream, u));
  for (int i = 0; i < steps; ++i) {
    const StepInTime step{i * k, k, scheme, i > 0 ? k : 0, i == 1};
    solver.prepare(stream, step);
    if (scheme == TimeScheme::imex_rk && solver.sliding_images())
      solver.sliding_images()->open(stream, u.any());
    solver.step(stream, step, {u.any(), memory.data(), before.any()}, f.any());
    if (i % 10 == 0) speed = std::max(speed, largest(values_of(stream, u)));
  }
  return {values_of(stream, u), memory.to_host(stream), speed};
}

/// The error of a step. Transforms of N values err by eps log2 N. Along y the solution of (1 - a L) u = r
/// decays by 1 - h/sqrt(a) a row, a rate that is rounded by eps: its sums err by eps sqrt(a)/h.
real rounding(const Grid& grid, real k) {
  const real a = sheared_fluid.viscosity / sheared_fluid.density * k;
  return eps_of_floats *
         (4 + std::log2(static_cast<real>(grid.cells())) + std::max(real{0}, std::sqrt(a) / grid.h));
}

TYPED_TEST(SinglePrecisionAtEnds, differs_from_double_by_rounding) {
  const int steps = 30;
  for (const Ends ends : {Ends::walls, Ends::lees_edwards})
    for (const TimeScheme scheme : both_schemes)
      for (const real k : {0.05, 0.4}) {
        const Grid grid = box(ends);
        const auto u = [&](Storage storage) {
          return after(this->stream(), grid, flow_at(ends), start(this->stream(), grid), scheme, steps, k,
                       storage);
        };
        const Result floats = u(Storage::floats), doubles = u(Storage::doubles);
        const real difference = largest_difference(floats.u, doubles.u);
        EXPECT_LE(difference, doubles.speed * steps * rounding(grid, k));
        EXPECT_GT(difference, 0);
      }
}

/// Of the rows whose faces are all in the box: beyond its ends in shear are others.
real divergence(const Grid& grid, const std::vector<real>& u) {
  real most = 0;
  for (Index c = 0; c < grid.cells(); ++c)
    if (c / grid.n.x % grid.n.y + 1 < grid.n.y || grid.topology.y.ends == Ends::walls)
      most = std::max(most, std::abs(divergence_at_cell(view_of(grid, u), neighbours(grid, c), 1 / grid.h)));
  return most;
}

// Six faces over h, each with the error of a step. Three hundred steps have no more than ten.
TYPED_TEST(SinglePrecisionAtEnds, keeps_divergence_at_roundoff) {
  for (const Ends ends : {Ends::walls, Ends::lees_edwards})
    for (const TimeScheme scheme : both_schemes)
      for (const int steps : {10, 300}) {
        const Grid grid = box(ends);
        const Result found = after(this->stream(), grid, flow_at(ends), start(this->stream(), grid), scheme,
                                   steps, 0.05, Storage::floats);
        EXPECT_LE(divergence(grid, found.u), 6 * rounding(grid, 0.05) * found.speed / grid.h)
            << steps << " steps";
      }
}

// A steady flow at a given rate is a parabola. Of the error of each step the slowest wave, q = pi/H, keeps
// 1/(1 + a q^2), so that their sum is one error times 1 + 1/(a q^2). Crank-Nicolson's steps are short, since
// it keeps the shortest waves in long ones.
TYPED_TEST(SinglePrecisionAtEnds, holds_poiseuille_flow) {
  const real height = 8, mean = 0.4, q = pi / height;
  const Grid grid = channel({4, 32, 4}, height);
  WallFlow driven;
  driven.mean_velocity = Signal{.mean = mean};
  const real curvature = curvature_for_mean(grid, 0, 0, mean);
  const std::vector<real> exact = at_faces(grid, [&](Real3 x) {
    return Real3{0, 0, curvature * x.y * (height - x.y)};
  });
  for (const TimeScheme scheme : both_schemes) {
    const int steps = 400;
    const real k = scheme == TimeScheme::bdf2 ? 9.4 : 0.2;
    FaceField<TypeParam> rest(this->stream(), grid);
    const Result found =
        after(this->stream(), grid, driven, std::move(rest), scheme, steps, k, Storage::floats);
    const real a = sheared_fluid.viscosity / sheared_fluid.density * k / 2,
               error = rounding(grid, k) * (1 + 1 / (a * q * q)) * largest(exact);
    EXPECT_LE(largest_difference(found.u, exact), error);
    WallAccount account;
    std::memcpy(&account, found.memory.data(), sizeof account);
    EXPECT_NEAR(account.mean[1], mean, error);
    // what forces and walls gave; the mean of each step is rounded
    EXPECT_NEAR(account.start[1] + account.forces[1] + account.lower[1] + account.upper[1], account.mean[1],
                steps * rounding(grid, k) * mean);
    EXPECT_NEAR(account.drive * sheared_fluid.density / k, 2 * sheared_fluid.viscosity * curvature,
                8 * sheared_fluid.viscosity * error / (grid.h * height));
  }
}

} // namespace
} // namespace ibsim
