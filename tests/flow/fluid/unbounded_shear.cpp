// Unbounded shear: a Fourier mode that the shear turns (a Kelvin mode) follows its closed form, the
// divergence is round-off, no row of the box is a special one, and a uniform shear stays.
#include "backends.hpp"
#include "fluid/background_shear.hpp"
#include "fluid/flow_in_shear.hpp"
#include "fluid/shear_strain.hpp"

#include <complex>

namespace ibsim {
namespace {

template <class B>
class UnboundedShear : public BackendTest<B> {};
TYPED_TEST_SUITE(UnboundedShear, Backends, BackendNames);

template <class B>
struct Flow : FlowInShear<B> {
  using FlowInShear<B>::stream, FlowInShear<B>::grid, FlowInShear<B>::solver, FlowInShear<B>::u;
  using FlowInShear<B>::time;

  Flow(const Stream<B>& s, const Grid& g, const Signal& rate, const std::vector<real>& start,
       TimeScheme by = TimeScheme::imex_rk)
      : FlowInShear<B>(s, g, rate, by, start) {}
  /// Of the velocity less its mean shear, with the rows beyond the box.
  std::vector<real> wide() {
    solver.prepare(stream, time, 0);
    const auto v = solver.sliding_images()->open(stream, u.any()).template as<real>();
    std::vector<real> all(3 * static_cast<std::size_t>(with_rows_beyond(grid).cells()));
    copy_to_host(stream, all.data(), v.x, sizeof(real) * all.size());
    return all;
  }
  real divergence() {
    const std::vector<real> v = wide();
    const Grid w = with_rows_beyond(grid);
    real most = 0;
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i)
          most = std::max(most, std::abs(divergence_at_cell(view_of(w, v), neighbours(w, i, j, k), 1 / w.h)));
    return most;
  }
};

real order(real coarse, real fine) { return std::log2(coarse / fine); }

TYPED_TEST(UnboundedShear, alone_stays_as_it_is) {
  const Grid grid = sheared_box({6, 8, 10}, 0.5);
  const real rate = 0.13;
  const auto shear = at_faces(grid, [&](Real3 x) { return Real3{0, 0, rate * (x.y - 2)}; });
  for (const TimeScheme scheme : both_schemes) {
    Flow<TypeParam> flow(this->stream(), grid, {.mean = rate}, shear, scheme);
    for (int i = 0; i < 50; ++i) flow.step(0.21);
    EXPECT_LE(largest_difference(flow.values(), shear), 1e-15); // of 0.23
  }
}

// From noise of size 1 on top of the shear, whatever its divergence was, with steps of any lengths.
TYPED_TEST(UnboundedShear, divergence_is_roundoff) {
  for (const TimeScheme scheme : both_schemes)
    for (const Int3 n : {Int3{8, 12, 10}, Int3{6, 7, 9}, Int3{5, 4, 16}}) {
      const Grid grid = sheared_box(n, 0.5);
      Flow<TypeParam> flow(this->stream(), grid, {.mean = 0.3, .amplitude = 0.2, .period = 3},
                           random_values(3 * grid.cells(), 5), scheme);
      for (const real k : {0.137, 0.137, 0.05, 0.1, 0.137}) {
        flow.step(k);
        EXPECT_LE(flow.divergence(), 1e-13);
      }
    }
}

/// v = Re A(t) exp(i [k_y y + k_z (z - strain (y - Ly/2))]), the exact solution for any size since v does not
/// carry itself: with k = (0, k_y - strain k_z, k_z) and E = exp(-nu int k^2 dt),
///   v_y = E k(0)^2/k^2,  v_z = -(k_y - strain k_z)/k_z v_y,  v_x = 0.3 E,  p = 2 i rho g k_z v_y/k^2
struct KelvinMode {
  real rate, k_y, k_z, middle;
  struct Value {
    Real3 v;
    real p;
  };
  Value at(Real3 x, real t) const {
    const real q = k_y - rate * t * k_z, now = q * q + k_z * k_z, start = k_y * k_y + k_z * k_z;
    const real integral = k_z * k_z * t + (k_y * k_y * k_y - q * q * q) / (3 * rate * k_z);
    const real decay = std::exp(-sheared_fluid.viscosity / sheared_fluid.density * integral);
    const std::complex<real> wave = std::polar<real>(1, k_y * x.y + k_z * (x.z - rate * t * (x.y - middle)));
    const std::complex<real> y = decay * start / now * wave;
    return {{0.3 * decay * wave.real(), y.real(), (-q / k_z * y).real()},
            (std::complex<real>(0, 2 * sheared_fluid.density * rate * k_z / now) * y).real()};
  }
};

// The strain grows to 1.3: the mode turns from 45 to -17 degrees, and meets the seam at any part of a cell.
// Equal steps, and with bdf2 short and long ones in turn too.
TYPED_TEST(UnboundedShear, a_kelvin_mode_follows_its_closed_form) {
  const struct {
    TimeScheme scheme;
    real unequal;
  } cases[] = {{TimeScheme::imex_rk, 0}, {TimeScheme::bdf2, 0}, {TimeScheme::bdf2, 0.3}};
  for (const auto& [scheme, unequal] : cases) {
    std::vector<real> errors, pressure_errors;
    for (const int n : {12, 24, 48}) {
      const Grid grid = sheared_box({4, n, n}, 6.0 / n);
      const KelvinMode mode{0.5, 2 * pi / 6, 2 * pi / 6, 3};
      const auto exact = [&](real t) {
        return at_faces(grid, [&](Real3 x) { return mode.at(x, t).v + Real3{0, 0, mode.rate * (x.y - 3)}; });
      };
      Flow<TypeParam> flow(this->stream(), grid, {.mean = mode.rate}, exact(0), scheme);
      const int steps = 2 * n;
      for (int i = 0; i < steps; ++i) flow.step((1 + (i % 2 ? unequal : -unequal)) * 2.6 / steps);
      errors.push_back(largest_difference(flow.values(), exact(2.6)));
      flow.wide(); // opens it
      Array<real, TypeParam> p(flow.grid.cells());
      flow.f.values().zero(this->stream());
      flow.solver.pressure(this->stream(), flow.u.view(), flow.f.view(), p.data());
      const std::vector<real> pressure = p.to_host(this->stream());
      real most = 0;
      for (Index c = 0; c < grid.cells(); ++c)
        most = std::max(most,
                        std::abs(pressure[static_cast<std::size_t>(c)] - mode.at(place(grid, c, -1), 2.6).p));
      pressure_errors.push_back(most);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      std::printf("  order of u %.2f (error %.2e), of p %.2f (error %.2e)\n", order(errors[i], errors[i + 1]),
                  errors[i + 1], order(pressure_errors[i], pressure_errors[i + 1]), pressure_errors[i + 1]);
      EXPECT_GE(order(errors[i], errors[i + 1]), 1.9) << errors[i] << " " << errors[i + 1];
      EXPECT_GE(order(pressure_errors[i], pressure_errors[i + 1]), 1.9)
          << pressure_errors[i] << " " << pressure_errors[i + 1];
    }
  }
}

// <fold F, v> = <F, v with rows beyond>, for any strain; n.z is odd, so that no mode is left out. 1e3
// products.
TYPED_TEST(UnboundedShear, folding_is_the_transpose_of_the_rows_beyond) {
  const Stream<TypeParam>& stream = this->stream();
  const Grid grid = sheared_box({4, 6, 9}, 0.5), w = with_rows_beyond(grid);
  Flow<TypeParam> flow(stream, grid, {.mean = 0.3}, random_values(3 * grid.cells(), 1));
  flow.time = 7.1;
  const std::vector<real> v = flow.wide(), F = random_values(3 * w.cells(), 2);
  const FaceField<TypeParam> wide = on_device(stream, w, F);
  flow.solver.sliding_images()->fold(stream, wide.any(), flow.f.any());
  const std::vector<real> f = flow.f.values().to_host(stream);
  real on_points = 0, on_grid = 0;
  for (std::size_t c = 0; c < F.size(); ++c) on_points += F[c] * v[c];
  for (int d = 0; d < 3; ++d)
    for (Index c = 0; c < grid.cells(); ++c) {
      const Index i = c % grid.n.x, j = c / grid.n.x % grid.n.y, k = c / grid.n.x / grid.n.y;
      on_grid += f[static_cast<std::size_t>(d * grid.cells() + c)] *
                 v[static_cast<std::size_t>(d * w.cells() + w.index(i, j, k))];
    }
  EXPECT_NEAR(on_points, on_grid, 1e-12);
}

TEST(ShearStrain, is_the_integral_of_its_rate) {
  Signal s{.mean = 0.3, .amplitude = 0.5, .period = 4, .phase = 0.7};
  s.times = {1, 2, 5}, s.values = {0.2, 1, -1};
  for (const bool repeats : {false, true}) {
    s.repeats = repeats;
    real sum = 0; // by the midpoint rule, of second order: 1e-3^2 times the second derivative and the length
    const int steps = 9000;
    for (int i = 0; i < steps; ++i) sum += s.at((i + 0.5) * 9 / steps) * 9 / steps;
    EXPECT_NEAR(integral(s, 9), sum, repeats ? 2e-3 : 1e-5); // a saw-tooth jumps
  }
}

/// v of a smooth flow that carries itself and is not the same at any two heights, size 1.
Real3 swirl(Real3 x, real box) {
  const real w = 2 * pi / box;
  return {std::sin(w * x.y) * std::cos(w * x.z), std::sin(w * x.z + 1) + 0.5 * std::cos(2 * w * x.x),
          std::sin(w * x.x) * std::cos(w * x.y) + 0.4 * std::sin(2 * w * x.y)};
}

/// By how much a flow is not the same, if the box begins N/2 rows higher, where it moves with another
/// velocity.
template <class B>
real difference_with_seam_elsewhere(const Stream<B>& stream, int n, real rate, real k, int steps) {
  const real box = 8;
  const Grid grid = sheared_box({n, n, n}, box / n);
  std::vector<real> ends[2];
  for (const bool elsewhere : {false, true}) {
    const auto start = at_faces(grid, [&](Real3 x) {
      return swirl({x.x, x.y + elsewhere * box / 2, x.z}, box) + Real3{0, 0, rate * (x.y - box / 2)};
    });
    Flow<B> flow(stream, grid, {.mean = rate}, start);
    for (int i = 0; i < steps; ++i) flow.step(k);
    flow.wide();
    ends[elsewhere] = flow.wide();
  }
  // rows N/2.. of the first are rows 0.. of the other, which has moved by strain Ly/2 less: whole cells
  const real strain = rate * k * steps;
  const int moved = static_cast<int>(std::lround(strain * n / 2));
  EXPECT_NEAR(moved, strain * n / 2, 1e-9);
  const Grid w = with_rows_beyond(grid);
  real most = 0;
  for (int d = 0; d < 3; ++d)
    for (int z = 0; z < n; ++z)
      for (int j = 0; j < n / 2; ++j)
        for (int x = 0; x < n; ++x)
          most = std::max(
              most,
              std::abs(
                  ends[0][static_cast<std::size_t>(d * w.cells() + w.index(x, j + n / 2, (z + moved) % n))] -
                  ends[1][static_cast<std::size_t>(d * w.cells() + w.index(x, j, z))]));
  return most;
}

// At whole cells in each half step, rounding alone. In between, products alias otherwise: by what is left of
// a smooth flow at the ends of the spectrum, which falls faster than any power.
TYPED_TEST(UnboundedShear, no_row_is_a_special_one) {
  const Stream<TypeParam>& stream = this->stream();
  EXPECT_LE(difference_with_seam_elsewhere(stream, 16, 2.5, 0.1, 8), 1e-13);
  const real coarse = difference_with_seam_elsewhere(stream, 12, 1.25, 2.0 / 15, 8),
             fine = difference_with_seam_elsewhere(stream, 24, 1.25, 2.0 / 15, 8);
  EXPECT_LE(fine, 1e-3 * coarse);
}

} // namespace
} // namespace ibsim
