#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/taylor_green.hpp"

namespace ibsim {
namespace {

template <class B>
class TaylorGreen : public BackendTest<B> {};
TYPED_TEST_SUITE(TaylorGreen, Backends, BackendNames);

// nu = 0.05: Reynolds number V L/nu = 20, advection and viscosity both matter
constexpr FluidProperties fluid{2.0, 0.1};

/// Rate (1/us) at which the velocity decays: u(t) = exp(-rate t) u(0). nu in um^2/us.
real decay_rate(real kinematic_viscosity, real wave_number) {
  return 3 * kinematic_viscosity * wave_number * wave_number;
}

struct Errors {
  real velocity, pressure, first_pressure; ///< at the end, and the pressure at t = 0
};

/// Root mean square error of the pressure of u, which is the exact flow at time t or near to it:
/// p = -rho (|u|^2 - mean |u|^2)/2, mean |u|^2 = V^2 exp(-2 rate t)
template <class B>
real pressure_error(const Stream<B>& stream, const Grid& grid, NavierStokes<B>& solver, FaceField<B>& u,
                    real q, real rate, real t) {
  FaceField<B> no_force(stream, grid);
  Array<real, B> pressure(grid.cells());
  solver.pressure(stream, u.view(), no_force.view(), pressure.data());
  const std::vector<real> p = pressure.to_host(stream);
  real squares = 0;
  for (Index c = 0; c < grid.cells(); ++c) {
    const Real3 shape = taylor_green_shape(place(grid, c, -1), q);
    const real exact = -fluid.density / 2 * std::exp(-2 * rate * t) * (dot(shape, shape) - 1);
    squares += std::pow(p[c] - exact, 2);
  }
  return std::sqrt(squares / grid.cells());
}

/// Root mean square errors at the end of a run to t = 1/8 in the unit box with V = 1 and k = h/4 (largest
/// speed 1.63: CFL 0.4).
template <class B>
Errors errors_on(const Stream<B>& stream, int n, TimeScheme scheme) {
  const Grid grid{{n, n, n}, 1.0 / n};
  const real k = grid.h / 4, q = taylor_green_wave_number(grid);
  const real rate = decay_rate(fluid.viscosity / fluid.density, q);
  const int steps = n / 2;
  FaceField<B> u(stream, grid);
  FaceField<B> no_force(stream, grid);
  set_taylor_green(stream, grid, 1.0, u.view());
  FaceField<B> before(stream, grid);
  NavierStokes<B> solver(stream, grid, fluid, {}, {}, {}, scheme);
  const real first_pressure = pressure_error(stream, grid, solver, u, q, rate, real{0});
  for (int step = 0; step < steps; ++step)
    solver.step(stream, {step * k, k, scheme, step > 0 ? k : 0, step == 1},
                {u.view(), nullptr, before.view()}, no_force.view());
  const std::vector<real> velocity = u.values().to_host(stream);
  const real t = steps * k;
  const std::vector<real> exact =
      at_faces(grid, [&](Real3 x) { return std::exp(-rate * t) * taylor_green_shape(x, q); });
  real squares = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) squares += std::pow(velocity[i] - exact[i], 2);
  return {std::sqrt(squares / grid.cells()), pressure_error(stream, grid, solver, u, q, rate, t),
          first_pressure};
}

TYPED_TEST(TaylorGreen, is_second_order) {
  const Errors coarse = errors_on(this->stream(), 24, TimeScheme::imex_rk),
               fine = errors_on(this->stream(), 48, TimeScheme::imex_rk);
  // k is in proportion to h, so e = C h^2 (1 + c (q h)^2), c about 1; (q h)^2 is 0.07 and 0.02, and log2 of
  // the ratio errs by 0.07 c
  EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), 2, 0.1);
  EXPECT_NEAR(std::log2(coarse.pressure / fine.pressure), 2, 0.1);
  EXPECT_NEAR(std::log2(coarse.first_pressure / fine.first_pressure), 2, 0.1);
  // C is of order one: averages and differences of two points err by (q h)^2/8 and (q h)^2/24 of their size,
  // u's is 1, rho |u|^2/2's too
  const real relative = std::pow(2 * pi / 48, 2) / 4;
  EXPECT_LE(fine.velocity, relative);
  EXPECT_LE(fine.pressure, relative);
  EXPECT_LE(fine.first_pressure, relative);
}

