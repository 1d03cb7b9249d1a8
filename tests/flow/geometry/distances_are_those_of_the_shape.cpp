// Signed distances: of meshes, primitives and their combinations, against formulas; and in a periodic box,
// where nothing shows where its ends are.
#include "base/error.hpp"
#include "geometry/devices.hpp"
#include "geometry/mesh_distance.hpp"
#include "geometry/mesh_shape.hpp"
#include "geometry/meshes.hpp"
#include "geometry/primitives.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {

using namespace meshes;
constexpr real pi = std::numbers::pi;
constexpr real endless = std::numeric_limits<real>::infinity();

/// Points all over a box, irregular and the same each time.
std::vector<Real3> points_in(const Real3& low, const Real3& high, int n) {
  std::vector<Real3> points;
  for (int i = 1; i <= n; ++i) {
    const auto part = [i](real step) { return step * i - std::floor(step * i); };
    points.push_back({low.x + part(0.8191725134) * (high.x - low.x),
                      low.y + part(0.6710436067) * (high.y - low.y),
                      low.z + part(0.5497004779) * (high.z - low.z)});
  }
  return points;
}

// The distance of a box is known everywhere, beyond edges and corners too; and so is its side, which a
// triangle's own normal would get wrong beyond sharp edges.
TEST(Distances, of_a_mesh_of_a_box_are_those_of_the_box) {
  const Real3 low{1, 2, 3}, high{2, 4, 6};
  const MeshDistance mesh(box(low, high));
  const ImplicitShape exact = box_shape(low, high);
  for (const Real3& x : points_in({-1, -1, -1}, {8, 8, 8}, 2000)) {
    const MeshDistance::Nearest near = mesh.nearest(x);
    EXPECT_NEAR(near.distance, exact->distance(x), 1e-12); // round-off of numbers of ten
    // the gradient leads to the surface
    EXPECT_LT(norm(x - near.distance * near.gradient - near.point), 1e-12);
  }
}

// A sharp star: its sides are right although triangles meet at angles of 20 degrees.
TEST(Distances, of_a_star_have_the_right_side) {
  TriangleMesh star = icosphere(1);
  for (std::size_t i = 0; i < star.vertices.size(); ++i) star.vertices[i] *= i < 12 ? 3.0 : 0.6;
  const MeshDistance mesh(star);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_GT(mesh.nearest(1.01 * star.vertices[i]).distance, 0);
    EXPECT_LT(mesh.nearest(0.99 * star.vertices[i]).distance, 0);
  }
  for (std::size_t i = 12; i < star.vertices.size(); ++i) {
    EXPECT_GT(mesh.nearest(1.2 * star.vertices[i]).distance, 0);
    EXPECT_LT(mesh.nearest(0.9 * star.vertices[i]).distance, 0);
  }
}

TEST(Distances, of_primitives_are_formulas) {
  const ImplicitShape ball = sphere_shape({1, 2, 3}, 2), pipe = cylinder_shape(1, {1, 0, 3}, 2);
  const ImplicitShape cone = tube_shape({{0, 0, 0}, {0, 0, 5}}, {2, 1});
  for (const Real3& x : points_in({-6, -6, -6}, {8, 8, 8}, 300)) {
    EXPECT_NEAR(ball->distance(x), norm(x - Real3{1, 2, 3}) - 2, 1e-14 * 20);
    EXPECT_NEAR(pipe->distance(x), std::hypot(x.x - 1, x.z - 3) - 2, 1e-14 * 20);
    real least = 1e9; // the union of spheres between the ends, 5e-4 um apart: nearest within 1e-7
    for (int i = 0; i <= 10000; ++i) {
      const real t = i / 1e4;
      least = std::min(least, norm(x - Real3{0, 0, 5 * t}) - (2 - t));
    }
    EXPECT_NEAR(cone->distance(x), least, 1e-6);
  }
}

// d of a union is the least, of an intersection the greatest, of a complement the negative. A smooth joint
// changes nothing farther than its reach, and only adds fluid.
TEST(Distances, combine) {
  const ImplicitShape a = sphere_shape({0, 0, 0}, 2), b = sphere_shape({3, 0, 0}, 2);
  const ImplicitShape smooth = smooth_union_of({a, b}, 0.5), sharp = union_of({a, b});
  for (const Real3& x : points_in({-5, -5, -5}, {8, 5, 5}, 500)) {
    const real da = a->distance(x), db = b->distance(x);
    EXPECT_DOUBLE_EQ(sharp->distance(x), std::min(da, db));
    EXPECT_DOUBLE_EQ(intersection_of({a, b})->distance(x), std::max(da, db));
    EXPECT_DOUBLE_EQ(difference_of(a, {b})->distance(x), std::max(da, -db));
    EXPECT_LE(smooth->distance(x), sharp->distance(x));
    EXPECT_GE(smooth->distance(x), sharp->distance(x) - 0.5 / 4 - 1e-15); // at most a quarter of the joint
    if (std::abs(da - db) > 0.5) EXPECT_DOUBLE_EQ(smooth->distance(x), sharp->distance(x));
  }
}

