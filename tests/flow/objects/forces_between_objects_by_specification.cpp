// A force between objects is a specification in a list: step limits, lists of ranks, check and tables follow
// from it. Each test is of a fault that a second force beside contact would have met in silence.
#include "backends.hpp"
#include "examples/examples.hpp"
#include "flow/simulation/scenarios.hpp"
#include "limits/anchored_steps.hpp"
#include "limits/bdf2_steps.hpp"
#include "limits/limits_of_terms.hpp"
#include "limits/stability.hpp"
#include "mechanics/contact.hpp"
#include "mechanics/meeting.hpp"
#include "objects/listed_objects.hpp"
#include "objects/pair_forces.hpp"
#include "state/make_structures.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr real stiffness = 1e-2, range = 12; // pg/us^2, um

/// Three spheres of two kinds, 5 um and more apart in a long box, that springs push; without contact.
Scenario pushed_spheres() {
  Scenario s = testing_scenarios::sphere(16, 120, 0.5, 5);
  s.grid.n.z = 48;
  ObjectKind kind = s.objects[0];
  kind.closed().surface.half_axes = {2, 2, 2}, kind.closed().data_sites = 60;
  s.objects = {kind, kind};
  s.objects[1].name = "other";
  s.objects[0].placements = {kind.placements[0], kind.placements[0]};
  s.objects[0].placements[0].centre = {8, 8, 4}, s.objects[0].placements[1].centre = {8, 9, 24};
  s.objects[1].placements[0].centre = {8, 7, 15};
  s.pair_forces = {centre_springs(stiffness, range)};
  return s;
}

template <class B>
class PairForceList : public BackendTest<B> {};
TYPED_TEST_SUITE(PairForceList, Backends, BackendNames);

// Neighbours along the box are 11.05, 9.22 and 28 um apart.
TYPED_TEST(PairForceList, has_energy_and_stiffness_without_contact) {
  const Scenario s = pushed_spheres();
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const real a = range - std::sqrt(11.0 * 11 + 1), b = range - std::sqrt(9.0 * 9 + 4);
  // centres of sites by their areas: those of the spheres to the quadrature of 120 sites
  EXPECT_NEAR(simulation.pair_energy(), stiffness / 2 * (a * a + b * b), 1e-6);
  EXPECT_EQ(simulation.pair_measures().at(0).stiffness.anchor, 2 * stiffness);
}

TYPED_TEST(PairForceList, moves_objects_apart_and_keeps_the_momentum) {
  const Scenario s = pushed_spheres();
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  simulation.evaluate();
  real net = 0, size = 0;
  for (const std::size_t kind : {0, 1}) {
    const VectorsView<const real> F = simulation.step().sample_forces(kind);
    std::vector<real> z(static_cast<std::size_t>(F.n));
    copy_to_host(this->stream(), z.data(), F.z, sizeof(real) * z.size());
    for (const real f : z) net += f, size += std::abs(f);
  }
  EXPECT_GT(size, 0.5 * stiffness);
  EXPECT_LT(std::abs(net), 1e-13 * size);
  const auto apart = [&] {
    return simulation.integrals(0)[1].centre.z - simulation.integrals(1)[0].centre.z;
  };
  const real before = apart();
  for (int step = 0; step < 5; ++step) simulation.advance();
  EXPECT_GT(apart(), before);
}

// Measures of several ranks were of no pairs without contact.
TYPED_TEST(PairForceList, is_measured_on_several_ranks) {
  if (std::is_same_v<TypeParam, Cuda>)
    GTEST_SKIP() << "ranks of one GPU: flow_run/ranks_leave_the_same_files";
  Scenario s = pushed_spheres();
  const auto kinds = make_surface_kinds(s, {});
  const auto after = [&](int ranks) {
    s.device.ranks = ranks;
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    const real energy = simulation.pair_energy(), limit = simulation.safe_step();
    for (int step = 0; step < 5; ++step) simulation.advance();
    return std::tuple{energy, limit, simulation.pair_energy(), simulation.hash()};
  };
  const auto alone = after(1);
  EXPECT_GT(std::get<0>(alone), 0);
  for (const int ranks : {2, 3}) EXPECT_EQ(after(ranks), alone) << ranks;
}

// Which objects a rank has follows from the largest range, of whichever force.
TEST(PairForceLists, list_objects_by_the_largest_range) {
  Scenario s = pushed_spheres();
  const std::vector<std::vector<Extent>> extents{{{2, 6}, {22, 26}}, {{13, 17}}};
  const real reach = reach_of_lists(s, extents).needed;
  s.pair_forces.clear();
  const real without = reach_of_lists(s, extents).needed;
  s.contact = {.pressure = 0.1, .range = 1};
  const real of_contact = reach_of_lists(s, extents).needed;
  EXPECT_EQ(reach - of_contact, range - 1);
  EXPECT_GT(of_contact, without);
  s.pair_forces = {centre_springs(stiffness, range)};
  EXPECT_EQ(reach_of_lists(s, extents).needed, reach);
}

