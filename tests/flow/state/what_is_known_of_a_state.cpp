// Values that output asks of a state: they come from one evaluation of it, for all outputs, and belong to its
// present values.
#include "backends.hpp"
#include "simulation/scenarios.hpp"
#include "state/state_hash.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Two soft spheres within the range of contact, stretched, of two kinds.
Scenario near_each_other() {
  Scenario s = stretched_sphere(16, 200, 0.2, 10);
  s.contact = {0.01, 1};
  s.objects[0].closed().surface.half_axes = {2, 2, 2};
  s.objects[0].closed().data_sites = 60;
  s.objects[0].closed().bending = {.modulus = 2e-3};
  s.objects.push_back(s.objects[0]);
  s.objects[1].name = "other";
  s.objects[1].placements[0].centre = {8 + 4.5, 8, 8};
  return s;
}

template <class B>
class Known : public BackendTest<B> {
 protected:
  std::vector<real> pressure(SimulationOn<B>& of) {
    Array<real, B> p(this->stream(), of.scenario().grid.cells());
    of.pressure(p.data());
    return p.to_host(this->stream());
  }
  std::vector<real> tensions(SimulationOn<B>& of, std::size_t kind) {
    Array<real, B> t(this->stream(), 2 * 200);
    of.values().surface_field(kind, SurfaceField::tension_1, t.data());
    of.values().surface_field(kind, SurfaceField::tension_2, t.data() + 200);
    return t.to_host(this->stream());
  }
  std::uint64_t products(SimulationOn<B>& of) { return of.step().structure(1).surface().products(); }
};
TYPED_TEST_SUITE(Known, Backends, BackendNames);

} // namespace

TYPED_TEST(Known, comes_from_one_product_of_each_kind) {
  const Scenario s = near_each_other();
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  simulation.advance();
  const std::uint64_t before = this->products(simulation);
  simulation.evaluate();
  simulation.check_all();
  simulation.integrals(0), simulation.integrals(1);
  simulation.pair_energy(), simulation.least_distances();
  simulation.safe_step();
  this->pressure(simulation);
  this->tensions(simulation, 1);
  EXPECT_EQ(this->products(simulation), before + 1);
}

// Each answer is that of a simulation of which nothing else was asked; another product in between (a frame's
// velocities) takes nothing away.
TYPED_TEST(Known, does_not_depend_on_what_was_asked_before) {
  const Scenario s = near_each_other();
  const auto kinds = make_surface_kinds(s, {});
  const auto fresh = [&] {
    auto simulation = std::make_unique<SimulationOn<TypeParam>>(this->stream(), s, kinds);
    for (int step = 0; step < 3; ++step) simulation->advance();
    return simulation;
  };
  const auto asked = fresh();
  const auto in_between = [&] {
    Surface<TypeParam>& surface = asked->step().structure(0).surface();
    Array<real, TypeParam> values(this->stream(), 3 * 200);
    surface.to_sample_sites(this->stream(), asked->step().site_velocities(0),
                            vectors_view(values.data(), 200));
  };
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(asked->pair_energy(), fresh()->pair_energy());
    EXPECT_EQ(asked->integrals(0)[0].energy, fresh()->integrals(0)[0].energy);
    in_between();
    EXPECT_EQ(this->tensions(*asked, 0), this->tensions(*fresh(), 0));
    EXPECT_EQ(this->pressure(*asked), this->pressure(*fresh()));
    in_between();
    EXPECT_EQ(this->pressure(*asked), this->pressure(*fresh()));
    EXPECT_EQ(asked->least_distances().objects, fresh()->least_distances().objects);
    EXPECT_EQ(asked->safe_step(), fresh()->safe_step());
    EXPECT_EQ(asked->hash(), state_hash(this->stream(), fresh()->present()));
  }
}

TYPED_TEST(Known, is_of_the_state_as_it_is) {
  const Scenario s = near_each_other();
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const auto centre = [&] { return simulation.integrals(1)[0].centre.x; };
  const real at_start = centre();
  const std::uint64_t hash = simulation.hash();
  const real apart = simulation.least_distances().objects;
  std::vector<real> X = simulation.present().data_sites[1].to_host(this->stream());
  for (int i = 0; i < 60; ++i) X[i] += 0.25; // away from the other, exact in binary
  simulation.state().data_sites[1].set(this->stream(), X);
  EXPECT_NEAR(centre(), at_start + 0.25, 1e-12); // of 12 um: a few thousand eps
  EXPECT_NE(simulation.hash(), hash);
  // two sites that face each other along x move apart by as much; others by less
  EXPECT_GT(simulation.least_distances().objects, apart);
  EXPECT_LE(simulation.least_distances().objects, apart + 0.25 + 1e-12);

  SimulationOn<TypeParam> other(this->stream(), s, kinds);
  other.integrals(1), other.hash();
  const std::uint64_t moved = simulation.hash();
  simulation.exchange_state(other.state());
  EXPECT_NEAR(centre(), at_start, 1e-12);
  EXPECT_EQ(simulation.hash(), hash);
  EXPECT_EQ(other.hash(), moved);
  const real before = centre();
  simulation.advance();
  EXPECT_NE(simulation.hash(), hash);
  EXPECT_NE(centre(), before); // contact pushes it
}

} // namespace ibsim
