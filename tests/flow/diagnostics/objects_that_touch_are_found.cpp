// Pairs of spheres whose distance is known are found, through the ends of the box and along the images that
// slide in unbounded shear, and no others.
#include "backends.hpp"
#include "diagnostics/contact_pairs.hpp"
#include "flow/simulation/scenarios.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Spheres of 2 um in a box of 16 um, cells of 1 um.
Scenario spheres(const std::vector<Real3>& centres) {
  Scenario s = sphere(16, 800, 0.5, 5);
  s.objects[0].closed().surface = {ReferenceShape::sphere, {2, 2, 2}};
  s.objects[0].closed().data_sites = 400;
  s.objects[0].placements.clear();
  for (const Real3& centre : centres) s.objects[0].placements.emplace_back().centre = centre;
  return s;
}

template <class B>
class Touching : public BackendTest<B> {
 protected:
  std::vector<ContactPair> pairs(const Scenario& s) {
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    SimulationOn<B> simulation(this->stream(), s, kinds);
    return pairs_of(simulation.values().touches());
  }
};
TYPED_TEST_SUITE(Touching, Backends, BackendNames);

/// Sites lie d apart, d^2 the area of a site. Of two spheres with a gap g the nearest sites are nearer than
/// sqrt(g^2 + 2 (d/2)^2 ..): each is off the line of the centres by no more than d, and lies d^2/(2 R) back.
void expect_gap(const ContactPair& pair, real gap) {
  const real d2 = 4 * std::numbers::pi * 4 / 400, back = d2 / 2;
  EXPECT_GE(pair.distance, gap - 1e-12);
  EXPECT_LE(pair.distance, std::sqrt((gap + back) * (gap + back) + 4 * d2));
}

// The reach is 1.5 um. Gaps of 0.3 um inside, of 0.5 um across z and of 0.4 um across x, of 2 um to none.
TYPED_TEST(Touching, across_the_ends_of_the_box_are_found) {
  const std::vector<ContactPair> found =
      this->pairs(spheres({{8, 8, 3}, {8, 8, 7.3}, {8, 8, 14.5}, {1, 3, 3}, {12.6, 3, 3}, {3, 13, 10}}));
  ASSERT_EQ(found.size(), 3u);
  const int expected[3][2] = {{0, 1}, {0, 2}, {3, 4}};
  const real gaps[] = {0.3, 0.5, 0.4};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].first, expected[i][0]);
    EXPECT_EQ(found[i].second, expected[i][1]);
    expect_gap(found[i], gaps[i]);
  }
}

// Beyond the upper end of a box that has been sheared by 0.25 the lower sphere's image lies 4 um further
// along z. Before, these two did not touch; and through walls nothing does.
TYPED_TEST(Touching, along_sliding_images_are_found) {
  Scenario s = spheres({{8, 15, 9}, {8, 3.2, 5}});
  EXPECT_TRUE(this->pairs(s).empty()); // 4.2 um up and 4 um along
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive.shear_rate.mean = 1e-3;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  simulation.state().time = 250;
  const std::vector<ContactPair> found = pairs_of(simulation.values().touches());
  ASSERT_EQ(found.size(), 1u);
  expect_gap(found[0], 0.2);

  Scenario walls = spheres({{8, 13.9, 9}, {8, 2.1, 9}}); // 4.2 um apart across the end
  EXPECT_EQ(this->pairs(walls).size(), 1u);
  walls.grid.topology.y.ends = Ends::walls;
  EXPECT_TRUE(this->pairs(walls).empty());
}

} // namespace
} // namespace ibsim
