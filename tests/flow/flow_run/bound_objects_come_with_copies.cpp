// Objects that are bound to each other come from a pilot as copies: copies are bound as their originals are,
// leave the inlet together, and no bond comes or goes without a row of bond_events.csv.
#include "checks/check_scenario.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/bond_tables.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "flow/walls/fed_tube.hpp"
#include "kept_walls.hpp"
#include "simulation/present_bonds.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"

#include <map>
#include <set>

namespace ibsim {
using namespace testing_runs;

namespace {

/// Beads bind to each other within some 100 us. Originals of the inlet are those from z = 5.5 to 11.5 um. Two
/// beads of the pilot have copies at once; the first one passes the end after some 220 us, and the second one
/// would 140 us later. A third one, behind them, has no copy by then. Two beads of the vessel leave after 40
/// and 200 us.
Scenario chain_of_beads() {
  static const Scenario once = [] { // walls are found once
    std::string tube = fed_tube;
    const std::string slow = "0.1 nL/s";
    tube.replace(tube.find(slow), slow.size(), "0.2 nL/s");
    Scenario s = read(
        tube + "time: {step: 10 us, end: 300 us}\n"
               "objects:\n"
               "  - shape: sphere\n    name: bead\n    radius: 1 um\n    capacity: 12\n    data_sites: 60\n"
               "    sample_sites: 100\n"
               "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
               "    placements: [{at: [13.5 um, 4.5 um, 8.5 um]}, {at: [13.5 um, 4.5 um, 6.2 um]}, "
               "{at: [13.5 um, 4.5 um, 2.2 um]}, {at: [4.5 um, 4.5 um, 14.5 um]}, "
               "{at: [4.5 um, 4.5 um, 12.2 um]}]\n"
               "    adhesion: {bond: quick, to: {objects: bead}, receptors: 60, ligands: 100 1/um^2, "
               "events: true, kinetics: {off_rate: 1e4 1/s, length: 0.01 nm, on_rate: 100 um^2/s}, "
               "spring: {stiffness: 1e-6 pN/nm, length: 0 nm, reach: 2.4 um}}\n"
               "output: {fluid_every: never}\n");
    s.cache_folder = kept_walls();
    return s;
  }();
  return once;
}

constexpr std::size_t receptors = 60;

/// Slot of the copy that follows an object; none if there is none.
std::optional<std::size_t> copy_of(const Population& population, std::size_t original) {
  for (std::size_t slot = 0; slot < population.kinds[0].size(); ++slot)
    if (population.kinds[0][slot].is_there() &&
        population.kinds[0][slot].copy_of == static_cast<std::int32_t>(original))
      return slot;
  return {};
}

template <class B>
class BoundObjectsComeWithCopies : public RunsByRanks<B> {};
TYPED_TEST_SUITE(BoundObjectsComeWithCopies, Backends, BackendNames);

} // namespace

// After each step a receptor of a copy is bound where its original's is and the partner has a copy, to that
// copy, on the same triangle. What a copy counts as formed is what it has. Both copies are released at once,
// bound to each other, with a row of each bond of their originals: "taken over" with the id of the copy's
// partner, or "dropped" with the id of the original's. By two ranks; one has the same bits, see the next
// test.
TYPED_TEST(BoundObjectsComeWithCopies, to_the_copies_of_their_partners) {
  Scenario s = with_slots(chain_of_beads());
  s.device.ranks = 2;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const std::size_t slots = s.objects[0].placements.size();
  int bonds = 0, releases = 0, dropped = 0;
  for (int step = 0; step < 40 && releases == 0; ++step) {
    const Population before = simulation.population();
    simulation.advance();
    const Population& now = simulation.population();
    const BondMemory memory = bond_memory(simulation, 0, 0, true);
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const Resident& one = now.kinds[0][slot];
      const bool is_released = before.kinds[0][slot].copy_of >= 0 && one.copy_of < 0;
      if (one.copy_of < 0 && !is_released) continue;
      releases += is_released;
      const Population& of_copies = is_released ? before : now;
      std::map<BondEvent::What, std::multiset<std::int64_t>> rows, expected;
      for (const BondEvent& e : now.bond_events)
        if (e.id == one.id) rows[e.what].insert(e.partner);
      int taken = 0;
      for (std::size_t r = 0; r < receptors; ++r) {
        const std::size_t i = slot * receptors + r,
                          o = static_cast<std::size_t>(of_copies.kinds[0][slot].copy_of) * receptors + r;
        if (!memory.is_bound(o)) {
          EXPECT_FALSE(memory.is_bound(i)) << r;
          continue;
        }
        const auto partner = static_cast<std::size_t>(memory.partners[o]);
        const std::optional<std::size_t> copy = copy_of(of_copies, partner);
        ASSERT_EQ(memory.is_bound(i), copy.has_value()) << r;
        if (!copy) {
          ++dropped;
          expected[BondEvent::What::dropped].insert(now.kinds[0][partner].id);
          continue;
        }
        ++bonds, ++taken;
        expected[BondEvent::What::taken_over].insert(now.kinds[0][*copy].id);
        EXPECT_EQ(memory.partners[i], static_cast<real>(*copy));
        for (const int d : {1, 2})
          EXPECT_EQ(memory.vector(memory.partners, i)[d], memory.vector(memory.partners, o)[d]);
        EXPECT_EQ(memory.vector(memory.receptors, i).x, memory.vector(memory.receptors, o).x);
      }
      EXPECT_EQ(memory.account[slots + slot], taken);
      EXPECT_EQ(memory.account[2 * slots + slot], 0);
      if (is_released) EXPECT_GT(taken, 0);
      if (is_released) EXPECT_EQ(rows, expected);
    }
  }
  EXPECT_EQ(releases, 2);
  EXPECT_GT(bonds, 100);
  EXPECT_GT(dropped, 0);
}

