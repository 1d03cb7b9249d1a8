// Flows between walls that are known exactly.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/channel.hpp"
#include "fluid/developed_flow.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/uniform_force.hpp"
#include "fluid/wall_stage.hpp"

#include <complex>
#include <cstring>
#include <functional>

namespace ibsim {
namespace {

template <class B>
class BetweenWalls : public BackendTest<B> {};
TYPED_TEST_SUITE(BetweenWalls, Backends, BackendNames);

constexpr FluidProperties fluid{1.2, 0.9};
constexpr TimeScheme schemes[] = {TimeScheme::imex_rk, TimeScheme::bdf2};

using Velocity = std::function<Real3(Real3 x, real t)>;

template <class B>
struct Channel {
  const Stream<B>& stream;
  Grid grid;
  TimeScheme scheme;
  NavierStokes<B> solver;
  FaceField<B> u, before, f;
  Array<real, B> memory;
  real time = 0, step_before = 0;
  int steps = 0;

  Channel(const Stream<B>& s, const Grid& g, const WallFlow& walls, BodyForces<B> forces,
          const Velocity& start, TimeScheme by = TimeScheme::imex_rk)
      : stream(s), grid(g), scheme(by), solver(s, g, fluid, std::move(forces), walls, {}, by),
        u(on_device(s, g, at_faces(g, [&](Real3 x) { return start(x, 0); }))), before(s, g), f(s, g),
        memory(solver.memory_at_start(s, u.view())) {}

