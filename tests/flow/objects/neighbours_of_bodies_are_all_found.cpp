// Overlapping or near objects, found among neighbours alone: the same pairs as among all of them.
#include "checks/check_scenario.hpp"
#include "model/placed_bodies.hpp"
#include "model/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace ibsim {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// By definition: a point of one of them, moved outward, is inside an image of the other.
bool reaches_into(const Body& a, const Body& b, const Real3& shift, real distance) {
  for (std::size_t i = 0; i < a.points(); ++i)
    if (contains(b.kind->closed().surface, *b.placement, a.point(i) + distance * a.outward_normal(i) - shift))
      return true;
  return false;
}
bool close(const Scenario& s, const Body& a, const Body& b, real distance) {
  const Real3 box = s.grid.lengths();
  const int up = s.has_walls() ? 0 : 1;
  for (int k = -1; k <= 1; ++k)
    for (int j = -up; j <= up; ++j)
      for (int i = -1; i <= 1; ++i) {
        const Real3 shift{i * box.x, j * box.y, k * box.z};
        if (reaches_into(a, b, shift, distance) || reaches_into(b, a, -shift, distance)) return true;
      }
  return false;
}

/// The rows of a rotation about a random axis by a random angle.
void turn(Placement& placement, std::mt19937& random) {
  std::normal_distribution<real> normal;
  const Real3 z = normalized(Real3{normal(random), normal(random), normal(random)}),
              x = normalized(cross(z, std::abs(z.x) < 0.5 ? Real3{1, 0, 0} : Real3{0, 1, 0})),
              y = cross(z, x);
  const Real3 images[] = {x, y, z};
  for (int d = 0; d < 3; ++d)
    for (int e = 0; e < 3; ++e) placement.rotation[d][e] = images[e][d];
}

/// Red cells, large and small ellipsoids, all turned and stretched, anywhere in a box of these lengths.
Scenario scene(const Int3& box, Ends in_y, std::mt19937& random) {
  Scenario s;
  s.grid = {box, 1};
  s.grid.topology.y.ends = in_y;
  std::uniform_real_distribution<real> place(0, 1), stretch(0.6, 1.6);
  for (const ReferenceSurface& surface : {ReferenceSurface{ReferenceShape::red_cell, {2, 2, 2}},
                                          ReferenceSurface{ReferenceShape::ellipsoid, {2.5, 0.8, 1}},
                                          ReferenceSurface{ReferenceShape::sphere, {0.3, 0.3, 0.3}}}) {
    ObjectKind kind;
    kind.closed().surface = surface;
    kind.placements.resize(4);
    for (Placement& at : kind.placements) {
      at.centre = {box.x * place(random), box.y * place(random), box.z * place(random)};
      at.stretch = {stretch(random), stretch(random), stretch(random)};
      turn(at, random);
    }
    s.objects.push_back(kind);
  }
  return s;
}

/// All pairs of a scene that `first_pair` finds, one after the other.
Pairs found(const Scenario& s, const std::vector<Body>& bodies, real distance) {
  Pairs pairs;
  const Real3 periods = periods_of(s);
  first_pair(bodies, periods, distance, [&](const Body& a, const Body& b) {
    if (closer_than(a, b, periods, distance)) pairs.emplace_back(&a - bodies.data(), &b - bodies.data());
    return false; // and on to the next
  });
  return pairs;
}

} // namespace

// Wide boxes have many cells of neighbours, narrow ones one or two, across whose ends the same pair may be
// met twice.
TEST(Neighbours, are_those_of_all_pairs) {
  std::mt19937 random(20);
  std::size_t met = 0, apart = 0;
  for (const Int3& box : {Int3{16, 16, 16}, Int3{9, 30, 12}, Int3{40, 8, 8}})
    for (const Ends in_y : {Ends::periodic, Ends::walls, Ends::lees_edwards})
      for (const real distance : {0.0, 0.7}) {
        const Scenario s = scene(box, in_y, random);
        const std::vector<Body> bodies = placed_bodies(s);
        Pairs expected;
        for (std::size_t a = 0; a < bodies.size(); ++a)
          for (std::size_t b = a + 1; b < bodies.size(); ++b) {
            if (close(s, bodies[a], bodies[b], distance)) expected.emplace_back(a, b);
            ++apart;
          }
        EXPECT_EQ(found(s, bodies, distance), expected)
            << box.x << " " << box.y << " " << static_cast<int>(in_y) << " " << distance;
        EXPECT_EQ(close_pairs(bodies, periods_of(s), distance), expected);
        const auto first = first_close_pair(bodies, periods_of(s), distance);
        EXPECT_TRUE(expected.empty() ? !first : first && *first == expected[0]);
        met += expected.size();
      }
  EXPECT_GT(met, 20u); // the scenes try both
  EXPECT_GT(apart, 10 * met);
}

// A grid of spheres that just do not touch, then one pair of them that does.
TEST(Neighbours, are_told_of_among_many_objects) {
  Scenario s;
  s.grid = {{64, 64, 64}, 1};
  s.time.step = 0.01, s.time.end = 1;
  ObjectKind kind;
  kind.name = "bead", kind.closed().surface = {ReferenceShape::sphere, {1.9, 1.9, 1.9}},
  kind.closed().law = Skalak{1e-3, 1e-3};
  kind.closed().data_sites = 72, kind.closed().sample_sites = 200;
  for (int k = 0; k < 16; ++k)
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 16; ++i) {
        Placement at;
        at.centre = {4.0 * i, 4.0 * j, 4.0 * k};
        kind.placements.push_back(at);
      }
  s.objects = {kind};
  const auto errors = [](const std::vector<Finding>& findings) {
    std::vector<Finding> errors;
    std::copy_if(findings.begin(), findings.end(), std::back_inserter(errors),
                 [](const Finding& finding) { return finding.is_error; });
    return errors;
  };
  EXPECT_TRUE(errors(check_scenario(s)).empty());
  s.objects[0].placements[4095].centre.z += 0.3; // towards the image of one at z = 0
  ASSERT_EQ(errors(check_scenario(s)).size(), 1u);
  EXPECT_EQ(errors(check_scenario(s))[0].key, "objects.0.placements.4095");
  EXPECT_NE(errors(check_scenario(s))[0].message.find("overlaps \"bead\" (object 255)"), std::string::npos);
}

} // namespace ibsim
