// Images of the nodes are evenly spread over the surface: equal patches between the turns of the spiral, and
// no two too close.
#include "base/error.hpp"
#include "mechanics/membranes.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Least distance between images, in units of sqrt(area / n).
real least_distance(const ReferenceSurface& surface, const std::vector<Real3>& nodes) {
  real least = 1e300;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, norm(position(surface, nodes[i]) - position(surface, nodes[j])));
  return least / std::sqrt(area_and_volume(surface).area / nodes.size());
}

TEST(Nodes, bauer_spiral_is_the_published_formula) {
  const int n = 625;
  const auto nodes = bauer_spiral(n);
  ASSERT_EQ(nodes.size(), 625u);
  for (int k = 1; k <= n; ++k) {
    const real s = 1 - (2 * k - 1) / 625.0, theta = std::sqrt(n * pi) * std::acos(s),
               rho = std::sqrt(1 - s * s);
    // theta reaches 140, so its last bit is worth 3e-14 in position.
    EXPECT_NEAR(nodes[k - 1].x, rho * std::cos(theta), 1e-13);
    EXPECT_NEAR(nodes[k - 1].y, rho * std::sin(theta), 1e-13);
    EXPECT_NEAR(nodes[k - 1].z, s, 1e-15);
  }
}

TEST(Nodes, spiral_of_a_round_ellipsoid_is_bauers) {
  const auto bauer = bauer_spiral(501),
             general = quasi_uniform_nodes({ReferenceShape::ellipsoid, {2, 2, 2}}, 501);
  // The area above a node is known to 1e-15, its colatitude at the poles to the square root of 1e-15 / n^-1:
  // 1e-12, times theta' = 40.
  for (int k = 0; k < 501; ++k) EXPECT_LT(norm(bauer[k] - general[k]), 1e-10) << k;
}

TEST(Nodes, do_not_come_close_on_the_surface) {
  // In a square lattice the least distance is 1; a spiral, whose turns slip past each other, keeps at least
  // 0.85 (half a step aside of a turn 1 apart is 1.12; successive nodes near a pole, where turns curve, come
  // closest). Random nodes have 1/n.
  for (const ReferenceSurface& surface :
       {the_sphere, red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {1, 1, 4}},
        ReferenceSurface{ReferenceShape::ellipsoid, {4, 1, 1}},
        ReferenceSurface{ReferenceShape::ellipsoid, {3, 1, 3}}})
    for (int n : {220, 864})
      EXPECT_GT(least_distance(surface, quasi_uniform_nodes(surface, n)), 0.85)
          << surface.half_axes.x << " " << n;
  // With three axes the nodes push each other towards a hexagonal lattice (1.07) with defects.
  for (int n : {220, 864, 2000})
    EXPECT_GT(least_distance({ReferenceShape::ellipsoid, {3, 2, 1}},
                             quasi_uniform_nodes({ReferenceShape::ellipsoid, {3, 2, 1}}, n)),
              0.75)
        << n;
}

TEST(Nodes, equal_areas_of_the_red_cell_lie_between_nodes) {
  // Area above height xi_z = s of the surface of revolution, by the midpoint rule with 20000 strips: error of
  // 1e-8 of the whole.
  const int n = 201, strips = 20000;
  const auto nodes = quasi_uniform_nodes(red_cell, n);
  const real whole = area_and_volume(red_cell).area;
  real above = 0;
  int k = 0;
  for (int i = 0; i < strips; ++i) {
    const real phi = pi * (i + 0.5) / strips;
    const Real3 xi{std::sin(phi), 0, std::cos(phi)};
    const real strip = pi / strips * 2 * pi * position(red_cell, xi).x *
                       norm(derivative(red_cell, xi, {std::cos(phi), 0, -std::sin(phi)}));
    for (; k < n && nodes[k].z > std::cos(pi * (i + 1) / strips); ++k) {
      // The node lies somewhere in this strip, so the area above it is known to within the strip.
      EXPECT_NEAR(above / whole, (2 * k + 1) / (2.0 * n), strip / whole + 1e-7) << k;
    }
    above += strip;
  }
  EXPECT_EQ(k, n);
}

TEST(Nodes, are_unit_vectors_and_the_same_each_time) {
  for (const ReferenceSurface& surface : {red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {3, 2, 1}}}) {
    const auto nodes = quasi_uniform_nodes(surface, 864);
    EXPECT_EQ(nodes, quasi_uniform_nodes(surface, 864));
    for (const Real3& xi : nodes) EXPECT_NEAR(norm(xi), 1, 1e-15 * 4); // rounding of three squares
  }
}

TEST(Nodes, bad_input_is_refused) {
  EXPECT_THROW(quasi_uniform_nodes(the_sphere, 0), InputError);
  EXPECT_THROW(quasi_uniform_nodes({ReferenceShape::sphere, {-1, -1, -1}}, 10), InputError);
  EXPECT_THROW(quasi_uniform_nodes({ReferenceShape::ellipsoid, {1, std::nan(""), 1}}, 10), InputError);
}

} // namespace
} // namespace ibsim