TEST(Distances, go_around_the_box) {
  const PeriodicBox periodic{{10, 12, 14}};
  // a tube that begins at one end and reaches to the other; a ball at a corner; a box through two ends
  for (const ImplicitShape& shape : {repeated(tube_shape({{5, 6, 0}, {5, 6, 14}}, {3, 3}), periodic),
                                     repeated(sphere_shape({0.5, 0.5, 13.5}, 2), periodic),
                                     repeated(box_shape({2, 3, -endless}, {8, 9, endless}), periodic)})
    for (const Real3& x : points_in({0, 0, 0}, {10, 12, 14}, 200))
      for (const Real3& shift : {Real3{10, 0, 0}, Real3{0, -12, 0}, Real3{-20, 12, 14}})
        EXPECT_NEAR(shape->distance(x), shape->distance(x + shift), 1e-13);
  const ImplicitShape tube = repeated(tube_shape({{5, 6, 0}, {5, 6, 14}}, {3, 3}), periodic);
  for (const Real3& x : points_in({2, 3, 0}, {8, 9, 14}, 200)) // no seam: it is a cylinder
    EXPECT_NEAR(tube->distance(x), std::hypot(x.x - 5, x.y - 6) - 3, 1e-13);
}

/// A round tube along z through (5, 6), of straight facets, with or without its ends.
TriangleMesh tube_mesh(real low, real high, int along, int around, bool closed) {
  TriangleMesh mesh;
  for (int k = 0; k <= along; ++k)
    for (int i = 0; i < around; ++i) {
      const real a = 2 * pi * i / around;
      mesh.vertices.push_back({5 + 3 * std::cos(a), 6 + 3 * std::sin(a), low + (high - low) * k / along});
    }
  for (int k = 0; k < along; ++k)
    for (int i = 0; i < around; ++i) {
      const int p = k * around + i, q = k * around + (i + 1) % around;
      mesh.triangles.push_back({p, q, q + around}), mesh.triangles.push_back({p, q + around, p + around});
    }
  if (!closed) return mesh;
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back({5, 6, low}), mesh.vertices.push_back({5, 6, high});
  for (int i = 0; i < around; ++i) {
    const int j = (i + 1) % around;
    mesh.triangles.push_back({first, j, i});
    mesh.triangles.push_back({first + 1, along * around + i, along * around + j});
  }
  return mesh;
}

// A vessel's mesh may end in the faces of the box, with or without triangles there, or reach beyond it: all
// are the same endless tube, to the depth of its facets.
TEST(Distances, of_meshes_have_no_seam) {
  const PeriodicBox periodic{{10, 12, 14}};
  const int around = 90;
  const real facet = 3 * (1 - std::cos(pi / around)); // how far the middle of a facet is inside of the circle
  for (const TriangleMesh& mesh : {tube_mesh(0, 14, 7, around, true), tube_mesh(0, 14, 7, around, false),
                                   tube_mesh(-4, 18, 11, around, true)}) {
    const ImplicitShape shape = mesh_shape(mesh, periodic, "tube.stl");
    for (const Real3& x : points_in({0, 0, 0}, {10, 12, 14}, 500)) {
      const real exact = std::hypot(x.x - 5, x.y - 6) - 3;
      // far outside an image of the tube may be nearer; deep inside of a mesh that overlaps its image too
      if (exact > 1.9) continue;
      EXPECT_NEAR(shape->distance(x), exact, facet + 1e-12) << x.x << " " << x.y << " " << x.z;
    }
  }
}

