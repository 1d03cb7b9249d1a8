// The turning of the normal (surface/folding.hpp) against closed forms, and the ripple stiffness against
// Skalak's law.
#include "mechanics/skalak.hpp"
#include "mechanics/surface_stiffness.hpp"
#include "surface/folding.hpp"

#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

real turning(const SurfaceJet& x) {
  const Turning t = normal_turning(x);
  return std::sqrt(t.numerator / t.denominator);
}

// z = (p u^2 + 2 q u v + r v^2)/2 over the parameters (a u, b v), in any frame: shape operator with the
// entries p/a^2.. of a graph at its vertex; |dn|^2 summed over the parameters is |p|^2/a^2 + q^2/a^2 +
// q^2/b^2 + r^2/b^2.
TEST(Turning, is_that_of_a_quadratic_surface) {
  const real a = 2, b = 0.5, p = 3, q = -1, r = 0.7;
  const SurfaceJet jet{{a, 0, 0}, {0, b, 0}, {0, 0, p}, {0, 0, q}, {0, 0, r}};
  EXPECT_NEAR(turning(jet), std::sqrt((p * p + q * q) / (a * a) + (q * q + r * r) / (b * b)), 1e-14);
}

// On a sphere the normal is the parameter itself: |dn| = 1 along each of two directions, whatever the radius.
TEST(Turning, of_a_sphere_does_not_depend_on_its_size) {
  for (const real R : {1e-3, 3.91, 1e4})
    EXPECT_NEAR(turning({{R, 0, 0}, {0, R, 0}, {0, 0, -R}, {}, {0, 0, -R}}), std::sqrt(2.0), 1e-14);
}

TEST(Folding, is_a_whole_turn_to_the_next_data_site) {
  const SurfaceJet sphere{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {}, {0, 0, -1}};
  const real whole_turn = 2 * std::numbers::pi * std::numbers::pi; // sqrt(2 D^2) = 2 pi
  EXPECT_FALSE(has_folded(sphere, 0.999 * whole_turn));
  EXPECT_TRUE(has_folded(sphere, 1.001 * whole_turn));
  // Folded along a line: the surface has no area there.
  EXPECT_TRUE(has_folded(SurfaceJet{{1, 0, 0}, {1e-9, 1e-9, 0}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, 0.01));
  // Flat, and squeezed to a thousandth: no fold.
  EXPECT_FALSE(has_folded(SurfaceJet{{1e-3, 0, 0}, {0, 1, 0}, {}, {}, {}}, 0.01));
}

// d2W/dl_a2 and the tension by central differences of W(l_a, l_b), whose error is about eps^(1/2) of W'' with
// this step.
TEST(Stiffness, is_the_second_derivative_of_the_energy_or_the_tension) {
  const Skalak law{0.3, 0.7};
  const auto W = [&](real a, real b) { return law(a * a + b * b, a * a * b * b).w; };
  const real d = 1e-4;
  for (const real a : {1.0, 1.3, 0.8})
    for (const real b : {1.0, 1.1, 0.6}) {
      const real within_a = a / b * (W(a + d, b) - 2 * W(a, b) + W(a - d, b)) / (d * d),
                 within_b = b / a * (W(a, b + d) - 2 * W(a, b) + W(a, b - d)) / (d * d);
      const real out_a = (W(a + d, b) - W(a - d, b)) / (2 * d) / b,
                 out_b = (W(a, b + d) - W(a, b - d)) / (2 * d) / a;
      EXPECT_NEAR(surface_stiffness(law, Invariants{a * a + b * b, a * a * b * b}),
                  std::max({within_a, within_b, 2.5 * out_a, 2.5 * out_b}), 1e-6);
    }
  EXPECT_NEAR(surface_stiffness(law, Invariants{2, 1}), 2 * (0.3 + 0.7), 1e-12); // at rest
}

} // namespace
} // namespace ibsim
