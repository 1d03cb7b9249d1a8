// While objects are too far apart to meet, contact changes nothing: neither moduli nor steps (apart.hpp).
#include "flow/flow_files/read_text.hpp"
#include "flow/simulation/scenarios.hpp"
#include "limits/apart.hpp"
#include "limits/time_plan.hpp"
#include "simulation/simulation_on.hpp"
#include "state/state_hash.hpp"

#include <gtest/gtest.h>

namespace ibsim {
using namespace testing_scenarios;

namespace {

constexpr real soft = 0.1, stiff = 5; // area moduli apart from others and near them, dyn/cm

/// Two spheres above each other in a channel, `gap` um between them. The upper wall moves. @param along by
/// how much the upper one is behind along z, um
Scenario two_spheres(real gap, real along = 0) {
  Scenario s = sphere(16, 300, 0.5, 1000);
  s.grid = {{12, 24, 24}, 1};
  s.grid.topology.y.ends = Ends::walls;
  s.fluid = {1, 30};
  s.drive.shear_rate.mean = 1e-3;
  s.initial_flow = InitialFlow::developed;
  s.scheme = TimeScheme::bdf2;
  s.contact = {0.5, 0.8};
  ObjectKind& kind = s.objects[0];
  kind.closed().surface.half_axes = {2, 2, 2};
  kind.closed().law = Skalak{0.5, stiff};
  kind.closed().apart.area = soft;
  kind.closed().data_sites = 150;
  kind.placements.assign(2, kind.placements[0]);
  kind.placements[0].centre = {6, 12 - (gap + 4) / 2, 12};
  kind.placements[1].centre = {6, 12 + (gap + 4) / 2, 12 - along};
  return s;
}

template <class F>
auto with_simulation(const Scenario& s, F f) {
  Stream<Cpu> stream;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
  SimulationOn<Cpu> simulation(stream, s, kinds);
  return f(simulation);
}

/// All arrays of the state after some steps.
std::vector<std::pair<std::string, std::vector<real>>> arrays_after(const Scenario& s, int steps,
                                                                    bool apart) {
  return with_simulation(s, [&](SimulationOn<Cpu>& simulation) {
    for (int step = 0; step < steps; ++step) simulation.advance();
    EXPECT_EQ(simulation.clock().apart, apart);
    return simulation.arrays_on_host();
  });
}

TEST(ModuliFollowTheDistance, apart_a_run_with_contact_is_the_run_without_it_to_the_bit) {
  Scenario with = two_spheres(4), without = with;
  without.contact = {};
  without.objects[0].closed().law = Skalak{0.5, soft};
  EXPECT_EQ(arrays_after(with, 5, true), arrays_after(without, 5, false));
}

TEST(ModuliFollowTheDistance, near_it_is_the_run_of_the_stiff_law_to_the_bit) {
  Scenario with = two_spheres(1), always = with;
  always.objects[0].closed().apart = {};
  EXPECT_EQ(arrays_after(with, 5, false), arrays_after(always, 5, false));
}

// Steps follow the modulus: those apart are at least those without contact, where nobody knows the gap.
TEST(ModuliFollowTheDistance, automatic_steps_apart_are_those_without_contact) {
  const auto first_step = [](const Scenario& s) {
    return with_simulation(s, [](SimulationOn<Cpu>& simulation) {
      simulation.advance();
      return simulation.clock().step_limit;
    });
  };
  Scenario with = two_spheres(4);
  with.time.automatic = true;
  with.drive.shear_rate.mean = 1e-5; // so slow that elasticity limits the steps
  Scenario without = with, always = with;
  without.contact = {};
  without.objects[0].closed().law = Skalak{0.5, soft};
  always.objects[0].closed().apart = {};
  EXPECT_GE(first_step(with), first_step(without));
  // r is in proportion to about E + 2 K, 10.5/0.7 = 15 times; what else limits steps takes some
  EXPECT_GT(first_step(with), 4 * first_step(always));
  EXPECT_EQ(first_step_limit(with, with.time), first_step_limit(without, without.time));
}

/// Sites of two spheres of radius 2 at these places, as a state has them.
std::vector<std::vector<real>> sites_at(const Real3& a, const Real3& b) {
  constexpr std::size_t n = 150;
  std::vector<real> X(6 * n);
  for (std::size_t i = 0; i < 2 * n; ++i) { // a spiral
    const real z = 1 - (2 * static_cast<real>(i % n) + 1) / n, phi = 3.6 * std::sqrt(n) * std::asin(z),
               r = std::sqrt(1 - z * z);
    const Real3 x = (i < n ? a : b) + real{2} * Real3{r * std::cos(phi), r * std::sin(phi), z};
    for (std::size_t d = 0; d < 3; ++d) X[d * 2 * n + i] = x[static_cast<int>(d)];
  }
  return {X};
}

// d = sqrt(16 pi/150) = 0.58 um: apart beyond 3 r + d/2 = 2.69 um. Sites d/sqrt(2) = 0.41 um at most from any
// point of a sphere miss its gap by no more than d/2.
TEST(ModuliFollowTheDistance, images_and_walls_count) {
  Scenario s = two_spheres(4);
  const auto apart = [&](const Real3& a, const Real3& b, real time = 0) {
    return are_apart(s, time, sites_at(a, b), false);
  };
  EXPECT_TRUE(apart({6, 9, 8}, {6, 15, 14}));
  EXPECT_FALSE(apart({6, 9, 8}, {6, 15, 8}));            // 2 um between them
  EXPECT_FALSE(apart({6, 9, 2}, {6, 9, 20}));            // through the end in z
  EXPECT_FALSE(apart({6, 9, 2}, {6, 9, 20 + 24 * 7.0})); // not wrapped into the box
  EXPECT_FALSE(apart({2, 12, 8}, {10, 12, 11}));         // through the end in x, 12 um long
  EXPECT_FALSE(apart({6, 4, 2}, {6, 15, 14}));           // 2 um above the lower wall
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive.shear_rate.mean = 1e-3; // the image above has moved by 24 um * 1e-3 t
  EXPECT_FALSE(apart({6, 3, 8}, {6, 21, 8}));
  EXPECT_TRUE(apart({6, 3, 8}, {6, 21, 8}, 500));
  EXPECT_FALSE(apart({6, 3, 8}, {6, 21, 20}, 500));
}

// Near again below 2 r + d/2 = 1.89 um, so that objects at the limit do not change at each look.
TEST(ModuliFollowTheDistance, what_is_apart_stays_so_until_it_is_nearer) {
  const Scenario s = two_spheres(4);
  const auto at = [&](real gap, bool were) {
    return are_apart(s, 0, sites_at({6, 12 - (gap + 4) / 2, 12}, {6, 12 + (gap + 4) / 2, 12}), were);
  };
  EXPECT_TRUE(at(3, false));
  EXPECT_TRUE(at(3, true));
  EXPECT_FALSE(at(2.2, false));
  EXPECT_TRUE(at(2.2, true));
  EXPECT_FALSE(at(1.2, false));
  EXPECT_FALSE(at(1.2, true));
}

/// One passes over the other and comes near within some 100 steps.
Scenario on_their_way() {
  Scenario s = two_spheres(0.2, 5.6);
  s.drive.shear_rate.mean = 4e-3;
  s.time.step = 4;
  return s;
}

TEST(ModuliFollowTheDistance, who_goes_on_from_a_state_has_the_same_bits) {
  const Scenario s = on_their_way();
  constexpr int before = 10, after = 110; // the change lies between
  const std::uint64_t whole = with_simulation(s, [&](SimulationOn<Cpu>& simulation) {
    for (int step = 0; step < before; ++step) simulation.advance();
    EXPECT_TRUE(simulation.clock().apart);
    for (int step = before; step < after; ++step) simulation.advance();
    EXPECT_FALSE(simulation.clock().apart);
    return simulation.hash();
  });
  for (const int stop : {before, after - 1}) {
    Clock clock;
    const auto arrays = with_simulation(s, [&](SimulationOn<Cpu>& simulation) {
      for (int step = 0; step < stop; ++step) simulation.advance();
      copy_clock(simulation.clock(), clock);
      return simulation.arrays_on_host();
    });
    const std::uint64_t resumed = with_simulation(s, [&](SimulationOn<Cpu>& simulation) {
      simulation.set_clock(clock);
      simulation.set_arrays([&](const std::string& name, std::size_t) -> const std::vector<real>& {
        for (const auto& [of, values] : arrays)
          if (of == name) return values;
        throw std::logic_error(name);
      });
      for (int step = stop; step < after; ++step) simulation.advance();
      return simulation.hash();
    });
    EXPECT_EQ(resumed, whole) << "from step " << stop;
  }
  Scenario by_two = s;
  by_two.device.ranks = 2;
  EXPECT_EQ(with_simulation(by_two,
                            [&](SimulationOn<Cpu>& simulation) {
                              for (int step = 0; step < after; ++step) simulation.advance();
                              return simulation.hash();
                            }),
            whole);
}

TEST(ModuliFollowTheDistance, dense_suspensions_are_never_apart) {
  Scenario s = two_spheres(4);
  EXPECT_TRUE(is_dilute(s));
  s.objects[0].placements.resize(30, s.objects[0].placements[0]); // 30 * 33.5 um^3 in 6912 um^3: 14.5 %
  EXPECT_FALSE(is_dilute(s));
}

// A square channel of 12 um, a sphere of 4 um: 4 um from its walls, and 1 um from one of them. Contact
// reaches
// 0.5 um, so objects are apart from 1.5 um on and half the distance of their sites.
TEST(ModuliFollowTheDistance, a_vessel_has_walls) {
  Scenario s = read("domain: {size: [16 um, 16 um, 8 um], cell: 0.5 um}\n"
                    "vessel: {shape: {box: {from: [2 um, 2 um, 0 um], to: [14 um, 14 um, 8 um]}}}\n"
                    "time: {step: 10 us, end: 100 us}\ncontact: {pressure: 100 Pa, range: 0.5 um}\n"
                    "objects:\n  - {shape: sphere, radius: 2 um, at: [8 um, 8 um, 4 um], data_sites: 150,\n"
                    "     membrane: {shear_modulus: 5e-3 dyn/cm, area_modulus: 1 dyn/cm}}\n");
  s.objects[0].closed().apart.area = soft;
  EXPECT_TRUE(asks_for_distances(s));
  EXPECT_TRUE(start_apart(s));
  s.objects[0].placements[0].centre.x = 11;
  EXPECT_FALSE(start_apart(s));
}

} // namespace
} // namespace ibsim
