// Copies of objects of a pilot vessel (simulation/traffic.hpp): a slaved copy has the bits of its original at
// the offset, each original has one copy a round, and a copy that was let go passes its vessel as its
// original passes the pilot.
#include "backends.hpp"
#include "checks/check_scenario.hpp"
#include "flow/flow_files/read_text.hpp"
#include "model/object_name.hpp"
#include "simulation/simulation_on.hpp"
#include "simulation/traffic.hpp"
#include "state/make_structures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ibsim {
namespace {

/// Two tubes of 3.5 um side by side, 12 um apart, spheres in the first one. The second begins with copies in
/// its first 8 um and ends at 16 um of 24.
std::string two_tubes(int capacity) {
  return "domain: {size: [24 um, 12 um, 24 um], cell: 1 um}\n"
         "flow: {pressure_gradient: 8 kPa/mm}\n"
         "time: {step: 2 us, end: 4 ms, tension: relaxed}\ncontact: {pressure: 20 Pa}\n"
         "objects:\n"
         "  - {shape: tube, radius: 3.5 um, placements: [{at: [6 um, 6 um, 0 um]}, {at: [18 um, 6 um, 0 "
         "um]}]}\n"
         "  - {shape: sphere, radius: 1.6 um, placements: [{at: [6 um, 6 um, 3 um]}, {at: [6 um, 6 um, 14 "
         "um]}], capacity: " +
         std::to_string(capacity) +
         ", data_sites: 100, sample_sites: 200,\n"
         "     membrane: {shear_modulus: 2e-2 dyn/cm, area_modulus: 0.2 dyn/cm, viscosity: 3e-7 N s/m}}\n"
         "traffic:\n"
         "  inlets: [{name: in, from: {low: [0 um, 0 um, 1 um], high: [12 um, 12 um, 9 um]}, offset: [12 um, "
         "0 "
         "um, 0 um]}]\n"
         "  outlets: [{name: out, within: {low: [12 um, 0 um, 16 um], high: [24 um, 12 um, 24.5 um]}}]\n";
}

template <class B>
class Copies : public BackendTest<B> {};
TYPED_TEST_SUITE(Copies, Backends, BackendNames);

/// Values of one object, component by component.
std::vector<real> of_object(const std::vector<real>& all, std::size_t slots, std::size_t slot) {
  const std::size_t each = all.size() / 3 / slots;
  std::vector<real> values;
  for (std::size_t d = 0; d < 3; ++d)
    values.insert(values.end(), all.begin() + static_cast<std::ptrdiff_t>((d * slots + slot) * each),
                  all.begin() + static_cast<std::ptrdiff_t>((d * slots + slot + 1) * each));
  return values;
}

// Sites, and what the membrane remembers, after each of 40 steps: equal bits, and of places those of the sum.
// By two ranks in double; one has the same bits (flow_run/).
TYPED_TEST(Copies, have_the_bits_of_their_originals) {
  const std::pair<int, Precision> runs[] = {{2, Precision::double_}, {1, Precision::single}};
  for (const auto& [ranks, precision] : runs) {
    Scenario s = with_slots(read(two_tubes(8)));
    s.device.ranks = ranks, s.precision = precision;
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    int compared = 0;
    for (int step = 0; step < 40; ++step) {
      simulation.advance();
      const Population& population = simulation.population();
      for (const auto& [name, values] : simulation.arrays_on_host()) {
        const bool places = name.starts_with("data_sites") && name.ends_with("_2");
        if (!places && !name.starts_with("structure_2")) continue;
        const std::size_t slots = population.kinds[1].size();
        for (std::size_t slot = 0; slot < slots; ++slot) {
          const Resident& one = population.kinds[1][slot];
          if (!one.is_there() || one.copy_of < 0 || values.size() < 3 * slots) continue;
          std::vector<real> expected = of_object(values, slots, static_cast<std::size_t>(one.copy_of));
          if (places)
            for (std::size_t i = 0; i < expected.size() / 3; ++i) expected[i] += 12;
          EXPECT_TRUE(of_object(values, slots, slot) == expected) << name << " after step " << step + 1;
          ++compared;
        }
      }
    }
    EXPECT_GT(compared, 40); // also of memories
  }
}

// Fluxes of the second tube are those of the pilot: who has come leaves where its original passes the same
// place. The pilot has a sphere more, 1.9 % of its tube's volume, so by Einstein's 2.5 c its flow is up to
// 4.6 % slower: 0.8 um on the 16.6 um from the inlet's lower end to where a sphere has passed the outlet's.
//
// A copy keeps the volume that its original keeps, also after it was let go, here until the first one leaves.
// A step finds its volume by the extrapolated sites and the way from there: an error of second order in that
// way is left. At 14/ms and 2 us that is (0.028)^2 = 8e-4 of the size, and its square 6e-7; twice that for
// each of three directions.
TYPED_TEST(Copies, pass_as_their_originals_do_with_the_same_volumes) {
  Scenario s = with_slots(read(two_tubes(8) + "coupling: {keep_volume: true}\n"));
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const real volume = simulation.integrals(1)[0].volume;
  std::map<std::int64_t, std::size_t> originals; // of each id that has come
  const auto& left = simulation.population().departures;
  std::size_t seen = 0;
  while (seen < 2 && simulation.time() < 3000) {
    simulation.advance();
    const Population& population = simulation.population();
    std::size_t there = 0;
    for (const Resident& one : population.kinds[1]) {
      there += one.is_there();
      if (one.is_there() && one.copy_of >= 0) originals[one.id] = static_cast<std::size_t>(one.copy_of);
    }
    EXPECT_EQ(there, 2 + originals.size() - left.size()); // nobody is lost
    for (; seen < left.size(); ++seen) {
      const Departure& one = left[seen];
      ASSERT_TRUE(originals.contains(one.id));
      const real period = 24,
                 way = simulation.integrals(1)[originals[one.id]].centre.z - one.surface.centre.z;
      EXPECT_NEAR(std::remainder(way, period), 0, 0.8) << "object " << one.id;
      EXPECT_GE(one.id, 4); // two tubes and two spheres of the scenario have those before
      EXPECT_EQ(one.through, 0);
      EXPECT_EQ(one.from, 0);
      if (seen == 0) EXPECT_NEAR(one.surface.volume / volume, 1, 4e-6);
    }
    if (simulation.steps() % 100 > 0 || seen > 0) continue;
    for (std::size_t slot = 0; slot < 8; ++slot) {
      const Resident& one = population.kinds[1][slot];
      if (!one.is_there()) continue;
      EXPECT_NEAR(one.volume / volume, 1, 1e-12); // spheres at two places, rounded otherwise
      EXPECT_NEAR(simulation.integrals(1)[slot].volume / volume, 1, 4e-6) << "object " << one.id;
    }
  }
  ASSERT_EQ(seen, 2u) << "at " << simulation.time() << " us";
  EXPECT_NE(left[0].id, left[1].id);
  EXPECT_GE(originals.size(), 3u);
  EXPECT_EQ(originals.rbegin()->first, 3 + static_cast<std::int64_t>(originals.size())); // none is left out
}

// Where slots run out the message has the number that would do.
TYPED_TEST(Copies, end_the_run_where_there_is_no_slot) {
  Scenario s = with_slots(read(two_tubes(3)));
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  try {
    for (int step = 0; step < 2000; ++step) simulation.advance();
    FAIL() << "three slots suffice";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("objects.1.capacity"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("this time needs 4"), std::string::npos) << e.what();
  }
}

// Another object lies where a copy would come. The copy comes at the first look after this one has gone.
// Where it stays until the original has passed the region, the log says so, and the next round has its copy.
TEST(RoomForCopies, is_waited_for) {
  std::string text = two_tubes(8);
  const std::string second = "{at: [6 um, 6 um, 14 um]}";
  text.replace(text.find(second), second.size(), second + ", {at: [18 um, 6 um, 20 um]}");
  const Scenario s = with_slots(read(text));
  Population now = population_at_start(s);
  std::vector<std::vector<ObjectBox>> boxes(2, std::vector<ObjectBox>(0));
  boxes[1].resize(now.kinds[1].size());
  const auto put = [&](std::size_t slot, real x, real z) {
    boxes[1][slot] = {{x - 1.6, 4.4, z - 1.6}, {x + 1.6, 7.6, z + 1.6}};
  };
  std::vector<std::string> lines;
  const auto copies_after_look = [&] {
    const Changes changes = Traffic(s, now, {1, 0}, true).look(boxes);
    now = changes.next;
    lines.insert(lines.end(), changes.lines.begin(), changes.lines.end());
    return std::count_if(now.kinds[1].begin(), now.kinds[1].end(),
                         [](const Resident& one) { return one.copy_of >= 0; });
  };
  const auto both_at = [&](real original, real other) {
    put(0, 6, original), put(1, 6, original + 12), put(2, 18, other);
    for (std::size_t slot = 3; slot < boxes[1].size(); ++slot) // a copy, as soon as there is one
      put(slot, 18, original);
    return copies_after_look();
  };
  EXPECT_EQ(both_at(3, 4), 0);
  EXPECT_EQ(both_at(5, 6), 0);
  EXPECT_EQ(both_at(6, 15), 1); // its end is 4.2 um from the copy's
  EXPECT_TRUE(lines.empty());
  EXPECT_EQ(both_at(9.5, 15), 0); // released
  // The second one, 12 um behind in the box of 24 um, comes into the region.
  EXPECT_EQ(both_at(14, 3), 0);
  EXPECT_EQ(both_at(20, 9), 0);
  EXPECT_TRUE(lines.empty());
  EXPECT_EQ(both_at(21.5, 9), 0); // it has passed 9 um
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0], "\"sphere\" (object 3) has passed \"in\" without a copy: another object was always at "
                      "its place");
  EXPECT_EQ(both_at(22, 9), 0);
  EXPECT_EQ(lines.size(), 1u);
  // The first one comes again.
  EXPECT_EQ(both_at(26, 15), 1);
}

// As densely as the pilot, two tubes without the outlet's 8.5 of 24 um hold 2 (2 - 8.5/24) = 3.3 spheres, and
// a quarter more is advised.
TEST(CapacityOfCopies, follows_from_the_pilot) {
  const std::string message = error(two_tubes(2));
  EXPECT_NE(message.find("is 2; filled as densely as the pilot"), std::string::npos) << message;
  EXPECT_NE(message.find("about 3 of \"sphere\", originals included: give 5 or more"), std::string::npos)
      << message;
  for (const Finding& finding : check_scenario(read(two_tubes(8)))) EXPECT_FALSE(finding.is_error);
}

} // namespace
} // namespace ibsim
