// A viscosity that varies from place to place in unbounded shear: layers resist one after the other, a flow
// whose viscosity turns with the shear follows its closed form, momentum is kept, the seam is no special
// place, and without shear the flow is that of a periodic box.
#include "backends.hpp"
#include "fluid/flow_in_shear.hpp"
#include "fluid/shear_strain.hpp"

namespace ibsim {
namespace {

template <class B>
class ViscosityInShear : public BackendTest<B> {};
TYPED_TEST_SUITE(ViscosityInShear, Backends, BackendNames);

template <class B>
struct Flow : FlowInShear<B> {
  using FlowInShear<B>::stream, FlowInShear<B>::solver, FlowInShear<B>::f;
  using FlowInShear<B>::time, FlowInShear<B>::scheme;
  Array<real, B> mean;

  Flow(const Stream<B>& s, const Grid& g, const Signal& rate, TimeScheme by, const std::vector<real>& start,
       real most)
      : FlowInShear<B>(s, g, rate, by, start, {sheared_fluid.viscosity, most * sheared_fluid.viscosity}),
        mean(1) {}
  /// When f and the viscosity act in a step from now, and where the fluid takes them.
  real acts(real k) const { return time + (scheme == TimeScheme::bdf2 ? k : k / 2); }
  real lives(real k) const { return time + (scheme == TimeScheme::bdf2 ? k : 0); }
  void step(real k, const std::vector<real>& source, real mean_of_q, const std::vector<real>& force = {}) {
    FlowInShear<B>::step(k, [&] {
      mean.set(stream, {mean_of_q});
      copy_to_device(stream, solver.viscosity_source().template as<real>().x, source.data(),
                     sizeof(real) * source.size());
      solver.set_viscosity(stream, mean.data());
      f.values().zero(stream);
      if (!force.empty()) f.values().set(stream, force);
    });
  }
};

/// s = -G q of a q that is given as a function of place.
template <class F>
std::vector<real> source_of(const Grid& grid, F q) {
  std::vector<real> s;
  for (int d = 0; d < 3; ++d)
    for (Index c = 0; c < grid.cells(); ++c) {
      Real3 behind = place(grid, c, -1);
      behind[d] -= grid.h;
      s.push_back((q(behind) - q(place(grid, c, -1))) / grid.h);
    }
  return s;
}

/// Noise that reaches both bounds of a viscosity.
std::vector<real> noisy_source(const Grid& grid, unsigned seed) {
  std::vector<real> source = random_values(3 * static_cast<std::size_t>(grid.cells()), seed);
  for (real& value : source) value *= 20 / grid.h;
  return source;
}

// Steady layers have one stress t = mu (g + v_z') through all heights, so that t = g/mean(1/mu) with mu at
// the edges between rows, each the mean of the two beside it. From that flow on it stays, and from a uniform
// shear it comes to it, as exp(-nu (2 pi/Ly)^2 t): exp(-82). E rounds eps k mu u/(rho h^2) a step.
TYPED_TEST(ViscosityInShear, layers_resist_one_after_the_other) {
  const int rows = 12;
  const Grid grid = sheared_box({4, rows, 5}, 0.5);
  const real g = 0.3, height = grid.lengths().y;
  const std::vector<real> log_ratio = random_values(rows, 3); // to 0.6 + 0.6
  const auto q = [&](real y) {
    const int j = static_cast<int>(std::floor(y / grid.h));
    return 0.7 + 0.6 * log_ratio[static_cast<std::size_t>((j + rows) % rows)];
  };
  std::vector<real> edge; // the mean viscosity below each row
  real resistance = 0;
  for (int j = 0; j < rows; ++j) {
    const real y = (j + 0.5) * grid.h;
    edge.push_back(sheared_fluid.viscosity * (std::exp(q(y)) + std::exp(q(y - grid.h))) / 2);
    resistance += 1 / edge.back() / rows;
  }
  const real stress = g / resistance;
  std::vector<real> of_row{0};
  real sum = 0;
  for (int j = 1; j < rows; ++j)
    of_row.push_back(of_row.back() + grid.h * stress / edge[static_cast<std::size_t>(j)]);
  for (int j = 0; j < rows; ++j) sum += of_row[static_cast<std::size_t>(j)];
  const auto layers = at_faces(grid, [&](Real3 x) {
    return Real3{0, 0, of_row[static_cast<std::size_t>(x.y / grid.h)] - sum / rows};
  });
  const auto uniform = at_faces(grid, [&](Real3 x) { return Real3{0, 0, g * (x.y - height / 2)}; });
  real mean_of_q = 0;
  for (int j = 0; j < rows; ++j) mean_of_q += q((j + 0.5) * grid.h) / rows;
  const std::vector<real> source = source_of(grid, [&](Real3 x) { return q(x.y); });
  for (const TimeScheme scheme : both_schemes)
    for (const auto& start : {layers, uniform}) {
      Flow<TypeParam> flow(this->stream(), grid, {.mean = g}, scheme, start, 4);
      for (int i = 0; i < 200; ++i) flow.step(0.5, source, mean_of_q);
      EXPECT_LE(largest_difference(flow.values(), layers), 2e-13);
    }
}

/// v = a(t) sin(theta) e_x with mu = m exp(b cos(theta)) of the same phase theta = k (z - strain (y - Ly/2)),
/// which the shear turns. v carries neither itself nor mu, so that with
///   f_x = rho a' sin(theta) - k^2 (1 + strain^2) a mu (-b sin(theta) cos(theta) - sin(theta)),
///   (f_y, f_z) = g k mu_theta (-1, strain)
/// it is a solution without pressure: the last is what the mean shear makes of mu.
struct TurningViscosity {
  Signal rate{.mean = 0.5, .amplitude = 0.3, .period = 4, .phase = 0.4};
  real box, b = 0.6;
  real theta(Real3 x, real t) const { return 2 * pi / box * (x.z - integral(rate, t) * (x.y - box / 2)); }
  real q(Real3 x, real t) const { return b * (1 + std::cos(theta(x, t))); }
  Real3 u(Real3 x, real t) const {
    return {(1 + 0.5 * std::sin(1.3 * t)) * std::sin(theta(x, t)), 0, rate.at(t) * (x.y - box / 2)};
  }
  /// At a time, where the mean flow has the place at another.
  Real3 force(Real3 x, real lives, real acts) const {
    const real k = 2 * pi / box, angle = theta(x, lives), strain = integral(rate, acts),
               mu = sheared_fluid.viscosity * std::exp(q(x, lives)), turn = -b * std::sin(angle) * mu,
               a = 1 + 0.5 * std::sin(1.3 * acts), rise = 0.65 * std::cos(1.3 * acts);
    return {sheared_fluid.density * rise * std::sin(angle) -
                k * k * (1 + strain * strain) * a * (turn * std::cos(angle) - mu * std::sin(angle)),
            -rate.at(acts) * k * turn, rate.at(acts) * k * strain * turn};
  }
};

// The strain grows to 1.6 and the seam meets any part of a cell. Equal steps, and with bdf2 short and long
// ones in turn too.
TYPED_TEST(ViscosityInShear, that_turns_with_the_shear_follows_its_closed_form) {
  const struct {
    TimeScheme scheme;
    real unequal;
  } cases[] = {{TimeScheme::imex_rk, 0}, {TimeScheme::bdf2, 0}, {TimeScheme::bdf2, 0.3}};
  for (const auto& [scheme, unequal] : cases) {
    std::vector<real> errors;
    for (const int n : {16, 32}) {
      const Grid grid = sheared_box({4, n, n}, 6.0 / n);
      const TurningViscosity exact{.box = 6};
      const auto at = [&](real t) { return at_faces(grid, [&](Real3 x) { return exact.u(x, t); }); };
      Flow<TypeParam> flow(this->stream(), grid, exact.rate, scheme, at(0), 4);
      const int steps = 2 * n;
      for (int i = 0; i < steps; ++i) {
        const real k = (1 + (i % 2 ? unequal : -unequal)) * 2.6 / steps, lives = flow.lives(k);
        flow.step(k, source_of(grid, [&](Real3 x) { return exact.q(x, lives); }), exact.b,
                  at_faces(grid, [&](Real3 x) { return exact.force(x, lives, flow.acts(k)); }));
      }
      errors.push_back(largest_difference(flow.values(), at(2.6)));
    }
    const real order = std::log2(errors[0] / errors[1]);
    std::printf("  order of u %.2f (error %.2e)\n", order, errors[1]);
    EXPECT_GE(order, 1.9) << errors[0] << " " << errors[1];
  }
}

// An edge gives to one face what it takes from the other, on the seam too, wherever the images stand. Of v_y
// nothing: it would change v_z. n.z is odd, so that no mode is left out of the noise at the start. Each step
// rounds k mu v/(rho h^2) = 1.
TYPED_TEST(ViscosityInShear, keeps_momentum) {
  const Grid grid = sheared_box({6, 8, 9}, 0.5);
  const auto cells = static_cast<std::size_t>(grid.cells());
  std::vector<real> start = random_values(3 * cells, 5);
  const real of_y = mean(start.data() + cells, cells);
  for (std::size_t c = cells; c < 2 * cells; ++c) start[c] -= of_y;
  for (const TimeScheme scheme : both_schemes) {
    Flow<TypeParam> flow(this->stream(), grid, {.mean = 0.37}, scheme, start, 4);
    for (int i = 0; i < 20; ++i) flow.step(0.05, noisy_source(grid, 10 + static_cast<unsigned>(i)), 0.7);
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_NEAR(mean(flow.values().data() + d * cells, cells), mean(start.data() + d * cells, cells),
                  20 * 4 * eps);
  }
}

// The same equations with the same neighbours: they differ by how transforms round. n.z is odd, so that no
// mode is left out.
TYPED_TEST(ViscosityInShear, without_shear_is_that_of_a_periodic_box) {
  const Grid sheared = sheared_box({6, 8, 9}, 0.5), periodic{{6, 8, 9}, 0.5};
  const auto start = random_values(3 * static_cast<std::size_t>(sheared.cells()), 5);
  for (const TimeScheme scheme : both_schemes) {
    Flow<TypeParam> a(this->stream(), sheared, {}, scheme, start, 4),
        b(this->stream(), periodic, {}, scheme, start, 4);
    for (int i = 0; i < 10; ++i) {
      const auto source = noisy_source(sheared, 10 + static_cast<unsigned>(i));
      a.step(0.05, source, 0.7), b.step(0.05, source, 0.7);
      EXPECT_LE(largest_difference(a.values(), b.values()), 1e-13);
    }
  }
}

/// The shear stops at a time after which the images stand at a part of a cell.
Signal shear_that_stops(const Grid& grid, real cells_of_seam, real at) {
  Signal rate;
  rate.times = {0, at}, rate.values = {2 * cells_of_seam * grid.h / (grid.lengths().y * at), 0};
  return rate;
}

// A viscosity resists: whatever the field is between its bounds, E takes from the flow, so a flow without a
// drive fades. A field that leaves its bounds by a thousandth of the larger one is negative in the thinner
// fluid, and such a flow grows without bound.
TYPED_TEST(ViscosityInShear, takes_from_any_flow_however_far_viscosities_are_apart) {
  const Grid grid = sheared_box({6, 8, 10}, 0.5);
  std::vector<real> start = random_values(3 * static_cast<std::size_t>(grid.cells()), 5);
  for (real& value : start) value *= 1e-6; // so slow that advection is nothing
  real at_start = 0;
  for (const real value : start) at_start = std::max(at_start, std::abs(value));
  for (const TimeScheme scheme : both_schemes)
    for (const real cells_of_seam : {0.0, 2.4, 3.5}) {
      const Signal rate = shear_that_stops(grid, cells_of_seam, 1);
      Flow<TypeParam> flow(this->stream(), grid, rate, scheme, start, 1000);
      flow.time = 2;
      std::vector<real> source = noisy_source(grid, 10);
      for (real& value : source) value *= 20; // of exp(q) then a third is at either bound
      for (int i = 0; i < 150; ++i) flow.step(1.3, source, std::log(1000.0) / 2);
      const std::vector<real> end = flow.values();
      real most = 0;
      for (std::size_t c = 0; c < end.size(); ++c) {
        const std::size_t d = c / static_cast<std::size_t>(grid.cells());
        const real of_component = mean(start.data() + d * static_cast<std::size_t>(grid.cells()),
                                       static_cast<std::size_t>(grid.cells()));
        most = std::max(most, std::abs(end[c] - of_component));
      }
      std::printf("  seam at %.1f cells: %.2e of the flow at the start\n", cells_of_seam, most / at_start);
      EXPECT_LE(most, at_start);
    }
}

/// By how much a flow with a viscosity is not the same, if the box begins N/2 rows higher.
template <class B>
real difference_with_seam_elsewhere(const Stream<B>& stream, TimeScheme scheme, int n, real g, real k,
                                    int steps) {
  const real box = 8, w = 2 * pi / box;
  const Grid grid = sheared_box({n, n, n}, box / n);
  std::vector<real> ends[2];
  for (const bool elsewhere : {false, true}) {
    const real higher = elsewhere ? box / 2 : 0;
    const auto start = at_faces(grid, [&](Real3 x) {
      const real y = x.y + higher;
      return Real3{std::sin(w * y) * std::cos(w * x.z), std::sin(w * x.z + 1) + 0.5 * std::cos(2 * w * x.x),
                   std::sin(w * x.x) * std::cos(w * y) + 0.4 * std::sin(2 * w * y) + g * (x.y - box / 2)};
    });
    Flow<B> flow(stream, grid, {.mean = g}, scheme, start, 4);
    for (int i = 0; i < steps; ++i) {
      const real strain = g * flow.lives(k);
      flow.step(k,
                source_of(grid,
                          [&](Real3 x) {
                            const real z = x.z - strain * (x.y - box / 2);
                            return 0.6 + 0.3 * std::cos(w * z) * std::sin(w * (x.y + higher)) +
                                   0.2 * std::cos(w * x.x);
                          }),
                0.6);
    }
    ends[elsewhere] = flow.values();
  }
  // rows N/2.. of the first are rows 0.. of the other, which has moved by strain Ly/2 less: whole cells
  const real strain = g * k * steps;
  const int moved = static_cast<int>(std::lround(strain * n / 2));
  EXPECT_NEAR(moved, strain * n / 2, 1e-9);
  real most = 0;
  for (int d = 0; d < 3; ++d)
    for (int z = 0; z < n; ++z)
      for (int j = 0; j < n / 2; ++j)
        for (int x = 0; x < n; ++x)
          most = std::max(
              most, std::abs(ends[0][static_cast<std::size_t>(d * grid.cells() +
                                                              grid.index(x, j + n / 2, (z + moved) % n))] -
                             (d == 2 ? g * box / 2 : 0) -
                             ends[1][static_cast<std::size_t>(d * grid.cells() + grid.index(x, j, z))]));
  return most;
}

// As without (unbounded_shear.cpp): at whole cells rounding alone, in between what products alias, which for
// a smooth flow falls faster than any power.
TYPED_TEST(ViscosityInShear, no_row_is_a_special_one) {
  const Stream<TypeParam>& stream = this->stream();
  for (const TimeScheme scheme : both_schemes) {
    EXPECT_LE(difference_with_seam_elsewhere(stream, scheme, 16, 2.5, 0.1, 8), 2e-13);
    const real coarse = difference_with_seam_elsewhere(stream, scheme, 12, 1.25, 4.0 / 15 / 7, 7),
               fine = difference_with_seam_elsewhere(stream, scheme, 24, 1.25, 4.0 / 15 / 7, 7);
    std::printf("  at parts of cells %.2e, %.2e\n", coarse, fine);
    EXPECT_LE(fine, 1e-3 * coarse);
  }
}

} // namespace
} // namespace ibsim
