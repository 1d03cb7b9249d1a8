// A shear wave w(x) e_z carried along x by a uniform flow U is a solution of the discrete equations with no pressure:
//   dw/dt = -U (w[i+1] - w[i-1])/(2h) + nu L w  =>  w ~ exp(i theta (x/h) + sigma t),  sigma = -i U sin(theta)/h - nu lambda,
// lambda = 4 sin^2(theta/2)/h^2. One step of the Runge-Kutta scheme multiplies the mode by a number in closed form.
#include "backends.hpp"
#include "fluid/fields.hpp"
#include "fluid/navier_stokes.hpp"

#include <complex>

namespace ibsim {
namespace {

template <class B> class ShearWave : public BackendTest<B> {};
TYPED_TEST_SUITE(ShearWave, Backends, BackendNames);

using complex = std::complex<real>;
constexpr FluidProperties fluid{1.5, 0.9};
constexpr real nu = 0.6, h = 0.5, flow = 0.8;
constexpr int n = 20, wave = 3;
const real theta = 2 * pi * wave / n, lambda = 4 * std::pow(std::sin(theta / 2) / h, 2);
const complex carried{0, flow * std::sin(theta) / h}; // U times the symbol of the centred difference

/// The factor of one step k, straight from the two stages of the scheme.
complex amplification(real k) {
  const real a = nu * k / 2;
  const complex half = (1.0 - k / 2 * carried) / (1 + a * lambda);
  return (1 - a * lambda - k * carried * half) / (1 + a * lambda);
}

/// Velocity with the wave w = Re(factor exp(i theta x/h)) along direction `along`, in the component after the next.
std::vector<real> wave_field(const Grid& grid, int along, complex factor) {
  return at_faces(grid, [&](Real3 x) {
    Real3 u;
    u[along] = flow;
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
std::vector<real> run(const Queue<B>& queue, const Grid& grid, int along, real k, int steps) {
  FaceField<B> u = on_device(queue, grid, wave_field(grid, along, 1));
  const FaceField<B> no_force(queue, grid);
  NavierStokes<B> solver(queue, grid, fluid);
  for (int step = 0; step < steps; ++step) solver.step(queue, k, u.view(), no_force.view());
  return u.values().to_host(queue);
}

TYPED_TEST(ShearWave, is_multiplied_by_the_amplification_factor_in_every_step) {
  for (int along = 0; along < 3; ++along) {
    const Grid grid = grid_along(along);
    const int steps = 25;
    const std::vector<real> expected = wave_field(grid, along, std::pow(amplification(0.1), steps));
    // the factor is below 1 in size, so the error is the steps' own: some eps log2 N each, of values of size 1
    EXPECT_LE(largest_difference(run(this->queue(), grid, along, 0.1, steps), expected), steps * 2 * eps * (5 + std::log2(grid.cells())));
  }
}

TYPED_TEST(ShearWave, is_second_order_in_time) {
  const Grid grid = grid_along(0);
  const real end = 2;
  const std::vector<real> exact = wave_field(grid, 0, std::exp((-carried - nu * lambda) * end));
  const real coarse = largest_difference(run(this->queue(), grid, 0, end / 50, 50), exact);
  const real fine = largest_difference(run(this->queue(), grid, 0, end / 100, 100), exact);
  // e = C k^2 (1 + c k): |sigma| k is 0.08 and 0.04, and log2 of the ratio errs by about |sigma| k/2 / ln 2 = 0.06
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.06);
}

} // namespace
} // namespace ibsim