// On one grid, so that the error is that of time alone: differences of successive steps fall by 4, times
// 1 + O(k) of the next term. Equal steps, and short and long ones in turn.
TYPED_TEST(TaylorGreen, is_second_order_in_time_by_backward_differences) {
  auto& stream = this->stream();
  const int n = 16;
  const Grid grid{{n, n, n}, 1.0 / n};
  for (const real unequal : {0.0, 1.0 / 3}) {
    std::vector<std::vector<real>> ends;
    for (const int steps : {64, 128, 256}) {
      FaceField<TypeParam> u(stream, grid), before(stream, grid), no_force(stream, grid);
      set_taylor_green(stream, grid, 1.0, u.view());
      project(stream, grid, u.view());
      NavierStokes<TypeParam> solver(stream, grid, fluid, {}, {}, {}, TimeScheme::bdf2);
      real time = 0, step_before = 0;
      for (int i = 0; i < steps; ++i) {
        const real k = (1 + (i % 2 ? unequal : -unequal)) * 0.25 / steps;
        solver.step(stream, {time, k, TimeScheme::bdf2, step_before, i == 1},
                    {u.view(), nullptr, before.view()}, no_force.view());
        time += k, step_before = k;
      }
      ends.push_back(u.values().to_host(stream));
      EXPECT_LE(largest_divergence(grid, ends.back()), 1e-12); // of 1/h = 16
    }
    const real ratio = largest_difference(ends[0], ends[1]) / largest_difference(ends[1], ends[2]);
    EXPECT_GT(ratio, 3.5) << unequal;
    EXPECT_LT(ratio, 4.5) << unequal;
  }
}

TYPED_TEST(TaylorGreen, energy_decays_at_the_analytic_rate) {
  auto& stream = this->stream();
  const int n = 24, steps = 40;
  const Grid grid{{n, n, n}, 1.0 / n};
  const real q = taylor_green_wave_number(grid), rate = decay_rate(0.05, q), k = 0.01;
  FaceField<TypeParam> u(stream, grid);
  FaceField<TypeParam> no_force(stream, grid);
  set_taylor_green(stream, grid, 0.5, u.view());
  project(stream, grid, u.view());
  const auto energy = [&] {
    real sum = 0;
    for (real v : u.values().to_host(stream)) sum += v * v;
    return sum / grid.cells();
  };
  const real start = energy();
  // mean |u|^2 = V^2, up to the O((q h)^2) that project removes
  EXPECT_NEAR(start, 0.25, 0.25 * q * q * grid.h * grid.h / 4);
  NavierStokes<TypeParam> solver(stream, grid, fluid);
  for (int step = 0; step < steps; ++step) solver.step(stream, k, u.view(), no_force.view());
  // relative error of the rate: the symbol of L, (q h)^2/12, and Crank-Nicolson, (rate k)^2/12; the second is
  // the smaller
  const real measured = std::log(start / energy()) / (2 * k * steps);
  EXPECT_NEAR(measured / rate, 1, q * q * grid.h * grid.h / 12 + rate * rate * k * k / 12);
}

TYPED_TEST(TaylorGreen, needs_a_cubic_box) {
  auto& stream = this->stream();
  const Grid grid{{8, 8, 4}, 0.5};
  FaceField<TypeParam> u(stream, grid);
  EXPECT_THROW(set_taylor_green(stream, grid, 1.0, u.view()), InputError);
}

} // namespace
} // namespace ibsim
