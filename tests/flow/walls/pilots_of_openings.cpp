// Pilots of openings (walls/pilots.hpp): a pilot has its opening's flow rate and profile, its wall
// stands in the plenum, its objects come through the opening and leave by the others, alike on any number of
// ranks.
#include "backends.hpp"
#include "checks/check_scenario.hpp"
#include "diagnostics/opening_diagnostics.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "flow/walls/fed_tube.hpp"
#include "flow_files/write_resolved.hpp"
#include "kept_walls.hpp"
#include "packing/place_objects.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"
#include "walls/pilots.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

using namespace testing_runs;

/// A straight vessel of 5 cells radius from z = 2 to 20 um in a box of 24 um, fed by a pilot beside it.
std::string straight(const std::string& objects = "") {
  return fed_tube + "time: {step: 10 us, end: 30 ms}\n" + objects + "output: {fluid_every: never}\n";
}

/// Runs of it share the inverse of its walls.
Scenario read_straight(const std::string& objects = "", const std::string& flow_rate = "0.1 nL/s") {
  std::string text = straight(objects);
  const std::string usual = "0.1 nL/s";
  text.replace(text.find(usual), usual.size(), flow_rate);
  Scenario s = read(text);
  s.cache_folder = kept_walls();
  return s;
}

/// Beads in the pilot.
const std::string beads = "objects:\n"
                          "  - shape: sphere\n    radius: 1 um\n    capacity: 12\n"
                          "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
                          "    placements: [{at: [13.5 um, 4.5 um, 4 um]}, {at: [13.5 um, 4.5 um, 12 um]}, "
                          "{at: [13.5 um, 4.5 um, 20 um]}]\n";

/// A smaller one of another kind, 1 um off the axis.
const std::string platelet = "  - shape: sphere\n    name: platelet\n    radius: 0.75 um\n    capacity: 6\n"
                             "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
                             "    placements: [{at: [12.5 um, 4.5 um, 8 um]}]\n";

/// Flow along z in each plane of faces, over those about which `counts` is true, um^3/us.
template <class B, class F>
std::vector<real> flow_in_planes(SimulationOn<B>& simulation, const F& counts) {
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
  const Scenario s = read_straight();
  EXPECT_TRUE(check_scenario(s).empty()) << check_scenario(s)[0].message;
  SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
  for (int i = 0; i < 40; ++i) simulation.advance();
  const Grid& grid = s.grid;
  const real Q = 0.1; // um^3/us
  const int half = grid.n.x / 2;
  const auto pilot = flow_in_planes(simulation, [&](int i) { return i >= half; }),
             device = flow_in_planes(simulation, [&](int i) { return i < half; });
  // The mean over all planes of the pilot is what its pump keeps: each step ends with a product of a matrix
  // that was factorized, to round-off.
  real mean = 0;
  for (const real q : pilot) mean += q / static_cast<real>(pilot.size());
  // ... and the plenum beside the pilot counts where it is no wall: there the fluid is nearly at rest.
  EXPECT_NEAR(mean, Q, 0.02 * Q);
  // What leaks through a wall that is not tight is at most 7e-4 h dp/mu an area (docs/vessels.md). Along the
  // device dp falls by 8 mu U L/R^2 and is 4 mu U L/R^2 in the mean, over a wall of 2 pi R L: 56e-4 h L^2/R^3
  // of Q = U pi R^2. That is 4 % with L = 15 um and R = 5 h = 2.5 um. Pressures lie evenly about the
  // plenum's, so a quarter leaves through the first half of the wall and comes back through the second: 1 %.
  for (int k = 10; k < 34; ++k) {
    EXPECT_NEAR(pilot[static_cast<std::size_t>(k)], Q, 0.01 * Q) << k;
    EXPECT_NEAR(device[static_cast<std::size_t>(k)], Q, 0.01 * Q) << k;
  }
}

