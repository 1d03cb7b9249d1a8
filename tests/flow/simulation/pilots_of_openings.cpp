// Pilots of openings (simulation/pilots.hpp): a pilot has its opening's flow rate and profile, its wall
// stands in the plenum, its objects come through the opening and leave by the others, alike on any number of
// ranks.
#include "backends.hpp"
#include "checks/check_scenario.hpp"
#include "diagnostics/opening_diagnostics.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "flow_files/write_resolved.hpp"
#include "simulation/make_structures.hpp"
#include "simulation/pilots.hpp"
#include "simulation/simulation.hpp"
#include "simulation/vessel.hpp"

#include <cmath>

namespace ibsim {
namespace {

using namespace testing_runs;

/// A straight vessel of 6 cells radius from z = 3 to 29 um in a box of 32 um, fed by a pilot beside it.
std::string straight(const std::string& objects = "") {
  return "domain: {size: [22 um, 11 um, 32 um], cell: 1/2 um}\n"
         "vessel:\n"
         "  shape: {tube: {points: [[5.5 um, 5.5 um, 2 um], [5.5 um, 5.5 um, 30 um]], radius: 3 um}}\n"
         "  openings:\n"
         "    in: {at: [5.5 um, 5.5 um, 3 um], side: -z, flow_rate: 0.02 nL/s, pilot: {at: [16.5 um, 5.5 "
         "um], "
         "length: 10 um}}\n"
         "    out: {at: [5.5 um, 5.5 um, 29 um], side: +z, pressure: 0 Pa}\n"
         "time: {step: 20 us, end: 10 ms}\n" +
         objects + "output: {fluid_every: never}\n";
}

/// Flow along z in each plane of faces, over those about which `counts` is true, um^3/us.
template <class B, class F>
std::vector<real> flow_in_planes(Simulation<B>& simulation, const F& counts) {
  const Grid& grid = simulation.model().grid;
  const std::vector<real> parts = simulation.model().vessel->parts_of_faces(2, slab_of_all(grid.n));
  std::vector<real> w = simulation.array_on_host("velocity"), sums(static_cast<std::size_t>(grid.n.z));
  const std::size_t cells = parts.size(), first = 2 * (w.size() / 3);
  std::size_t face = 0;
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i, ++face)
        if (counts(i)) sums[static_cast<std::size_t>(k)] += w[first + face] * parts[face] * grid.h * grid.h;
  EXPECT_EQ(face, cells);
  return sums;
}

} // namespace

template <class B>
class Pilots : public RunsByRanks<B> {};
TYPED_TEST_SUITE(Pilots, Backends, BackendNames);

TYPED_TEST(Pilots, have_the_flow_of_their_openings) {
  const Scenario s = read(straight());
  EXPECT_TRUE(check_scenario(s).empty()) << check_scenario(s)[0].message;
  Simulation<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  for (int i = 0; i < 60; ++i) simulation.advance();
  const Grid& grid = s.grid;
  const real Q = 0.02; // um^3/us
  const int half = grid.n.x / 2;
  const auto pilot = flow_in_planes(simulation, [&](int i) { return i >= half; }),
             device = flow_in_planes(simulation, [&](int i) { return i < half; });
  // The mean over all planes of the pilot is what its pump keeps: each step ends with a product of a matrix
  // that was factorized, to round-off.
  real mean = 0;
  for (const real q : pilot) mean += q / static_cast<real>(pilot.size());
  // ... and the plenum beside the pilot counts where it is no wall: there the fluid is nearly at rest.
  EXPECT_NEAR(mean, Q, 0.02 * Q);
  // What leaks through a wall is 5e-3 h dp/mu an area (docs/vessels.md); the drop along the device is 8 mu U
  // L over R^2, with U = Q/A: 2 % of Q over a wall of the device's length at these 6 cells, half of it each
  // way.
  for (int k = 12; k < 52; ++k) {
    EXPECT_NEAR(pilot[static_cast<std::size_t>(k)], Q, 0.02 * Q) << k;
    EXPECT_NEAR(device[static_cast<std::size_t>(k)], Q, 0.02 * Q) << k;
  }
}

