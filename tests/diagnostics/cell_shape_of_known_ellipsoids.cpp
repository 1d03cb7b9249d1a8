// Axes and inclination of ellipsoids whose moments are known in closed form, and angles without jumps.
#include "diagnostics/cell_shape.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

/// Moments of the volume of an ellipsoid with half axes a along (0, sin t, cos t), b along (0, cos t, -sin t)
/// and c along x: an axis e of half length a contributes a^2/5 e e^T.
MembraneIntegrals tilted(real a, real b, real c, real t) {
  MembraneIntegrals m;
  const Real3 axes[] = {{0, std::sin(t), std::cos(t)}, {0, std::cos(t), -std::sin(t)}, {1, 0, 0}};
  const real halves[] = {a, b, c};
  for (int e = 0; e < 3; ++e)
    for (int row = 0; row < 3; ++row) m.gyration[row] += halves[e] * halves[e] / 5 * axes[e][row] * axes[e];
  return m;
}

// Round-off of a few operations on numbers of 10: 1e-14. The axis along the vorticity, x, does not count,
// however long it is.
TEST(CellShape, of_a_tilted_ellipsoid_is_its_axes_in_the_shear_plane) {
  for (const real t : {0.0, 0.3, 0.7, 1.2, -0.4, -1.5})
    for (const real c : {0.5, 20.0}) {
      const CellShape shape = cell_shape(tilted(4, 1, c, t));
      EXPECT_NEAR(shape.length, 8, 1e-13) << t;
      EXPECT_NEAR(shape.width, 2, 1e-13) << t;
      EXPECT_NEAR(shape.taylor_deformation, 0.6, 1e-14) << t;
      EXPECT_NEAR(shape.inclination, t, 1e-14) << t;
    }
}

// Upright is pi/2, never -pi/2: rounding of the mixed moment must not choose.
TEST(CellShape, of_an_upright_ellipsoid_is_inclined_by_plus_a_right_angle) {
  for (const real error : {0.0, -0.0, 1e-16, -1e-16}) {
    MembraneIntegrals m = tilted(4, 1, 2, pi / 2);
    m.gyration[1].z = m.gyration[2].y = error;
    EXPECT_NEAR(cell_shape(m).inclination, pi / 2, 1e-15) << error;
  }
  EXPECT_NEAR(cell_shape(tilted(4, 1, 2, -pi / 2 + 1e-6)).inclination, -pi / 2 + 1e-6, 1e-14); // not upright
}

TEST(CellShape, of_a_sphere_has_no_deformation) {
  const CellShape shape = cell_shape(tilted(3, 3, 3, 0.4));
  EXPECT_NEAR(shape.length, 6, 1e-7); // a root of round-off
  EXPECT_NEAR(shape.taylor_deformation, 0, 1e-8);
}

// Clockwise, as a membrane treads in a flow along z that grows with y: from z over -y, three turns, 0.4 rad
// at a time.
TEST(TankTreadingAngle, goes_on_over_many_turns) {
  const Real3 centre{8, 8, 8};
  real angle = 0;
  for (int step = 0; step <= 48; ++step) {
    const real t = -0.4 * step;
    const Real3 marker = centre + Real3{0.3, 3 * std::sin(t), 3 * std::cos(t)};
    angle = unwrapped(shear_plane_angle(marker, centre), angle);
    EXPECT_NEAR(angle, t, 1e-13);
  }
}

} // namespace
} // namespace ibsim
