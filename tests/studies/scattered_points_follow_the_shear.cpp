// The scattered points of the paper's section 4.1 drift with the shear and spread exactly the forces of their
// springs.
#include "paper/scattered_points.hpp"

#include "backends.hpp"

#include <cmath>

namespace ibsim {

template <class B>
class scattered_points : public BackendTest<B> {};
TYPED_TEST_SUITE(scattered_points, Backends, BackendNames);

constexpr int refinement = 12, steps = 5;
constexpr Index points = 300;

TYPED_TEST(scattered_points, follow_the_shear) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  ScatteredPoints<B> scattered(stream, refinement, points, SpreadAlgorithm::tiles);
  PhaseTimer<B> timer(stream, scattered_phases, steps);
  for (int i = 0; i < steps; ++i) scattered.step(stream, timer);
  const std::vector<real> X = scattered.positions(stream), X0 = scattered.start(stream);
  const real h = scattered_box / refinement, time = steps * scattered_time_step;
  for (Index i = 0; i < points; ++i) {
    const real y = X0[points + i];
    EXPECT_EQ(X[i], X0[i]);
    EXPECT_EQ(X[points + i], y);
    if (y < 2 * h || y > scattered_box - 2 * h) continue; // the delta function reaches across the jump of u0
    // The cosine kernel interpolates constants exactly, and a linear field to its first moment, |sum r
    // phi(r)| < 0.03 (in h).
    EXPECT_NEAR(X[2 * points + i] - X0[2 * points + i], scattered_shear_rate * (y - scattered_box / 2) * time,
                0.03 * h * scattered_shear_rate * time);
  }
}

TYPED_TEST(scattered_points, spread_the_forces_of_their_springs) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  for (const std::string& name : spread_algorithm_names()) {
    ScatteredPoints<B> scattered(stream, refinement, points, *spread_algorithm_from(name));
    PhaseTimer<B> timer(stream, scattered_phases, steps);
    for (int i = 0; i < steps; ++i) scattered.step(stream, timer);
    const std::vector<real> F = scattered.forces(stream),
                            f = scattered.force_density().values().to_host(stream);
    const std::vector<real> X = scattered.positions(stream), X0 = scattered.start(stream);
    real pulled = 0, spread = 0, largest = 0;
    for (Index i = 0; i < points; ++i) {
      const Index z = 2 * points + i;
      // The force is of X* = X^n + k U, and so is the new position: u0 does not depend on the forces.
      // round-off of positions up to 16 um times the spring
      EXPECT_NEAR(F[z], -scattered_spring * (X[z] - X0[z]), 1e-15) << name;
      pulled += F[z];
      largest = std::max(largest, std::abs(F[z]));
    }
    const std::size_t cells = f.size() / 3;
    for (std::size_t c = 0; c < cells; ++c) spread += f[2 * cells + c] * scattered.grid().cell_volume();
    // zeroth moment of the kernel, round-off of a sum
    EXPECT_NEAR(spread, pulled, 1e-12 * points * largest) << name;
    EXPECT_GT(largest, 0);
  }
}

} // namespace ibsim
