// The fluid in floats: order and floor of its errors, divergence and momentum at round-off, without growth.
#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/taylor_green.hpp"
#include "in_floats.hpp"

namespace ibsim {
namespace {

template <class B>
class SinglePrecision : public BackendTest<B> {};
TYPED_TEST_SUITE(SinglePrecision, Backends, BackendNames);

constexpr FluidProperties fluid{2.0, 0.1};
constexpr TimeScheme schemes[] = {TimeScheme::imex_rk, TimeScheme::bdf2};

/// Rounding of a step: transforms of N values err by eps log2 N, sums of a few terms by some eps.
real rounding(const Grid& grid) { return eps_of_floats * (4 + std::log2(static_cast<real>(grid.cells()))); }

/// The Taylor-Green vortex of speed 1 in the unit box after some steps.
template <class B>
std::vector<real> vortex_after(const Stream<B>& stream, const Grid& grid, TimeScheme scheme, int steps,
                               real k, Storage storage) {
  FaceField<B> start(stream, grid);
  set_taylor_green(stream, grid, 1.0, start.view());
  project(stream, grid, start.view());
  FaceField<B> u = storage == Storage::floats ? in_floats(stream, start) : std::move(start);
  FaceField<B> before(stream, grid, storage), no_force(stream, grid, storage);
  NavierStokes<B> solver(stream, grid, fluid, {}, {}, {}, scheme, storage);
  for (int i = 0; i < steps; ++i) {
    const StepInTime step{i * k, k, scheme, i > 0 ? k : 0, i == 1};
    solver.prepare(stream, step);
    solver.step(stream, step, {u.any(), nullptr, before.any()}, no_force.any());
  }
  return values_of(stream, u);
}

// What is left of the error on 16^3 and 32^3 is that of the scheme, (q h)^2 of order 1e-2, far above
// rounding.
TYPED_TEST(SinglePrecision, is_second_order) {
  for (const TimeScheme scheme : schemes) {
    std::vector<real> errors;
    for (const int n : {16, 32}) {
      const Grid grid{{n, n, n}, 1.0 / n};
      const real k = grid.h / 4, q = taylor_green_wave_number(grid),
                 rate = 3 * fluid.viscosity / fluid.density * q * q, t = n / 2 * k;
      const std::vector<real> u = vortex_after(this->stream(), grid, scheme, n / 2, k, Storage::floats);
      errors.push_back(largest_difference(
          u, at_faces(grid, [&](Real3 x) { return std::exp(-rate * t) * taylor_green_shape(x, q); })));
    }
    // e = C h^2 (1 + c (q h)^2), c about 1, (q h)^2 0.15 and 0.04
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.2);
  }
}

// Each step of either precision rounds as said above; viscosity lets nothing grow. Speeds are 1.63 at most.
TYPED_TEST(SinglePrecision, differs_from_double_by_rounding) {
  const int n = 24, steps = 30;
  const Grid grid{{n, n, n}, 1.0 / n};
  for (const TimeScheme scheme : schemes) {
    const auto u = [&](Storage storage) {
      return vortex_after(this->stream(), grid, scheme, steps, grid.h / 4, storage);
    };
    const real difference = largest_difference(u(Storage::floats), u(Storage::doubles));
    EXPECT_LE(difference, 1.63 * steps * rounding(grid));
    EXPECT_GT(difference, 0);
  }
}

// Six faces over h, each with the error of an inverse transform. Three hundred steps have no more than ten.
TYPED_TEST(SinglePrecision, keeps_divergence_at_roundoff) {
  const Grid grid{{16, 16, 16}, 1.0 / 16};
  for (const TimeScheme scheme : schemes)
    for (const int steps : {10, 300}) {
      const std::vector<real> u = vortex_after(this->stream(), grid, scheme, steps, 1e-4, Storage::floats);
      EXPECT_LE(largest_divergence(grid, u), 6 * rounding(grid) * largest(u) / grid.h) << steps << " steps";
    }
}

// Without a force momentum stays zero. Were all roundings of a mean of one sign, they would add up to
// steps eps/2 of the largest speed.
TYPED_TEST(SinglePrecision, keeps_momentum) {
  const Grid grid{{16, 16, 16}, 1.0 / 16};
  const std::size_t cells = grid.cells();
  for (const TimeScheme scheme : schemes) {
    const int steps = 300;
    const std::vector<real> u = vortex_after(this->stream(), grid, scheme, steps, 1e-4, Storage::floats);
    for (int d = 0; d < 3; ++d)
      EXPECT_LE(std::abs(mean(u.data() + d * cells, cells)), steps * eps_of_floats / 2 * largest(u));
  }
}

TYPED_TEST(SinglePrecision, needs_an_even_number_of_cells_in_a_plane) {
  const Grid odd{{9, 7, 8}, 1};
  EXPECT_THROW(
      NavierStokes<TypeParam>(this->stream(), odd, fluid, {}, {}, {}, TimeScheme::bdf2, Storage::floats),
      InputError);
}

} // namespace
} // namespace ibsim
