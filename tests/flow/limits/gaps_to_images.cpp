// Gaps between an object and its own periodic images (objects/gap_to_images.hpp). They count: an object as
// long as its box shares the fluid with itself.
#include "flow/limits/growth.hpp"
#include "objects/gap_to_images.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Two points, as sites of one object: all x, all y, all z.
std::vector<real> two_points(const Real3& a, const Real3& b) { return {a.x, b.x, a.y, b.y, a.z, b.z}; }

// Two points that are 7 um apart along an axis of a box of 8 um are 1 um from each other's image; with 0.5 um
// aside sqrt(1.25). Where sites are 0.6 um apart surfaces may be nearer: 1.25 - 0.6^2/2.
TEST(GapToImages, is_across_the_ends_of_the_box) {
  const Grid grid{{16, 16, 16}, 0.5};
  const real far = std::numeric_limits<real>::infinity(), round_off = 1e-14;
  EXPECT_NEAR(gap_to_images(grid, two_points({4, 4, 0.5}, {4.5, 4, 7.5}), 0, 4), std::sqrt(1.25), round_off);
  EXPECT_NEAR(gap_to_images(grid, two_points({0.5, 4, 4}, {7.5, 4.5, 4}), 0, 4), std::sqrt(1.25), round_off);
  EXPECT_NEAR(gap_to_images(grid, two_points({4, 4, 0.5}, {4.5, 4, 7.5}), 0.6, 4), std::sqrt(1.07),
              round_off);
  EXPECT_EQ(gap_to_images(grid, two_points({4, 4, 2}, {4, 4, 5}), 0, 4), far); // 5 um
  EXPECT_EQ(gap_to_images(grid, two_points({4, 4, 0.5}, {4, 4, 9}), 2, 4), 0); // longer than the box
  // as far apart as that along another axis, where images are near each other, too
  EXPECT_NEAR(gap_to_images(grid, two_points({4, 0.5, 0.5}, {4, 8, 7.5}), 0, 4), std::sqrt(1.25), round_off);
}

// Walls have none behind them; in unbounded shear the image above has slid to anywhere along z.
TEST(GapToImages, knows_the_ends_of_the_box) {
  Grid grid{{16, 16, 16}, 0.5};
  const std::vector<real> across = two_points({4, 0.5, 4}, {4.5, 7.5, 6});
  EXPECT_NEAR(gap_to_images(grid, across, 0, 4), std::sqrt(1 + 0.25 + 4), 1e-14);
  grid.topology.y.ends = Ends::lees_edwards;
  EXPECT_NEAR(gap_to_images(grid, across, 0, 4), std::sqrt(1.25), 1e-14);
  grid.topology.y.ends = Ends::walls;
  EXPECT_EQ(gap_to_images(grid, across, 0, 4), std::numeric_limits<real>::infinity());
}

// A disc and its images 1 cell from each other share the fluid between them, of which the limit has 1/1.3
// (measured: the disc alone grows from 1.0 of the limit on, among its images from 1.2 of what is left).
template <class B>
class LimitsAmongImages : public GrowthTest<B> {};
TYPED_TEST_SUITE(LimitsAmongImages, Backends, BackendNames);

TYPED_TEST(LimitsAmongImages, are_shorter) {
  Scenario s = soft_sphere(0.5);
  s.scheme = TimeScheme::bdf2;
  s.grid.n.y = 6;
  ObjectKind& disc = s.objects[0];
  disc.closed().surface = {ReferenceShape::ellipsoid, {2.6, 1.25, 2.6}};
  disc.closed().law = Skalak{2.5e-3, 0.25};
  disc.closed().data_sites = 300, disc.closed().sample_sites = 1000;
  disc.placements[0].centre.y = 1.5;
  const auto limit = [&] {
    return SimulationOn<TypeParam>(this->stream(), s, make_surface_kinds(s, {})).safe_step() / s.time.safety;
  };
  const real among = limit();
  EXPECT_LT(this->growth(s, 0.9, 120), 5);
  EXPECT_TRUE(this->grows(s, 1.4, 250, 50));
  s.grid.n.y = 16;
  EXPECT_LT(among, 0.85 * limit());
}

} // namespace
} // namespace ibsim
