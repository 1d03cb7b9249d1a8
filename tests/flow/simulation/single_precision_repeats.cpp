// Single precision (device.precision): the same bits for threads, ranks and a resume, and the motion of
// double to rounding. Four red cells with all terms press each other and walls.
#include "backends.hpp"
#include "limits/precision.hpp"
#include "parallel/device.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"

#include <map>

namespace ibsim {
namespace {

Scenario pressed_cells(Precision precision) {
  Scenario s;
  s.precision = precision;
  s.grid = {{32, 32, 32}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 1.2}, s.time = {2, 1000, false};
  s.drive.upper_z.mean = 3.2e-3, s.initial_flow = InitialFlow::developed; // 200 1/s
  s.tension = Tension::relaxed, s.keep_volume = true;
  s.contact = {.pressure = 2e-3, .range = 0.5};
  ObjectKind kind;
  kind.name = "cell";
  ClosedSurface& cell = kind.closed();
  cell.surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  cell.law = Skalak{4.5e-3, 0.25}, cell.bending.modulus = 2e-4;
  cell.viscosity.viscosity = 287, cell.viscosity.modulus = 0.04, cell.viscosity_ratio = 5;
  cell.data_sites = 400, cell.sample_sites = 1600;
  for (const Real3& centre : {Real3{4.05, 6.5, 8}, {12.05, 6.5, 8}, {4.05, 9.5, 8}, {12.05, 9.5, 8}}) {
    Placement at;
    at.centre = centre;
    at.rotation[1] = {0, 0, -1}, at.rotation[2] = {0, 1, 0};
    kind.placements.push_back(at);
  }
  s.objects = {kind};
  return s;
}

template <class B>
class MembranesInSinglePrecision : public BackendTest<B> {};
TYPED_TEST_SUITE(MembranesInSinglePrecision, Backends, BackendNames);

// Positions are sums in double of steps that round by 6e-8 of themselves: 12 steps of 6e-3 um at most. The
// first step brings positions into the space, with 1e-7 of 8 um.
TYPED_TEST(MembranesInSinglePrecision, moves_cells_as_double_does) {
  const auto positions = [&](Precision precision) {
    const Scenario s = pressed_cells(precision);
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    EXPECT_EQ(kinds[0].in_floats(), precision == Precision::single);
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    for (int step = 0; step < 12; ++step) simulation.advance();
    simulation.check_all();
    return testing_scenarios::positions(simulation);
  };
  const std::vector<real> exact = positions(Precision::double_), rounded = positions(Precision::single);
  ASSERT_EQ(exact.size(), rounded.size());
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(rounded[i], exact[i], 3e-6);
}

TYPED_TEST(MembranesInSinglePrecision, has_the_same_bits_on_ranks_and_after_a_resume) {
  const auto hash_after = [&](int ranks, int steps) {
    Scenario s = pressed_cells(Precision::single);
    s.device.ranks = ranks;
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    for (int i = 0; i < steps; ++i) simulation.advance();
    return simulation.hash();
  };
  const std::uint64_t whole = hash_after(1, 6);
  EXPECT_EQ(hash_after(2, 6), whole);
  set_cpu_threads(1);
  EXPECT_EQ(hash_after(1, 6), whole);
  set_cpu_threads(0);

  const Scenario s = pressed_cells(Precision::single);
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> first(this->stream(), s, kinds), second(this->stream(), s, kinds);
  for (int i = 0; i < 3; ++i) first.advance();
  std::map<std::string, std::vector<real>> arrays;
  for (const auto& [name, values] : first.arrays_on_host()) arrays[name] = values;
  second.set_clock(first.clock());
  second.set_arrays(
      [&](const std::string& name, std::size_t) -> const std::vector<real>& { return arrays.at(name); });
  for (int i = 0; i < 3; ++i) second.advance();
  EXPECT_EQ(second.hash(), whole);
}

// Fluid at rest has the same numbers in each precision.
TYPED_TEST(MembranesInSinglePrecision, is_part_of_the_hash) {
  std::vector<std::uint64_t> hashes;
  for (const Precision precision : {Precision::double_, Precision::mixed, Precision::single}) {
    Scenario s;
    s.precision = precision;
    s.grid = {{16, 16, 16}, 0.5}, s.fluid = {1, 1.2}, s.time = {2, 1000, false};
    SimulationOn<TypeParam> simulation(this->stream(), s, {});
    hashes.push_back(simulation.hash());
  }
  EXPECT_NE(hashes[0], hashes[1]);
  EXPECT_NE(hashes[0], hashes[2]);
  EXPECT_NE(hashes[1], hashes[2]);
}

// The tension of the flow is mu gamma R, its rounding 3e-7 M with M = 2 (E + K) of Skalak's law:
// 0.51 pg/us^2.
TEST(MembranesInSinglePrecision, is_doubted_in_slow_flows_and_where_it_does_not_reach) {
  Scenario s = pressed_cells(Precision::single);
  EXPECT_EQ(why_not_mixed(s), "");
  EXPECT_EQ(doubt_of_single(s, s.objects[0]), "");
  s.drive.upper_z.mean = 3.2e-5; // 2 1/s: 1.5e-7/(1.2 2e-6 3.91) = 1.6 %
  EXPECT_NE(doubt_of_single(s, s.objects[0]).find("0.016"), std::string::npos);
  // 0.3 pN across the equator of a sphere of 134 um^2, 2 pi 3.27 um: another 1.5e-5 pg/us^2
  s.objects[0].pulls = {{{{0, 0, 1}, 3}, {0, 0, 3e-4}, {}}};
  EXPECT_EQ(doubt_of_single(s, s.objects[0]), "");
  s.drive.upper_z.mean = 0; // by itself 1 %
  EXPECT_NE(doubt_of_single(s, s.objects[0]).find("0.01"), std::string::npos);
  s.objects[0].pulls.clear(); // at rest
  EXPECT_EQ(doubt_of_single(s, s.objects[0]), "");
  s.drive.upper_z.mean = 3.2e-5;
  EXPECT_EQ(pairs_in_double(s), "");
  s.aggregation.resize(1);
  EXPECT_NE(pairs_in_double(s).find("aggregation in double"), std::string::npos);
  s.aggregation.clear();
  s.precision = Precision::mixed;
  EXPECT_EQ(doubt_of_single(s, s.objects[0]), "");
  s = pressed_cells(Precision::single), s.membrane = MembraneForm::paper;
  EXPECT_NE(doubt_of_single(s, s.objects[0]).find("in double"), std::string::npos);
  s.scheme = TimeScheme::imex_rk;
  EXPECT_NE(why_not_mixed(s).find("needs time.scheme: bdf2"), std::string::npos);
}

} // namespace
} // namespace ibsim
