// A quantity that no file of src knows, measured on one rank and on three: sums over planes, values of
// objects, and a least value. What is measured is known from the arrays of the state.
#include "backends.hpp"
#include "fluid/plane_sums.hpp"
#include "simulation/measures.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"

#include <algorithm>

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
std::vector<Real3> sites_on_host(const PartOfState<B>& part, std::size_t kind) {
  const VectorsView<const real> X = part.step.sample_positions(kind);
  std::vector<std::vector<real>> of(3, std::vector<real>(static_cast<std::size_t>(X.n)));
  for (int d = 0; d < 3; ++d)
    copy_to_host(part.stream, of[static_cast<std::size_t>(d)].data(), X[d], sizeof(real) * of[0].size());
  part.stream.synchronize();
  std::vector<Real3> sites;
  for (std::size_t i = 0; i < of[0].size(); ++i) sites.push_back({of[0][i], of[1][i], of[2][i]});
  return sites;
}

const auto second_row =
    measured("test: second row", Joined::plane_sums, Needs::state,
             []<class B>(const PartOfState<B>& part, std::size_t) {
               return sums_of_rows<B>(part.stream, part.slab, part.state.velocity.any(), {1, 1, 1, 1});
             });

const auto sums_of_sites = measured("test: sums of sites", Joined::objects, Needs::evaluation,
                                    []<class B>(const PartOfState<B>& part, std::size_t kind) {
                                      const std::vector<Real3> sites = sites_on_host(part, kind);
                                      const auto each =
                                          static_cast<std::size_t>(part.model.objects[kind].sites().sample);
                                      std::vector<Real3> sums(sites.size() / each);
                                      for (std::size_t i = 0; i < sites.size(); ++i)
                                        sums[i / each] += sites[i];
                                      return sums;
                                    });

const auto lowest_site = measured("test: lowest site", Joined::least, Needs::evaluation,
                                  []<class B>(const PartOfState<B>& part, std::size_t kind) {
                                    real least = 1e9;
                                    for (const Real3& x : sites_on_host(part, kind))
                                      least = std::min(least, x.y);
                                    return std::vector<real>{least};
                                  });

/// Four cells along a box, each at another height, after three steps.
Scenario cells_in_a_row(int ranks) {
  Scenario s = red_cell_in_shear(16, 100, 300, 0.5, 10);
  s.grid.n.z = 64;
  const Placement first = s.objects[0].placements[0];
  s.objects[0].placements.assign(4, first);
  for (int i = 0; i < 4; ++i)
    s.objects[0].placements[static_cast<std::size_t>(i)].centre = {8, 6.0 + i, 16.0 * (3 - i) + 4};
  s.device.ranks = ranks;
  return s;
}

struct Found {
  std::vector<Real3> row, sums;
  std::vector<real> lowest;
};

} // namespace

template <class B>
class OneFile : public BackendTest<B> {};
TYPED_TEST_SUITE(OneFile, Backends, BackendNames);

// One rank sums 16 x 64 velocities of a row and 300 positions: each sum of n numbers rounds by at most
// n 1.1e-16 of the sum of their sizes, and so does the test's. Ranks find the same bits.
TYPED_TEST(OneFile, brings_in_a_quantity) {
  Found of[2];
  for (const int ranks : {1, 3}) {
    const Scenario s = cells_in_a_row(ranks);
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    for (int step = 0; step < 3; ++step) simulation.advance();
    Found& now = of[ranks == 1 ? 0 : 1];
    now = {simulation.values().measure(second_row), simulation.values().measure(sums_of_sites, 0),
           simulation.values().measure(lowest_site, 0)};
    ASSERT_EQ(now.row.size(), 4u);
    ASSERT_EQ(now.sums.size(), 4u);
    ASSERT_EQ(now.lowest.size(), 1u);

    const std::vector<real> u = simulation.velocity_on_host();
    const Int3 n = s.grid.n;
    const auto cells = static_cast<std::size_t>(s.grid.cells());
    real sum = 0, sizes = 0;
    for (int k = 0; k < n.z; ++k)
      for (int i = 0; i < n.x; ++i) {
        const real w = u[2 * cells + static_cast<std::size_t>(i + n.x * (1 + n.y * k))];
        sum += w, sizes += std::abs(w);
      }
    EXPECT_GT(sizes, 0);
    EXPECT_NEAR(now.row[3].z, sum, 2 * 16 * 64 * 1.2e-16 * sizes);

    const std::vector<real> X = simulation.surface_field_on_host(0, SurfaceField::positions);
    real lowest = 1e9;
    for (std::size_t object = 0; object < 4; ++object) {
      Real3 mean;
      for (std::size_t i = 300 * object; i < 300 * (object + 1); ++i) {
        mean += Real3{X[3 * i], X[3 * i + 1], X[3 * i + 2]};
        lowest = std::min(lowest, X[3 * i + 1]);
      }
      EXPECT_LT(norm(mean - now.sums[object]), 2 * 300 * 1.2e-16 * 300 * 64);
    }
    EXPECT_EQ(now.lowest[0], lowest);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(norm(of[0].row[i] - of[1].row[i]), 0);
    EXPECT_EQ(norm(of[0].sums[i] - of[1].sums[i]), 0);
  }
  EXPECT_EQ(of[0].lowest[0], of[1].lowest[0]);
}

// A second quantity of the same name would be another one in another process.
TEST(Quantities, have_names_of_their_own) {
  EXPECT_THROW(measured("test: second row", Joined::planes, Needs::state,
                        []<class B>(const PartOfState<B>&, std::size_t) { return std::vector<real>(); }),
               std::logic_error);
}

} // namespace ibsim
