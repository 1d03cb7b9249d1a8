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
SurfaceIntegrals tilted(real a, real b, real c, real t) {
  SurfaceIntegrals m;
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
    SurfaceIntegrals m = tilted(4, 1, 2, pi / 2);
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

/// Moments of an ellipsoid with half axes a, b, c along three axes of unit length.
SurfaceIntegrals with_axes(const Real3 (&axes)[3], const Real3& halves) {
  SurfaceIntegrals m;
  for (int e = 0; e < 3; ++e)
    for (int row = 0; row < 3; ++row) m.gyration[row] += halves[e] * halves[e] / 5 * axes[e][row] * axes[e];
  return m;
}

// An ellipsoid that tilts out of the shear plane by the angle p about y: along z its shadow reaches
// sqrt(a^2 cos^2 + c^2 sin^2), its section 1/sqrt(cos^2/a^2 + sin^2/c^2). Round-off as above.
TEST(CellShape, of_a_cell_that_tilts_out_of_the_plane_has_a_shadow_and_a_section) {
  const real a = 4, b = 1, c = 2;
  for (const real p : {0.0, 0.3, 1.0, -0.7}) {
    const Real3 axes[3] = {{std::sin(p), 0, std::cos(p)}, {0, 1, 0}, {std::cos(p), 0, -std::sin(p)}};
    const CellShape shape = cell_shape(with_axes(axes, {a, b, c}));
    EXPECT_NEAR(shape.length, 2 * std::hypot(a * std::cos(p), c * std::sin(p)), 1e-13) << p;
    EXPECT_NEAR(shape.section_length, 2 / std::hypot(std::cos(p) / a, std::sin(p) / c), 1e-13) << p;
    EXPECT_NEAR(shape.width, 2 * b, 1e-13) << p;
    EXPECT_NEAR(shape.section_width, 2 * b, 1e-13) << p;
  }
}

// The third of three axes at right angles is the thinnest, wherever it points. Round-off of a few rotations,
// over the gap of a factor 4 between eigenvalues: 1e-14.
TEST(CellShape, has_its_axis_where_it_is_thinnest) {
  for (const real p : {0.0, 0.4, -1.3, pi / 2})
    for (const real t : {0.0, 0.7, -0.2}) {
      const Real3 along{std::cos(p), 0, std::sin(p)},
          up{-std::sin(p) * std::sin(t), std::cos(t), std::cos(p) * std::sin(t)};
      for (const Real3& axis : {along, up}) {
        const Real3 other = axis == along ? up : along;
        const Real3 axes[3] = {cross(axis, other), other, axis};
        const CellShape shape = cell_shape(with_axes(axes, {1.55, 1.55, 0.5}));
        EXPECT_NEAR(std::abs(dot(shape.axis, axis)), 1, 1e-13) << p << ' ' << t;
        EXPECT_NEAR(norm(shape.axis), 1, 1e-13);
        EXPECT_GE(shape.axis.y, -1e-9); // where it is 0 but for rounding, z says which way
      }
    }
}

TEST(CellShape, has_no_axis_where_it_is_thinnest_in_two_directions) {
  const Real3 axes[3] = {{0.6, 0, 0.8}, {0, 1, 0}, {-0.8, 0, 0.6}};
  for (const Real3& halves : {Real3{1, 1, 1}, Real3{1, 2.5, 1}, Real3{1.001, 1, 1.5}})
    EXPECT_TRUE(std::isnan(cell_shape(with_axes(axes, halves)).axis.y));
}

// Clockwise, as a membrane treads in a flow along z that grows with y: from z over -y, three turns, 0.4 rad
// at a time.
TEST(ShearPlaneAngle, goes_on_over_many_turns) {
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
