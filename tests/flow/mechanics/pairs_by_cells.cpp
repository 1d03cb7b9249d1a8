// Pairs found by cells of contact's list. On a GPU one warp finds the pairs of all sites of a cell together
// (mechanics/contact_pairs_of_cell.hpp). Each site has the same pairs in the same order as by itself. So
// forces and steps are the same to the bit by either search.
#include "backends.hpp"
#include "mechanics/meeting.hpp"
#include "mechanics/order_of_pairs.hpp"

#include <algorithm>

namespace ibsim {
namespace {

template <class B>
class PairsByCells : public BackendTest<B> {};
TYPED_TEST_SUITE(PairsByCells, Backends, BackendNames);

// Balls of 2.1 um radius whose surfaces are 0 to 0.2 um apart, one across the ends of the box, and a disc
// that is rolled until it meets itself: in boxes of many cells and of few, where images share a cell.
TYPED_TEST(PairsByCells, are_those_of_sites_in_their_order) {
  const auto& stream = this->stream();
  const SurfaceKind balls = make_closed_surface({ReferenceShape::sphere, {2.1, 2.1, 2.1}}, 100, 1600, {});
  const SurfaceKind discs = make_closed_surface({ReferenceShape::ellipsoid, {3, 3, 0.6}}, 300, 1600, {});
  for (const Ends ends : {Ends::periodic, Ends::walls})
    for (const real range : {0.5, 0.9, 3.5}) {
      SCOPED_TRACE(::testing::Message() << "range " << range << ", ends " << static_cast<int>(ends));
      Grid box{{24, 24, 24}, 0.5};
      box.topology.y.ends = ends;
      Meeting<TypeParam> meeting(stream);
      meeting.add(balls,
                  {ball({2.3, 2.3, 2.3}, 2.1), ball({6.6, 2.3, 2.3}, 2.1), ball({2.3, 6.7, 2.3}, 2.1),
                   ball({10.2, 2.3, 2.3}, 2.1)},
                  ball({}, 2.1));
      meeting.add(discs, {rolled_disc({6, 7, 4.6})}, flat_disc);
      CloseSitesFinder<TypeParam> finder(stream, box, range, meeting.structures_in_contact());
      const std::vector<StructureSites<TypeParam>> sites = meeting.sites();
      for (std::size_t k = 0; k < 2; ++k) {
        const OrderOfPairs order = order_of_pairs<TypeParam>(stream, finder, sites, k);
        EXPECT_EQ(order.by_cells, order.by_sites) << k;
        EXPECT_EQ(order.others_by_cells, order.others_by_sites) << k;
        EXPECT_GT(std::count_if(order.by_sites.begin(), order.by_sites.end(), [](real r) { return r != 0; }),
                  10);
      }
    }
}

} // namespace
} // namespace ibsim
