// Contact is felt by points of a few sample sites each: how many, of which sites, and what that changes.
#include "mechanics/contact_points.hpp"
#include "mechanics/meeting.hpp"

#include <algorithm>
#include <numeric>

namespace ibsim {
namespace {

constexpr Grid box{{16, 16, 16}, 0.5};

template <class B>
class PointsOfContact : public BackendTest<B> {};
TYPED_TEST_SUITE(PointsOfContact, Backends, BackendNames);

std::vector<Real3> starts(const SurfaceKind& kind, const Map& at_start) {
  std::vector<Real3> sites;
  for (const Real3& xi : kind.sample_nodes) sites.push_back(at_start(xi));
  return sites;
}

// Each site is of one point, and the sites of a point lie within three spacings of each other: halves of
// halves of a box are at most twice as long as they are wide, 1.6 spacings across, and a red cell's zones are
// up to twice as long as those of the sphere on which they are halved.
TEST(ContactPoints, are_of_all_sites_and_of_sites_close_together) {
  const SurfaceKind kind = make_closed_surface(red_cell, 100, 4000, {});
  const std::vector<Real3> sites = starts(kind, red_cell_at_start);
  for (const real range : {0.5, 0.6, 0.8}) {
    const PointsOfObject of = points_of_object(kind, sites, range);
    std::vector<Index> order = of.order, all(sites.size());
    std::sort(order.begin(), order.end());
    std::iota(all.begin(), all.end(), Index{0});
    EXPECT_EQ(order, all);
    const auto n = static_cast<std::size_t>(of.points);
    const real area = 134.2, spacing = std::sqrt(area / of.points);
    if (of.points < 4000) { // 1/2.5 of the range, or of V/A = 0.70 um, and what rounding to leaves does
      EXPECT_NEAR(spacing, std::min(range, 0.70) / 2.5, 0.1 * spacing) << range;
      EXPECT_EQ(of.points % of.leaves, 0);
    } else { // the same asks for more than two thirds of the sites
      EXPECT_GT(area / std::pow(range / 2.5, 2), 0.9 * 4000 / 1.5) << range;
    }
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t k = sites.size() * p / n; k < sites.size() * (p + 1) / n; ++k)
        ASSERT_LT(norm(sites[of.order[k]] - sites[of.order[sites.size() * p / n]]), 3 * spacing);
  }
}

// Of 2400 sites contact takes 768 points, three sites each, of which the middle lies a/(4 pi R) inside the
// sphere, a the area of a point: 2 um/1000. So far apart two spheres press less, by P/(int P) = 6.2 times
// that over the range at a quarter of it, 2.4 %; points 1/5 of the range apart add less than 0.2 %.
TYPED_TEST(PointsOfContact, of_a_few_points_is_that_of_all_sites) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 2400, {});
  const std::vector<Map> spheres{ball({2.5, 4, 4}, 1.5), ball({5.75, 4, 4}, 1.5)};
  const auto force = [&](const Map& at_start) {
    Meeting<TypeParam> meeting(stream);
    meeting.add(kind, spheres, at_start);
    const auto contact = make_contact_alone<TypeParam>(stream, {.pressure = 0.1, .range = 1}, box,
                                                       meeting.structures_in_contact());
    const std::vector<Real3> of_sites = meeting.forces(*contact)[0];
    EXPECT_LT(norm(sum(of_sites)), 1e-14 * norm(sum(of_sites, 0, 2400)) * 2400);
    return sum(of_sites, 0, 2400);
  };
  ASSERT_EQ(points_of_object(kind, std::vector<Real3>{}, 1).points, 2400);
  const Real3 all = force(nullptr), few = force(ball({}, 1.5));
  EXPECT_LT(few.x / all.x, 1 - 0.016);
  EXPECT_GT(few.x / all.x, 1 - 0.060);
  EXPECT_LT(std::hypot(few.y, few.z), 0.005 * std::abs(all.x));
}

} // namespace
} // namespace ibsim