TYPED_TEST(Pilots, feed_their_openings) {
  const Scenario s =
      read(straight("objects:\n"
                    "  - shape: sphere\n    radius: 1 um\n    capacity: 12\n"
                    "    membrane: {shear_modulus: 5 uN/m, area_modulus: 50 uN/m}\n"
                    "    placements: [{at: [16.5 um, 5.5 um, 4 um]}, {at: [16.5 um, 5.5 um, 14 um]}, "
                    "{at: [16.5 um, 5.5 um, 24 um]}]\n"));
  ASSERT_EQ(s.inlets.size(), 1u);
  EXPECT_EQ(s.inlets[0].offset, (Real3{-11, 0, 0}));
  ASSERT_EQ(s.outlets.size(), 1u);
  for (const Finding& finding : check_scenario(s)) EXPECT_FALSE(finding.is_error) << finding.message;
  const Scenario slots = with_slots(s);
  Simulation<TypeParam> simulation(this->stream(), slots, make_surface_kinds(slots, {}));
  const real U = 2 * 0.02 / (3.14159265 * 9); // on the axis, um/us: 10 um, a pilot's distance, take 7 ms
  const int steps = static_cast<int>(36 / U / 20);
  for (int i = 0; i < steps; ++i) simulation.advance();
  const Population& now = simulation.state().population;
  std::size_t there = 0, from_pilot = 0;
  for (const Resident& one : now.kinds[0])
    there += one.is_there(), from_pilot += one.is_there() && one.from >= 0;
  // Three are in the pilot for ever. In the time of 36 um on the axis, which starts from rest, the pilot's
  // three pass its 32 um once each, so three or four have come.
  EXPECT_EQ(there - from_pilot, 3u);
  EXPECT_GE(from_pilot + now.departures.size(), 3u);
  EXPECT_GE(now.departures.size(), 1u);
  for (const Departure& one : now.departures) {
    EXPECT_EQ(one.from, 0);
    EXPECT_EQ(one.through, 0);
    // of the sphere, which drifts without keep_volume
    EXPECT_NEAR(one.surface.volume, 4.18879, 0.02 * 4.18879);
  }
}

TEST(PilotsOfOpenings, are_written_back) {
  const std::string text = straight();
  const Scenario s = read(text);
  const Scenario again = read(resolved_scenario(s));
  ASSERT_TRUE(again.vessel->openings().all[0].pilot);
  EXPECT_EQ(again.vessel->openings().all[0].pilot->length, 10);
  EXPECT_EQ(resolved_scenario(again), resolved_scenario(s));
}

TEST(PilotsOfOpenings, are_refused_where_they_cannot_be) {
  const auto complaint = [](std::string text, const std::string& old, const std::string& now) -> std::string {
    text.replace(text.find(old), old.size(), now);
    try {
      const Scenario s = read(text);
      for (const Finding& finding : check_scenario(s))
        if (finding.is_error) return finding.message;
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  };
  const auto expect = [&](const std::string& old, const std::string& now, const char* message) {
    const std::string found = complaint(straight(), old, now);
    EXPECT_NE(found.find(message), std::string::npos) << found;
  };
  expect("flow_rate: 0.02 nL/s", "pressure: 1 Pa", "a pilot has the flow rate of its opening");
  expect("at: [16.5 um, 5.5 um]", "at: [21 um, 5.5 um]", "beyond the box");
  expect("at: [16.5 um, 5.5 um]", "at: [11 um, 5.5 um]", "its pilot needs a wall of 2 um");
  expect("length: 10 um", "length: 26 um", "lie in the outlet \"out\"");
  expect("[5.5 um, 5.5 um, 30 um]]",
         "[5.5 um, 5.5 um, 12 um], [7 um, 5.5 um, 20 um], [5.5 um, 5.5 um, 30 um]]", "a straight inlet of");
  expect("at: [16.5 um, 5.5 um]", "at: [16.5 um]", "expected the middle of the pilot in x and y");
}

} // namespace ibsim