  /// @param force density when forces of the step act
  void step(real k, const Velocity& force = {}) {
    const StepInTime now{time, k, scheme, step_before, steps == 1};
    if (force)
      f.values().set(stream, at_faces(grid, [&](Real3 x) { return force(x, now.of_forces()); }));
    else
      f.values().zero(stream);
    solver.prepare(stream, now);
    solver.step(stream, now, {u.view(), memory.data(), before.view()}, f.view());
    time += k, step_before = k, ++steps;
  }
  std::vector<real> values() { return u.values().to_host(stream); }
  real error(const Velocity& exact) {
    return largest_difference(values(), at_faces(grid, [&](Real3 x) { return exact(x, time); }));
  }
  WallAccount account() {
    std::vector<real> numbers = memory.to_host(stream);
    WallAccount account;
    std::memcpy(&account, numbers.data(), sizeof account);
    return account;
  }
};

template <class B>
BodyForces<B> driven_by(const Grid& grid, const Signal& gradient) {
  BodyForces<B> forces;
  forces.push_back(std::make_unique<UniformForce<B>>(grid, gradient));
  return forces;
}

real order(real coarse, real fine) { return std::log2(coarse / fine); }

// The line and the parabola are exact for the discrete equations: each of 100 steps adds some eps of the
// largest speed, which the viscosity takes away again.
TYPED_TEST(BetweenWalls, couette_and_poiseuille_flow_are_steady) {
  for (const TimeScheme scheme : schemes)
    for (const Int3 n : {Int3{6, 16, 10}, Int3{4, 9, 5}}) {
      const real height = 8, gradient = 0.02, g = 0.7;
      const Grid grid = channel(n, height);
      WallFlow walls;
      walls.lower_z.mean = -g, walls.upper_z.mean = g, walls.upper_x.mean = 0.2;
      const Velocity exact = [&](Real3 x, real) {
        return Real3{0.2 * x.y / height, 0,
                     g * (2 * x.y / height - 1) + gradient / (2 * fluid.viscosity) * x.y * (height - x.y)};
      };
      Channel<TypeParam> flow(this->stream(), grid, walls, driven_by<TypeParam>(grid, {.mean = gradient}),
                              exact, scheme);
      for (int i = 0; i < 100; ++i) flow.step(i % 3 ? 0.3 : 0.2);
      EXPECT_LE(flow.error(exact), 1e-12);
      EXPECT_LE(largest_divergence(grid, flow.values()), 1e-12);
    }
}

// From rest; the slowest mode decays as exp(-nu (pi/H)^2 t), here by exp(-46).
TYPED_TEST(BetweenWalls, a_prescribed_flow_rate_is_kept_and_settles_to_the_parabola) {
  const real height = 4, mean = 0.3;
  const Grid grid = channel({4, 12, 6}, height);
  WallFlow walls;
  walls.mean_velocity = Signal{.mean = mean};
  for (const TimeScheme scheme : schemes) {
    Channel<TypeParam> flow(
        this->stream(), grid, walls, {}, [](Real3, real) { return Real3{}; }, scheme);
    for (int i = 0; i < 200; ++i) {
      flow.step(0.5);
      const WallAccount now = flow.account();
      ASSERT_NEAR(now.mean[1], mean, 1e-14);
      // each step rounds sums of size 1
      ASSERT_NEAR(now.start[1] + now.forces[1] + now.lower[1] + now.upper[1], mean, 1e-12);
    }
    const real curvature = curvature_for_mean(grid, 0, 0, mean);
    EXPECT_LE(flow.error([&](Real3 x, real) {
      return Real3{0, 0, curvature * x.y * (height - x.y)};
    }),
              1e-12);
    // the force that keeps it up is that of Poiseuille flow, G = 2 mu curvature
    EXPECT_NEAR(flow.account().drive * fluid.density / 0.5, 2 * fluid.viscosity * curvature, 1e-12);
  }
}

using Complex64 = std::complex<real>;

/// The largest error over a quarter of a period of an oscillating flow along z, started from its exact form.
template <class B>
real oscillating_error(const Stream<B>& stream, int n, const WallFlow& walls, const Signal& gradient,
                       const Velocity& exact, real height, real period, TimeScheme scheme) {
  const Grid grid = channel({2, n, 3}, height);
  Channel<B> flow(stream, grid, walls, driven_by<B>(grid, gradient), exact, scheme);
  real most = 0;
  for (int i = 0; i < n; ++i) {
    flow.step(period / (4 * n));
    most = std::max(most, flow.error(exact));
  }
  return most;
}

// Stokes' second problem in a gap: u = Re[-i U exp(i w t) sinh(l (H - y))/sinh(l H)], l^2 = i w/nu.
TYPED_TEST(BetweenWalls, stokes_second_problem_is_second_order) {
  const real height = 6, period = 10, w = 2 * pi / period, nu = fluid.viscosity / fluid.density;
  const Complex64 i(0, 1), l = std::sqrt(i * w / nu);
  WallFlow walls;
  walls.lower_z = {.mean = 0, .amplitude = 1, .period = period, .phase = 0};
  const Velocity exact = [=](Real3 x, real t) {
    return Real3{0, 0,
                 (-i * std::exp(i * w * t) * std::sinh(l * (height - x.y)) / std::sinh(l * height)).real()};
  };
  for (const TimeScheme scheme : schemes) {
    std::vector<real> errors;
    for (const int n : {32, 64, 128})
      errors.push_back(oscillating_error(this->stream(), n, walls, {}, exact, height, period, scheme));
    EXPECT_GE(order(errors[0], errors[1]), 1.9) << errors[0] << " " << errors[1];
    EXPECT_GE(order(errors[1], errors[2]), 1.9) << errors[1] << " " << errors[2];
  }
}

// Womersley's flow between plates (1955, J. Physiol. 127, for tubes): for the force G sin(w t),
// u = Re[-G/(w rho) (1 - cosh(l (y - H/2))/cosh(l H/2)) exp(i w t)].
TYPED_TEST(BetweenWalls, womersley_flow_is_second_order) {
  const real height = 6, period = 10, w = 2 * pi / period, nu = fluid.viscosity / fluid.density, G = 0.8;
  const Complex64 i(0, 1), l = std::sqrt(i * w / nu);
  const Velocity exact = [=](Real3 x, real t) {
    const Complex64 profile = real{1} - std::cosh(l * (x.y - height / 2)) / std::cosh(l * height / real{2});
    return Real3{0, 0, (-G / (w * fluid.density) * profile * std::exp(i * w * t)).real()};
  };
  for (const TimeScheme scheme : schemes) {
    std::vector<real> errors;
    for (const int n : {32, 64, 128})
      errors.push_back(oscillating_error(this->stream(), n, {}, {.mean = 0, .amplitude = G, .period = period},
                                         exact, height, period, scheme));
    EXPECT_GE(order(errors[0], errors[1]), 1.9) << errors[0] << " " << errors[1];
    EXPECT_GE(order(errors[1], errors[2]), 1.9) << errors[1] << " " << errors[2];
  }
}

/// A flow with pressure that sticks to walls at rest, from the stream function S = s(y) cos(q z) c(t) with
/// s = sin^2(p y): v = dS/dz, w = -dS/dy, and u = sin(p y) sin(q z) c(t), p = pi/H, c(t) = cos(t); the
/// pressure is cos(p y) cos(q z) c(t). The force is what the equations then ask for.
struct Manufactured {
  real height, length;
  real p = pi / height, q = 2 * pi / length;

