// A shear wave w(x) e_z carried along x by a uniform flow U(t) is a solution of the discrete equations with
// no pressure, also when a uniform force speeds up the flow, U = U_0 + G t with G = f/rho:
//   dw/dt = -U (w[i+1] - w[i-1])/(2h) + nu L w  =>  w ~ exp(i theta x/h - nu lambda t - i (U_0 t + G t^2/2)
//   sin(theta)/h),
// lambda = 4 sin^2(theta/2)/h^2. One step of the Runge-Kutta scheme multiplies the mode by a number in closed
// form.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"

#include <algorithm>
#include <complex>
#include <utility>

namespace ibsim {
namespace {

template <class B>
class ShearWave : public BackendTest<B> {};
TYPED_TEST_SUITE(ShearWave, Backends, BackendNames);

using complex = std::complex<real>;
constexpr FluidProperties fluid{1.5, 0.9};
constexpr real nu = 0.6, h = 0.5, flow = 0.8, push = 0.3; // U_0, um/us, and G, um/us^2
constexpr int n = 20, wave = 3;
const real theta = 2 * pi * wave / n, lambda = 4 * std::pow(std::sin(theta / 2) / h, 2);
const complex centred{0, std::sin(theta) / h}; // symbol of (w[i+1] - w[i-1])/(2h)

/// The factor of one step k that starts with the flow U, straight from the two stages of the scheme.
complex amplification(real k, real U) {
  const real a = nu * k / 2;
  const complex half = (1.0 - k / 2 * U * centred) / (1 + a * lambda);
  return (1 - a * lambda - k * (U + k / 2 * push) * centred * half) / (1 + a * lambda);
}

/// The flow U along direction `along` and the wave w = Re(factor exp(i theta x/h)) in the component after the
/// next.
std::vector<real> wave_field(const Grid& grid, int along, real U, complex factor) {
  return at_faces(grid, [&](Real3 x) {
    Real3 u;
    u[along] = U;
    u[(along + 2) % 3] = std::real(factor * std::polar<real>(1, theta * x[along] / h));
    return u;
  });
}

Grid grid_along(int along) {
  Grid grid{{3, 3, 3}, h};
  grid.n[along] = n;
  return grid;
}

template <class B>
std::vector<real> run(const Stream<B>& stream, const Grid& grid, int along, real k, int steps) {
  FaceField<B> u = on_device(stream, grid, wave_field(grid, along, flow, 1));
  FaceField<B> f = on_device(stream, grid, wave_field(grid, along, fluid.density * push, 0));
  NavierStokes<B> solver(stream, grid, fluid);
  for (int step = 0; step < steps; ++step) solver.step(stream, k, u.view(), f.view());
  return u.values().to_host(stream);
}

TYPED_TEST(ShearWave, is_multiplied_by_the_amplification_factor_in_every_step) {
  const int steps = 25;
  const real k = 0.1;
  for (int along = 0; along < 3; ++along) {
    const Grid grid = grid_along(along);
    complex factor = 1;
    for (int step = 0; step < steps; ++step) factor *= amplification(k, flow + step * k * push);
    const std::vector<real> expected = wave_field(grid, along, flow + steps * k * push, factor);
    // the factors are below 1 in size, so the error is the steps' own: some eps log2 N each, of values of
    // size 1
    EXPECT_LE(largest_difference(run(this->stream(), grid, along, k, steps), expected),
              steps * eps * (2 + std::log2(grid.cells())));
  }
}

TYPED_TEST(ShearWave, is_second_order_in_time) {
  const Grid grid = grid_along(0);
  const real end = 2;
  const complex exponent = -nu * lambda * end - (flow * end + push * end * end / 2) * centred;
  const std::vector<real> exact = wave_field(grid, 0, flow + push * end, std::exp(exponent));
  const real coarse = largest_difference(run(this->stream(), grid, 0, end / 50, 50), exact);
  const real fine = largest_difference(run(this->stream(), grid, 0, end / 100, 100), exact);
  // e = C k^2 (1 + c k), c of the order of the rates |sigma| = 2.7, and k is 0.04 and 0.02: log2 of the ratio
  // errs by |sigma| 0.02/ln 2
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.08);
}

// A wave with no force, w = exp(-nu lambda t), carries points along by w_0/(nu lambda) before it is gone. By
// backward differences they go as far in steps of any length, though viscosity may act a hundred times over
// within one and a part of it is extrapolated from a flow that is not there any more: by the second step,
// which takes from the start what the first had of it.
TYPED_TEST(ShearWave, carries_points_by_the_same_way_in_steps_of_any_length) {
  const Grid grid = grid_along(0);
  const std::vector<real> start = wave_field(grid, 0, 0, 1);
  const auto crest = static_cast<std::size_t>(std::max_element(start.begin(), start.end()) - start.begin());
  const real way = start[crest] / (nu * lambda);
  for (const real times : {0.1, 1.0, 10.0, 100.0}) {
    const real k = times / (nu * lambda);
    FaceField<TypeParam> u = on_device(this->stream(), grid, start), before(this->stream(), grid),
                         f(this->stream(), grid);
    NavierStokes<TypeParam> solver(this->stream(), grid, fluid, {}, {}, {}, TimeScheme::bdf2);
    real X = 0, X_before = 0;
    // by a half a step, or by 0.9: what is left is below eps
    const int steps = 60 + static_cast<int>(40 / times);
    for (int i = 0; i < steps; ++i) {
      const StepInTime now{i * k, k, TimeScheme::bdf2, i > 0 ? k : 0, i == 1};
      solver.step(this->stream(), now, {u.view(), nullptr, before.view()}, f.view());
      const BackwardDifference b = now.difference();
      const real moved = b.now * X - b.before * X_before + b.beta * u.values().to_host(this->stream())[crest];
      X_before = std::exchange(X, moved);
    }
    // of the mean some eps log2 N stay, which carry points by so many times that a step
    EXPECT_NEAR(X / way, 1, steps * (1 + times) * eps * (2 + std::log2(grid.cells()))) << times;
  }
}

} // namespace
} // namespace ibsim