// The table has all events of a run with a release and a departure, alike on any number of ranks and after
// resumes before and after these. For each object formed + taken over - broken - freed is what bonds.csv has
// at the end. The object that leaves has freed bonds of its own, and its neighbour those to it.
TYPED_TEST(BoundObjectsComeWithCopies, and_none_is_lost_on_any_number_of_ranks_or_after_a_resume) {
  Scenario s = chain_of_beads();
  write_everything(s, 20, 100);
  const auto one = this->run(s, 1, "1");
  this->run(s, 2, "parts", 30);
  this->go_on(s, 3, "parts", 230);
  this->go_on(s, 2, "parts");
  expect_same_files(one, this->folder.path / "parts");

  const std::map<std::string, int> names =
      expect_all_events(one, [](const std::string& id) { return std::stoi(id) >= 7; });
  for (const char* name : {"formed", "broken", "taken over", "dropped", "freed"})
    EXPECT_TRUE(names.contains(name)) << name;
  const CsvTable events = read_csv(run_files(one).bond_events_csv);
  std::set<std::pair<std::string, std::string>> freed; // object and partner
  for (const std::vector<std::string>& row : events.rows) {
    const std::string partner = row[events.column("partner")];
    EXPECT_NE(partner, "");
    if (row[events.column("event")] == "freed") freed.insert({row[events.column("object")], partner});
  }
  EXPECT_TRUE(freed.contains({"3", "4"})); // of the one that leaves
  EXPECT_TRUE(freed.contains({"4", "3"}));
}

// An original that leaves releases its copy, which keeps its bonds. Bonds of others to the original are
// freed.
TYPED_TEST(BoundObjectsComeWithCopies, and_none_is_lost_when_an_original_leaves) {
  Scenario s = chain_of_beads();
  s.objects[0].placements[0].leaves = 80;
  s.time.end = 100;
  write_everything(s, 20, 100);
  const auto folder = this->run(s, 1, "1");
  const CsvTable events = read_csv(run_files(folder).bond_events_csv);
  std::map<std::string, std::set<std::string>> partners; // of object 1, the second original, by event
  std::set<std::string> taken;
  for (const std::vector<std::string>& row : events.rows) {
    const std::string name = row[events.column("event")], object = row[events.column("object")];
    if (object == "1") partners[name].insert(row[events.column("partner")]);
    if (name == "taken over") taken.insert(object);
  }
  EXPECT_TRUE(partners["freed"].contains("0"));
  EXPECT_EQ(taken, (std::set<std::string>{"5"})); // the copy of object 0
  expect_same_files(folder, this->run(s, 3, "3"));
}

// Receptors are on one kind and ligands on another. Both copies come out of the inlet at once, when the first
// one passes its end. The bead has its original's bonds, all to the copy of the seed.
TYPED_TEST(BoundObjectsComeWithCopies, of_another_kind) {
  Scenario s = chain_of_beads();
  s.objects.push_back(s.objects[0]);
  ObjectKind &beads = s.objects[0], &seeds = s.objects[1];
  beads.placements.resize(1), seeds.placements.erase(seeds.placements.begin());
  seeds.placements.resize(1);
  seeds.name = "seed", seeds.adhesions.clear(), beads.adhesions[0].ligand_kind = "seed";
  beads.capacity = seeds.capacity = 5;
  s.time.end = 240;
  write_everything(s, 20, 120);
  const auto folder = this->run(s, 1, "1");
  const CsvTable events = read_csv(run_files(folder).bond_events_csv);
  int taken = 0;
  for (const std::vector<std::string>& row : events.rows) {
    const std::string name = row[events.column("event")], partner = row[events.column("partner")];
    EXPECT_EQ(partner, row[events.column("object")] == "0" ? "1" : "3"); // 2 and 3 are the copies
    EXPECT_NE(name, "dropped");
    taken += name == "taken over";
  }
  EXPECT_GT(taken, 0);
  expect_same_files(folder, this->run(s, 3, "3"));
}

TEST(BoundObjectsOfPilots, are_no_error) {
  for (const Finding& finding : check_scenario(chain_of_beads()))
    EXPECT_FALSE(finding.is_error) << finding.message;
}

} // namespace ibsim