TEST(OutletsOfOpenings, hold_the_longest_object) {
  const auto box = [](const std::string& half) {
    return "domain: {size: [18 um, 9 um, 48 um], cell: 1/2 um}\n"
           "vessel:\n"
           "  tight: false\n" // an inverse takes less than half of the time
           "  shape: {tube: {points: [[4.5 um, 4.5 um, 1 um], [4.5 um, 4.5 um, 45 um]], radius: 2.5 um}}\n"
           "  openings:\n"
           "    in: {at: [4.5 um, 4.5 um, 2 um], side: -z, flow_rate: 0.1 nL/s, pilot: {at: [13.5 um, 4.5 "
           "um]}}\n"
           "    out: {at: [4.5 um, 4.5 um, 44 um], side: +z, pressure: 0 Pa}\n"
           "time: {step: 10 us, end: 30 ms}\n"
           "objects:\n"
           "  - shape: ellipsoid\n    capacity: 3\n    half_axes: [1 um, 1 um, " +
           half +
           "]\n    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
           "    placements: [{at: [13.5 um, 4.5 um, 24 um]}]\n";
  };
  const auto length = [](const Scenario& s) {
    EXPECT_EQ(s.outlets.size(), 1u);
    return s.outlets.at(0).within.high.z - s.outlets.at(0).within.low.z;
  };
  EXPECT_EQ(length(read(box("1.5 um"))), 12); // a stretched red cell
  EXPECT_EQ(length(read(box("5 um"))), 15);   // 10 um at rest, stretched by half
}

TYPED_TEST(Pilots, feed_their_openings) {
  const Scenario s = read_straight(beads + platelet, "0.2 nL/s");
  ASSERT_EQ(s.inlets.size(), 1u);
  EXPECT_EQ(s.inlets[0].offset, (Real3{-9, 0, 0}));
  ASSERT_EQ(s.outlets.size(), 1u);
  // The longest red cells in flow are 12 um: one that did not fit would go on through the end of the box.
  EXPECT_GE(s.outlets[0].within.high.z - s.outlets[0].within.low.z, 12);
  for (const Finding& finding : check_scenario(s)) EXPECT_FALSE(finding.is_error) << finding.message;
  const Scenario slots = with_slots(s);
  const std::vector<SurfaceKind> kinds = make_surface_kinds(slots, {});
  SimulationOn<TypeParam> simulation(this->stream(), slots, kinds);
  const real U = 2 * 0.2 / (3.14159265 * 2.5 * 2.5); // on the axis, um/us
  const int steps = static_cast<int>(30 / U / 10);
  for (int i = 0; i < steps; ++i) simulation.advance();
  const Population& now = simulation.state().population;
  std::size_t there = 0, from_pilot = 0;
  for (const Resident& one : now.kinds[0])
    there += one.is_there(), from_pilot += one.is_there() && one.from >= 0;
  // Three are in the pilot for ever. In the time of 30 um on the axis, all three pass its 24 um once, and the
  // first to come, one whose middle is between z = 5.5 and 11.5 um or comes there, goes 14 um to the outlet.
  EXPECT_EQ(there - from_pilot, 3u);
  std::size_t beads_left = 0;
  for (const Departure& one : now.departures) beads_left += one.kind == 0;
  EXPECT_GE(from_pilot + beads_left, 3u);
  EXPECT_GE(beads_left, 1u);
  // The platelet goes with 0.84 of the velocity on the axis, so it passes its 24 um once too.
  const auto platelets = static_cast<std::size_t>(std::count_if(
      now.kinds[1].begin(), now.kinds[1].end(), [](const Resident& one) { return one.is_there(); }));
  EXPECT_GE(platelets + now.departures.size() - beads_left, 2u);
  for (const Departure& one : now.departures) {
    EXPECT_EQ(one.from, 0);
    EXPECT_EQ(one.through, 0);
    if (one.kind == 1) continue;
    // of the sphere, which drifts without keep_volume
    EXPECT_NEAR(one.surface.volume, 4.18879, 0.02 * 4.18879);
  }
}

