// Area and enclosed volume of the reference surfaces and of the discrete membrane, against formulas.
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

/// Volume of equation (16) in closed form: V = 4 pi R0^3 int_0^1 r p(r) sqrt(1 - r^2) dr with
/// int r^(2k+1) sqrt(1 - r^2) dr = 1/3, 2/15, 8/105 for k = 0, 1, 2.
real red_cell_volume(real R0) { return 4 * pi * R0 * R0 * R0 * (0.105 / 3 + 2.0 / 15 - 0.56 * 8 / 105); }

/// Area of equation (16): 2 pi int rho sqrt(rho'^2 + z'^2) dphi, z = R0 p(cos phi) sin phi written out in
/// powers of c = cos phi. Simpson's rule with 20000 intervals: error (pi/20000)^4 / 180 times the fourth
/// derivative (< 1e4): 1e-13.
real red_cell_area(real R0) {
  const auto integrand = [&](real phi) {
    const real c = std::cos(phi), s = std::sin(phi);
    const real dz = c * (0.105 + c * c - 0.56 * c * c * c * c) + s * (-2 * c * s + 2.24 * c * c * c * s);
    return 2 * pi * R0 * R0 * c * std::sqrt(s * s + dz * dz);
  };
  const int n = 20000;
  real sum = 0;
  for (int i = 0; i <= n; ++i)
    sum += (i == 0 || i == n ? 1 : (i % 2 ? 4 : 2)) * integrand(pi * (real(i) / n - 0.5));
  return sum * pi / n / 3;
}

TEST(AreaAndVolume, of_the_red_cell_are_those_of_equation_16) {
  const auto [area, volume] = area_and_volume(red_cell);
  EXPECT_NEAR(volume, red_cell_volume(3.91), 1e-12 * volume); // quadrature to round-off
  EXPECT_NEAR(area, red_cell_area(3.91), 1e-11 * area);
  // Evans and Fung (1972, Microvasc. Res. 4): 135 +- 16 um^2 and 94 +- 14 um^3; equation (16) has their
  // coefficients to 2 digits.
  EXPECT_NEAR(area, 135, 0.01 * 135);
  EXPECT_NEAR(volume, 94, 0.01 * 94);
}

TEST(AreaAndVolume, of_spheres_and_ellipsoids_are_closed_forms) {
  const auto ball = area_and_volume({ReferenceShape::sphere, {2, 2, 2}});
  EXPECT_NEAR(ball.area, 16 * pi, 1e-12 * ball.area);
  EXPECT_NEAR(ball.volume, 32 * pi / 3, 1e-12 * ball.volume);
  // Prolate spheroid, a = 1, c = 3, e^2 = 1 - a^2/c^2: area 2 pi a^2 (1 + c/(a e) asin e).
  const real e = std::sqrt(1 - 1.0 / 9);
  for (const Real3 axes : {Real3{1, 1, 3}, Real3{3, 1, 1}, Real3{1, 3, 1}}) {
    const auto prolate = area_and_volume({ReferenceShape::ellipsoid, axes});
    EXPECT_NEAR(prolate.area, 2 * pi * (1 + 3 / e * std::asin(e)), 1e-12 * prolate.area);
    EXPECT_NEAR(prolate.volume, 4 * pi, 1e-12 * prolate.volume);
  }
}

template <class B>
class Integrals : public BackendTest<B> {};
TYPED_TEST_SUITE(Integrals, Backends, BackendNames);

TYPED_TEST(Integrals, of_the_discrete_red_cell_are_those_of_the_formula) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 250, 1500, {});
  const auto integrals =
      ask(this->stream(), kind, {[](const Real3& xi) { return position(red_cell, xi); }}).integrals;
  const auto [area, volume] = area_and_volume(red_cell);
  ASSERT_EQ(integrals.size(), 1u);
  // Equation (16) is a polynomial of degree 5 in xi, which the operators reproduce to round-off (1e-13). The
  // integrand of the volume has degree 14, which the weights integrate exactly; that of the area is a square
  // root, whose harmonics beyond degree 20 are 1e-7.
  EXPECT_NEAR(integrals[0].volume, volume, 1e-11 * volume);
  EXPECT_NEAR(integrals[0].area, area, 1e-6 * area);
  EXPECT_NEAR(integrals[0].max_stretch, 1, 1e-11);
  EXPECT_NEAR(integrals[0].min_area_ratio, 1, 1e-11);
}

TYPED_TEST(Integrals, of_many_objects_are_those_of_the_formula) {
  // So many that a thread of a GPU adds up several sites of an object (parallel/reduce.hpp).
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 100, 1500, {});
  const auto shape = [](const Real3& xi) { return position(red_cell, xi); };
  const auto integrals = ask(this->stream(), kind, std::vector<Map>(100, shape)).integrals;
  const auto [area, volume] = area_and_volume(red_cell);
  ASSERT_EQ(integrals.size(), 100u);
  for (const SurfaceIntegrals& i : integrals) { // tolerances as above
    EXPECT_NEAR(i.volume, volume, 1e-11 * volume);
    EXPECT_NEAR(i.area, area, 1e-6 * area);
  }
}

TYPED_TEST(Integrals, of_a_moved_ellipsoid_are_closed_forms) {
  const MembraneKind kind = make_membrane_kind(the_sphere, red_cell_law, 400, 1000, {});
  const Real3 axes{3, 4, 5}, there{100, -50, 7};
  const auto ellipsoid = [&](const Real3& xi) {
    return rotated({axes.x * xi.x, axes.y * xi.y, axes.z * xi.z}) + there;
  };
  const auto all = ask(this->stream(), kind, {[](const Real3& xi) { return xi; }, ellipsoid}).integrals;
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(all[0].volume, 4 * pi / 3, 1e-11);
  const SurfaceIntegrals& i = all[1];
  // Linear in xi: exact but for round-off, in coordinates of size 100 differentiated twice (row sums of the
  // operators: 1e-12).
  EXPECT_NEAR(i.volume, 80 * pi, 1e-10 * i.volume);
  EXPECT_LT(norm(i.centre - there), 1e-9);
  // Second moments of a solid ellipsoid: axes^2 / 5 along its own axes.
  for (int d = 0; d < 3; ++d) {
    Real3 unit;
    unit[d] = 1;
    const Real3 e = rotated(unit);
    const Real3 along{dot(i.gyration[0], e), dot(i.gyration[1], e), dot(i.gyration[2], e)};
    EXPECT_LT(norm(along - axes[d] * axes[d] / 5 * e), 1e-8);
  }
  // The largest stretch is 5/3.91, on the equator; a site is within half a turn, 0.06 of it in angle, where 1
  // - 0.06^2/2 of it is left.
  EXPECT_GT(i.max_stretch, 0.998 * 5 / 3.91);
  EXPECT_LE(i.max_stretch, 5 / 3.91 + 1e-9);
}

TYPED_TEST(Integrals, a_nan_is_reported_not_hidden) {
  const MembraneKind kind = make_membrane_kind(the_sphere, red_cell_law, 100, 200, {});
  const auto all = ask(this->stream(), kind,
                       {[](const Real3& xi) { return xi; },
                        [&](const Real3& xi) {
                          return xi == kind.data_nodes[17] ? Real3{std::nan(""), 0, 0} : xi;
                        }})
                       .integrals;
  EXPECT_FALSE(std::isnan(all[0].min_area_ratio));
  EXPECT_TRUE(std::isnan(all[1].min_area_ratio));
}

} // namespace
} // namespace ibsim