// All kinds with an inside are listed if any is: an object that is not there pushes nothing.
TEST(PairForceLists, list_all_kinds_that_feel_each_other) {
  const auto other_is_listed = [](const Scenario& s) {
    std::vector<ListedObjects> ranks(2, ListedObjects(2));
    ranks[0][0] = {false, {0}, {}}, ranks[1][0] = {false, {1}, {}};
    tell_of_each(s, ranks);
    return !ranks[0][1].is_all;
  };
  Scenario s = pushed_spheres();
  EXPECT_TRUE(other_is_listed(s));
  s.pair_forces.clear();
  EXPECT_FALSE(other_is_listed(s));
}

// Sums carried three of the numbers of a stiffness, and lost a NaN.
TEST(PairForceLists, sum_all_numbers_of_stiffness) {
  const Stiffness a{1, 2, 3, 4, 5, 6, 7, false, {8, 0.5}}, b{10, 20, 30, 40, 50, 60, 70, true, {24, 1.5}};
  const auto numbers = [](const Stiffness& s) {
    return std::vector<real>{s.anchor,  s.modulus,   s.shear,          s.relaxing,  s.relaxation_time,
                             s.bending, s.viscosity, s.film.stiffness, s.film.range};
  };
  // of what relaxes the slower is the stiffer; films count by stiffness times range, 8 * 0.5 + 24 * 1.5
  EXPECT_EQ(numbers(sum_of(a, b)), (std::vector<real>{11, 22, 33, 44, 50, 66, 77, 32, 1.25}));
  EXPECT_EQ(numbers(stiffest_of(a, b)), (std::vector<real>{10, 20, 30, 40, 50, 60, 70, 24, 1.5}));
  EXPECT_TRUE(sum_of(a, b).tension_is_relaxed);
  EXPECT_EQ(numbers(sum_of(a, {})), numbers(a));
  EXPECT_EQ(numbers(sum_of({}, a)), numbers(a));
  PairMeasures one, other;
  one.stiffness = a, other.stiffness.shear = std::numeric_limits<real>::quiet_NaN();
  for (const auto& measures : {std::vector{one, other}, std::vector{other, one}}) {
    EXPECT_TRUE(std::isnan(together(measures).stiffness.shear));
    EXPECT_EQ(together(measures).stiffness.viscosity, 7);
    EXPECT_EQ(sum_of(measures).stiffness.film.stiffness, 8);
  }
}

// A spring between objects moves them as anchors do. As if it squeezed a film, as contact does, its limit was
// many times too long.
TEST(PairForceLists, count_springs_as_anchors_and_contact_as_a_film) {
  Scenario s = pushed_spheres();
  s.scheme = TimeScheme::bdf2;
  const real c = 1;
  const real spring = pair_step_limit({.anchor = c}, s), film = pair_step_limit({.film = {c, 1}}, s);
  EXPECT_DOUBLE_EQ(spring, anchored_step_limit(c, s.fluid, 0, 0));
  EXPECT_GT(film, 2 * spring);
  // at rest they count in the limit of a kind, and by name
  s.pair_forces = {centre_springs(100, range)};
  Scenario without = s;
  without.pair_forces.clear();
  EXPECT_LT(elastic_step_limit(s.objects[0], s), 0.9 * elastic_step_limit(without.objects[0], without));
  const std::vector<LimitOfTerm> terms = limits_of_terms(s.objects[0], s);
  EXPECT_TRUE(std::any_of(terms.begin(), terms.end(),
                          [](const LimitOfTerm& of) { return of.term == "springs of centres"; }));
}

// Structures of a search are found by their kind, wherever they stand among the sites.
TYPED_TEST(PairForceList, finds_structures_by_their_kind) {
  const auto& stream = this->stream();
  const Grid box{{16, 16, 16}, 0.5};
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {}),
                    other = make_closed_surface({ReferenceShape::sphere, {1, 1, 1}}, 100, 400, {});
  Meeting<TypeParam> meeting(stream);
  meeting.add(kind, {ball({2, 4, 4}, 1.5)});
  meeting.add(other, {ball({6.5, 6.5, 6.5}, 1)}); // that meets nothing: the search does not know it
  meeting.add(other, {ball({4.7, 4, 4}, 1)});
  const std::vector<ContactStructure> all = meeting.structures_in_contact(), structures{all[0], all[2]};
  const auto contact = make_contact_alone<TypeParam>(stream, {.pressure = 0.1, .range = 1}, box, structures);
  const auto of_order = [&](const std::vector<std::size_t>& order) {
    const std::vector<StructureSites<TypeParam>> all = meeting.sites();
    std::vector<StructureSites<TypeParam>> sites;
    for (const std::size_t k : order) sites.push_back(all[k]);
    contact->search()->find(stream, sites);
    contact->add(stream, sites);
    std::vector<std::vector<Real3>> forces;
    for (const Array<real, TypeParam>& f : meeting.F) forces.push_back(vectors(f.to_host(stream)));
    const auto measures = contact->measure_objects(stream, sites);
    return std::pair{
        forces,
        measures[static_cast<std::size_t>(std::find(order.begin(), order.end(), 2) - order.begin())].energy};
  };
  const auto first = of_order({0, 1, 2});
  EXPECT_GT(sum(first.first[2]).x, 0);
  EXPECT_GT(first.second, 0);
  EXPECT_EQ(norm(sum(first.first[1])), 0);
  for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{2, 1, 0}, {1, 2, 0}})
    EXPECT_EQ(of_order(order), first);
}

} // namespace
} // namespace ibsim