TYPED_TEST(Pilots, are_alike_on_any_number_of_ranks) {
  Scenario s = read_straight(beads);
  s.time.end = 120,
  s.objects[0].placements[0].centre.z = 4.9; // 0.6 um before the place of copies: 60 us on the axis
  s.output.series_every = 20, s.output.cells_every = s.output.fluid_every = 60;
  s.output.fluid = true;
  s.output.profiles_every = s.output.checkpoint_every = s.output.averages_from = 60;
  const auto one = this->run(s, 1, "1");
  EXPECT_NE(content(run_files(one).cells_csv).find(",3,"), std::string::npos); // the copy's id
  this->run(s, 3, "parts", 90);
  this->go_on(s, 2, "parts");
  expect_same_files(one, this->folder.path / "parts");
}

// A part of the box that is wider than the pilot has corners in the plenum. What begins there would leave the
// run at once. Beads of 0.6 um keep within 2.5 um of the axis, less a tenth of h by which distances on the
// grid are off.
TEST(PilotsOfOpenings, are_filled_without_the_plenum) {
  Scenario s =
      read(straight("objects:\n  - shape: sphere\n    radius: 0.6 um\n    capacity: 80\n"
                    "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
                    "    placements: {number: 40, within: {low: [9.5 um, 0.5 um, 0 um], high: [17.5 um, "
                    "8.5 um, 24 um]}}\n"));
  place_objects(s, "");
  ASSERT_EQ(s.objects[0].placements.size(), 40u);
  for (const Placement& p : s.objects[0].placements)
    EXPECT_LT(std::hypot(p.centre.x - 13.5, p.centre.y - 4.5), 2.5 - 0.6 + 0.05) << p.centre.z;
}

/// Beads of radius 0.6 um. Copies have their middles in the inlet from 5.5 to 11.5 um: the pump ends 2 h and
/// 2.5 um behind the mouth at 2 um, and `length` is 6 um. Their boxes reach 0.6 um farther, and keep a gap h.
std::string small_beads(const std::string& placements) {
  return straight("objects:\n  - shape: sphere\n    radius: 0.6 um\n    capacity: 200\n"
                  "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n    placements: " +
                  placements + "\n");
}
constexpr real end_of_copies = 11.5 + 0.6 + 0.5;

// Copies would be laid on what begins between the mouth and the end of the region, or within h of the box of
// a copy that comes at once.
TEST(PilotsOfOpenings, refuse_objects_where_copies_come) {
  const auto error_of = [](const std::string& original, const std::string& other) {
    return error(small_beads("[{at: [13.5 um, 4.5 um, " + original + " um]}, {at: [4.5 um, 4.5 um, " + other +
                             " um]}]"));
  };
  const auto expect_refusal = [&](const std::string& original, const std::string& other) {
    const std::string found = error_of(original, other);
    EXPECT_NE(found.find("yaml:14:"), std::string::npos) << found;
    EXPECT_NE(found.find("\"sphere\" (object 1) lies where copies come through \"in\"; behind z = 12.6 um it "
                         "would not be in their way"),
              std::string::npos)
        << found;
  };
  for (const char* other : {"2.5", "8", "11.4"}) expect_refusal("16", other);
  EXPECT_EQ(error_of("16", "11.6"), "none");
  expect_refusal("11", "12.6"); // 0.4 um from the box of a copy
  EXPECT_EQ(error_of("11", "12.8"), "none");
  const std::string two =
      error(small_beads("[{at: [4.5 um, 4.5 um, 8 um]}, {at: [4.5 um, 4.5 um, 5 um]}, {at: "
                        "[4.5 um, 4.5 um, 14 um]}]"));
  EXPECT_NE(two.find("(1 more lie there)"), std::string::npos) << two;
}