  Real3 velocity(Real3 x, real t) const {
    const real c = std::cos(t), s = std::sin(p * x.y) * std::sin(p * x.y), ds = p * std::sin(2 * p * x.y);
    return {c * std::sin(p * x.y) * std::sin(q * x.z), -q * s * std::sin(q * x.z) * c,
            -ds * std::cos(q * x.z) * c};
  }
  real pressure(Real3 x, real t) const { return std::cos(p * x.y) * std::cos(q * x.z) * std::cos(t); }
  Real3 force(Real3 x, real t) const {
    const real sy = std::sin(p * x.y), cy = std::cos(p * x.y), sz = std::sin(q * x.z), cz = std::cos(q * x.z);
    const real c = std::cos(t), dc = -std::sin(t);
    const real s = sy * sy, s1 = 2 * p * sy * cy, s2 = 2 * p * p * (cy * cy - sy * sy), s3 = -4 * p * p * s1;
    const real u = sy * sz, v = -q * s * sz, w = -s1 * cz; // without c
    const real u_y = p * cy * sz, u_z = q * sy * cz, v_y = -q * s1 * sz, v_z = -q * q * s * cz,
               w_y = -s2 * cz, w_z = q * s1 * sz;
    const real lap_u = -(p * p + q * q) * u, lap_v = -q * s2 * sz + q * q * q * s * sz,
               lap_w = -s3 * cz + q * q * s1 * cz;
    const real rho = fluid.density, mu = fluid.viscosity;
    return {rho * (u * dc + c * c * (v * u_y + w * u_z)) - mu * c * lap_u,
            rho * (v * dc + c * c * (v * v_y + w * v_z)) - mu * c * lap_v - p * sy * cz * c,
            rho * (w * dc + c * c * (v * w_y + w * w_z)) - mu * c * lap_w - q * cy * sz * c};
  }
};

struct Errors {
  real velocity, pressure;
};

template <class B>
Errors manufactured_error(const Stream<B>& stream, int n, TimeScheme scheme) {
  const Manufactured known{4, 5};
  Grid grid{{2, 4 * n, 5 * n}, real{1} / n};
  grid.topology.y.ends = Ends::walls;
  WallFlow walls;
  const Velocity exact = [&](Real3 x, real t) { return known.velocity(x, t); },
                 force = [&](Real3 x, real t) { return known.force(x, t); };
  Channel<B> flow(stream, grid, walls, {}, exact, scheme);
  for (int i = 0; i < 5 * n; ++i) flow.step(real{0.1} / n, force);
  Errors errors{flow.error(exact), 0};
  flow.f.values().set(stream, at_faces(grid, [&](Real3 x) { return force(x, flow.time); }));
  flow.solver.prepare(stream, flow.time, 0);
  Array<real, B> pressure(grid.cells());
  flow.solver.pressure(stream, flow.u.view(), flow.f.view(), pressure.data());
  const std::vector<real> p = pressure.to_host(stream);
  for (Index c = 0; c < grid.cells(); ++c)
    errors.pressure =
        std::max(errors.pressure, std::abs(p[c] - known.pressure(place(grid, c, -1), flow.time)));
  return errors;
}

TYPED_TEST(BetweenWalls, a_manufactured_flow_is_second_order) {
  for (const TimeScheme scheme : schemes) {
    std::vector<Errors> errors;
    for (const int n : {4, 8, 16}) errors.push_back(manufactured_error(this->stream(), n, scheme));
    for (std::size_t i : {0, 1}) {
      const real of_u = order(errors[i].velocity, errors[i + 1].velocity),
                 of_p = order(errors[i].pressure, errors[i + 1].pressure);
      EXPECT_GE(of_u, 1.9) << errors[i].velocity << " " << errors[i + 1].velocity;
      std::printf("  order of u %.2f (error %.2e), of p %.2f (error %.2e)\n", of_u, errors[i + 1].velocity,
                  of_p, errors[i + 1].pressure);
    }
  }
}

// The mean velocity changes by the forces, the flow rate and the friction at the walls alone. The mean of the
// advection is zero but for rounding: each step adds some eps k (|u|^2/h) N^(1/2), and there are 30.
TYPED_TEST(BetweenWalls, momentum_is_balanced) {
  for (const TimeScheme scheme : schemes)
    for (const bool prescribed : {false, true}) {
      const Grid grid = channel({8, 10, 6}, 5);
      WallFlow walls;
      walls.lower_z = {.mean = 0.1, .amplitude = 0.3, .period = 2, .phase = 0.4}, walls.upper_x.mean = -0.4;
      if (prescribed) walls.mean_velocity = Signal{.mean = 0.2, .amplitude = 0.1, .period = 3};
      const std::vector<real> noise = random_values(3 * static_cast<std::size_t>(grid.cells()), 5);
      Channel<TypeParam> flow(
          this->stream(), grid, walls, driven_by<TypeParam>(grid, {.mean = 0.1}),
          [](Real3, real) { return Real3{}; }, scheme);
      flow.u = on_device(this->stream(), grid, noise);
      project(this->stream(), grid, flow.u.view());
      flow.memory = flow.solver.memory_at_start(this->stream(), flow.u.view());
      for (int i = 0; i < 30; ++i)
        flow.step(i % 3 ? 0.05 : 0.08, [](Real3 x, real t) {
          return Real3{std::sin(x.y + t), x.x - 2, std::cos(x.z * x.y)};
        });
      const WallAccount account = flow.account();
      const std::vector<real> u = flow.values();
      const auto cells = static_cast<std::size_t>(grid.cells());
      for (const int d : {0, 1}) {
        const real now = mean(u.data() + 2 * d * cells, cells);
        EXPECT_NEAR(account.mean[d], now, 1e-13);
        EXPECT_NEAR(account.start[d] + account.forces[d] + account.lower[d] + account.upper[d], now, 1e-12);
      }
    }
}

} // namespace
} // namespace ibsim