TEST(Distances, of_meshes_that_do_not_fit_say_where) {
  const PeriodicBox periodic{{10, 12, 14}};
  const auto says = [&](const TriangleMesh& mesh, const std::string& part) {
    try {
      mesh_shape(mesh, periodic, "v.stl");
      ADD_FAILURE() << part;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  };
  TriangleMesh shifted = tube_mesh(0, 14, 7, 30, true);
  for (Real3& x : shifted.vertices)
    if (x.z > 13) x.x += 0.5;
  says(shifted, "v.stl: does not fit to its own image through the end of the box: the edge from (");
  says(tube_mesh(1, 13, 7, 30, false), "v.stl: is not closed: the edge from (");
  says(together(box({1, 1, 1}, {4, 4, 4}), box({3, 3, 3}, {6, 6, 6})),
       "two of its surfaces cross each other between (");
  says(together(box({1, 1, 1}, {9, 9, 9}), box({3, 3, 3}, {6, 6, 6})),
       "lies within another with the same orientation");
  TriangleMesh body = box({3, 3, 3}, {6, 6, 6}); // a body in the fluid is turned
  for (Vec3<int>& t : body.triangles) std::swap(t.x, t.y);
  EXPECT_LT(mesh_shape(together(box({1, 1, 1}, {9, 9, 9}), body), periodic, "v.stl")->distance({2, 2, 2}), 0);
  EXPECT_GT(mesh_shape(together(box({1, 1, 1}, {9, 9, 9}), body), periodic, "v.stl")->distance({4, 4, 4}), 0);
}

TEST(Distances, of_devices_have_their_sizes) {
  const PeriodicBox periodic{{20, 20, 40}};
  const auto radius_at = [](const SignedDistance& shape, const Real3& axis, int d) {
    real low = 0, high = 20;
    for (int i = 0; i < 60; ++i) {
      Real3 x = axis;
      x[d] += (low + high) / 2;
      (shape.distance(x) < 0 ? low : high) = (low + high) / 2;
    }
    return low;
  };
  const ImplicitShape narrow = constriction_shape({2, {10, 10, 20}, 6, 2, 4, 5}, periodic);
  EXPECT_NEAR(radius_at(*narrow, {10, 10, 20}, 0), 2, 1e-12);
  EXPECT_NEAR(radius_at(*narrow, {10, 10, 22}, 1), 2, 1e-12);
  EXPECT_NEAR(radius_at(*narrow, {10, 10, 24.5}, 0), 4, 1e-12); // the middle of the ramp
  EXPECT_NEAR(radius_at(*narrow, {10, 10, 27}, 0), 6, 1e-12);
  EXPECT_NEAR(radius_at(*narrow, {10, 10, 60}, 0), 2, 1e-12); // its image
  // Murray: R^3 = 2 r^3, so r = 0.794 R
  BifurcationShape fork;
  fork.radius = 3;
  EXPECT_NEAR(fork.first_radius(), 3 * std::pow(0.5, 1.0 / 3), 1e-14);
  fork.ratio = 0.5, fork.murray = 2;
  EXPECT_NEAR(std::pow(fork.first_radius(), 2) * 1.25, 9, 1e-13);
  // the width of a hyperbolic contraction halves the distance between from and to in 1/width
  const ImplicitShape hyper = hyperbolic_shape({2, 0, {10, 10, 5}, 16, 4, 20, 8}, periodic);
  EXPECT_NEAR(radius_at(*hyper, {10, 10, 15}, 0), 1 / ((1 / 8.0 + 1 / 2.0) / 2), 1e-12);
  EXPECT_NEAR(radius_at(*hyper, {10, 10, 15}, 1), 4, 1e-12);
  EXPECT_NEAR(radius_at(*hyper, {10, 10, 26}, 0), 8, 1e-12); // wide again at once
  const ImplicitShape cross = cross_slot_shape({0, 1, {10, 10, 20}, 6, 10}, periodic);
  EXPECT_LT(cross->distance({1, 10, 20}), 0);
  EXPECT_LT(cross->distance({10, 1, 20}), 0);
  EXPECT_GT(cross->distance({1, 1, 20}), 0);
  EXPECT_NEAR(cross->distance({3, 10, 20}), -3, 1e-14); // the walls, not the ends of the box
}

TEST(Distances, of_pillars_repeat_with_the_box_or_are_refused) {
  const PeriodicBox periodic{{20, 20, 40}};
  const ImplicitShape pillars = pillars_shape({1, 2, {0, 0, 0}, 3, 4, 0.25}, periodic);
  for (int row = 0; row < 4; ++row) // a quarter of the pitch of 10 um a row
    EXPECT_NEAR(pillars->distance({2.5 * row, 7, 10.0 * row}), -3, 1e-12) << row;
  EXPECT_NEAR(pillars->distance({5, 0, 0}), 2, 1e-12); // in the middle of a gap
  try {
    pillars_shape({1, 2, {}, 3, 4, 0.1}, periodic);
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("row_shift: 0.25 does"), std::string::npos) << e.what();
  }
  EXPECT_THROW(pillars_shape({1, 2, {}, 3, 5, 0.25}, periodic), InputError);
}

} // namespace
} // namespace ibsim