// Packing leaves that part empty, and a haematocrit is of the rest. A section is counted by cells of h/2, so
// either end of the tube's part is right to h/2, 5 % of its length in all.
TEST(PilotsOfOpenings, and_their_device_are_filled_but_for_the_place_of_copies) {
  Scenario s = read(small_beads("{number: 60}"));
  const real all = volume_of(room_of(s, *s.objects[0].packing)),
             packed = volume_of(room_without_copies(s, *s.objects[0].packing));
  const real left_empty = 3.14159265 * 2.5 * 2.5 * (end_of_copies - 2);
  EXPECT_NEAR((all - packed) / left_empty, 1, 0.05);
  place_objects(s, "");
  int in_device = 0;
  for (const Placement& p : s.objects[0].placements) {
    if (p.centre.x > 9) continue; // in the pilot
    ++in_device;
    EXPECT_GT(p.centre.z - 0.6, end_of_copies - 0.05);
  }
  EXPECT_GT(in_device, 0);
  for (const Finding& finding : check_scenario(s)) EXPECT_FALSE(finding.is_error) << finding.message;
}

TEST(PilotsOfOpenings, are_written_back) {
  const std::string text = straight();
  const Scenario s = read(text);
  const Scenario again = read(resolved_scenario(s));
  ASSERT_TRUE(again.vessel->openings().all[0].pilot);
  EXPECT_EQ(again.vessel->openings().all[0].pilot->length, 6);
  EXPECT_EQ(resolved_scenario(again), resolved_scenario(s));
}

// Sections are found in steps of h/2 within the tubes of 5 um: 4.5 um, and 8 h of solid.
TEST(PilotsOfOpenings, name_their_place_where_they_are_too_near) {
  const auto complaint = [](const std::string& inlet, const std::string& pilot, const std::string& size) {
    std::string text = straight();
    const auto replace = [&text](const std::string& old, const std::string& now) {
      for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size())
        text.replace(at, old.size(), now);
    };
    replace("[13.5 um, 4.5", "[" + pilot + " um, 4.50"), replace("[4.5 um, 4.5 ", "[" + inlet + " um, 4.5 ");
    replace("[18 um", "[" + size + " um");
    try {
      read(text);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  for (const std::string& found : {complaint("4.5", "12.5", "18"), complaint("13.5", "4.5", "17")}) {
    EXPECT_NE(found.find("yaml:6:"), std::string::npos) << found; // the line of vessel.openings.in.pilot.at
    EXPECT_NE(found.find(": the pilot is too near its inlet"), std::string::npos) << found;
    EXPECT_NE(found.find("8.5 um or more apart in x, or 8.5 um in y"), std::string::npos) << found;
  }
  EXPECT_EQ(complaint("4.5", "13", "18"), "none");
  EXPECT_EQ(complaint("13.5", "4.5", "17.5"), "none");
}

// A part that is given has its own key, whatever the pilot.
TEST(PilotsOfOpenings, leave_the_keys_of_traffic_to_what_is_given_there) {
  try {
    read(straight() + "traffic: {inlets: [{name: in, from: {low: [9 um, 0 um, 6 um], high: [18 um, 9 um, "
                      "12 um]}, offset: [-8 um, 0 um, 0 um]}]}\n");
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("yaml:10:"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(": is too short: copies would lie"), std::string::npos) << e.what();
  }
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
  expect("flow_rate: 0.1 nL/s", "pressure: 1 Pa", "a pilot has the flow rate of its opening");
  expect("at: [13.5 um, 4.5 um]", "at: [17 um, 4.5 um]", "beyond the box");
  expect("at: [13.5 um, 4.5 um]", "at: [9.5 um, 4.5 um]", "its pilot needs a wall of 2 um");
  expect("[4.5 um, 4.5 um, 21 um]]",
         "[4.5 um, 4.5 um, 8 um], [5.5 um, 4.5 um, 14 um], [4.5 um, 4.5 um, 21 um]]", "a straight inlet of");
  expect("at: [13.5 um, 4.5 um]", "at: [13.5 um]", "expected the middle of the pilot in x and y");
}

} // namespace ibsim
