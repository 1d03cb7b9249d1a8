// The triangles are an oriented closed surface of the topology of the sphere.
#include "base/error.hpp"
#include "mechanics/membranes.hpp"

#include <map>

namespace ibsim {
namespace {

TEST(Triangulation, is_closed_oriented_and_of_euler_characteristic_two) {
  for (const ReferenceSurface& surface :
       {the_sphere, red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {3, 2, 1}}})
    for (int n : {4, 36, 625, 8832}) {
      const auto nodes = quasi_uniform_nodes(surface, n);
      const auto triangles = triangulate(nodes);
      std::map<std::pair<int, int>, int> edges; // directed
      for (const auto& t : triangles) {
        for (int k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
        const Real3 &a = nodes[t.x], &b = nodes[t.y], &c = nodes[t.z];
        EXPECT_GT(dot(cross(b - a, c - a), a + b + c), 0); // counter-clockwise seen from outside
      }
      for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_TRUE(edges.contains({edge.second, edge.first})); // the neighbour passes it the other way
      }
      EXPECT_EQ(n - static_cast<int>(edges.size()) / 2 + static_cast<int>(triangles.size()), 2);
    }
}

TEST(Triangulation, encloses_the_volume_of_the_red_cell) {
  // Flat triangles of side d on a surface of curvature 1/R lose about d^2/(8 R) in height everywhere it is
  // convex: at most area d^2 / (8 R) of the volume, with d^2 = area / n and R no less than 0.5 um on average
  // over the cell's rim.
  const int n = 8832;
  const auto nodes = quasi_uniform_nodes(red_cell, n);
  const auto [area, volume] = area_and_volume(red_cell);
  real enclosed = 0;
  for (const auto& t : triangulate(nodes))
    enclosed += dot(position(red_cell, nodes[t.x]),
                    cross(position(red_cell, nodes[t.y]), position(red_cell, nodes[t.z]))) /
                6;
  EXPECT_NEAR(enclosed, volume, area * area / n / (8 * 0.5));
}

TEST(Triangulation, refuses_nodes_without_a_hull) {
  auto twice = bauer_spiral(50);
  twice[7] = twice[31];
  EXPECT_THROW(triangulate(twice), InputError);
  EXPECT_THROW(triangulate(bauer_spiral(3)), InputError);
  std::vector<Real3> flat, half;
  for (int k = 0; k < 20; ++k) flat.push_back({std::cos(0.3 * k), std::sin(0.3 * k), 0});
  EXPECT_THROW(triangulate(flat), InputError);
  for (const Real3& xi : bauer_spiral(100))
    if (xi.z > 0.2) half.push_back(xi);
  EXPECT_THROW(triangulate(half), InputError);
}

} // namespace
} // namespace ibsim
