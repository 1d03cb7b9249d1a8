// Objects that adhere come from a pilot as copies: a copy has the bonds of its original where its own wall
// has ligands, and no bond comes or goes without a row of bond_events.csv.
#include "checks/check_scenario.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow/flow_run/bond_tables.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "flow/walls/fed_tube.hpp"
#include "kept_walls.hpp"
#include "mechanics/wall_bonds.hpp"
#include "simulation/measures.hpp"
#include "simulation/present_bonds.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"

#include <cmath>
#include <map>

namespace ibsim {
using namespace testing_runs;

namespace {

constexpr int receptors = 60;
constexpr real stiffness = 1e-6; // pg/us^2

/// A straight vessel along z with its pilot 9 um away along x. Beads of the pilot bind within some 100 us
/// from anywhere. The first one has a copy at once; it passes the end of the inlet's region, 5 um on, after
/// some 240 us. A bead of the vessel stands before the outlet.
std::string bound_beads(const std::string& within = "") {
  std::string tube = fed_tube;
  const std::string slow = "0.1 nL/s";
  tube.replace(tube.find(slow), slow.size(), "0.2 nL/s");
  return tube +
         "time: {step: 10 us, end: 300 us}\n"
         "objects:\n"
         "  - shape: sphere\n    radius: 1 um\n    capacity: 12\n    data_sites: 60\n    sample_sites: 100\n"
         "    membrane: {shear_modulus: 50 uN/m, area_modulus: 200 uN/m}\n"
         "    placements: [{at: [13.5 um, 4.5 um, 7.5 um]}, {at: [13.5 um, 4.5 um, 14 um]}, "
         "{at: [4.5 um, 4.5 um, 14.5 um]}]\n"
         "    adhesion: {bond: quick, to: vessel, receptors: 60, ligands: 100 1/um^2, events: true, " +
         within +
         "kinetics: {off_rate: 1e4 1/s, length: 0.01 nm, on_rate: 100 um^2/s}, "
         "spring: {stiffness: 1e-6 pN/nm, length: 0 nm, reach: 2.4 um}}\n"
         "output: {fluid_every: never}\n";
}

Scenario read_bound_beads(const std::string& within = "") {
  static std::map<std::string, Scenario> once; // walls are found once
  if (!once.contains(within)) once.emplace(within, read(bound_beads(within)));
  Scenario s = once.at(within);
  s.cache_folder = kept_walls();
  return s;
}

/// All of the pilot's wall has ligands, and of the vessel's the part with x > 3.5 um.
const std::string part = "within: {low: [3.5 um, 0 um, 0 um], high: [18 um, 9 um, 24 um]}, ";

bool has_ligands(const Real3& x) { return x.x >= 3.5; }

/// expect_all_events of three beads, whose copies are 3 and 4. Ligands of dropped bonds are outside of the
/// part.
std::map<std::string, int> expect_all_events_of_beads(const std::filesystem::path& folder) {
  const CsvTable events = read_csv(run_files(folder).bond_events_csv);
  for (const std::vector<std::string>& row : events.rows)
    if (row[events.column("event")] == "dropped")
      EXPECT_LT(std::stod(row[events.column("ligand x (um)")]), 3.5);
  return expect_all_events(folder, [](const std::string& id) { return id == "3" || id == "4"; });
}

template <class B>
class BondsComeWithCopies : public RunsByRanks<B> {};
TYPED_TEST_SUITE(BondsComeWithCopies, Backends, BackendNames);

/// Steps until a copy is released. @param each called after each step
template <class B, class F>
std::size_t until_release(SimulationOn<B>& simulation, const F& each) {
  for (int step = 0; step < 90; ++step) {
    const Population before = simulation.population();
    simulation.advance();
    each(before);
    for (std::size_t slot = 0; slot < before.kinds[0].size(); ++slot)
      if (before.kinds[0][slot].copy_of >= 0 && simulation.population().kinds[0][slot].copy_of < 0)
        return slot;
  }
  ADD_FAILURE() << "no copy is released";
  return 0;
}

} // namespace

// After each step, and that of the release too: a receptor of a copy is bound where its original's is and the
// shifted place has a ligand, which is the sum of the original's place and the offset to the last bit. What a
// copy counts as formed is what it has. The release has a row for each bond of the original. By two ranks;
// one has the same bits, see below.
TYPED_TEST(BondsComeWithCopies, at_the_places_of_their_originals) {
  Scenario s = with_slots(read_bound_beads(part));
  s.device.ranks = 2;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  int bonds = 0, without = 0;
  const auto compare = [&](const Population& before) {
    const BondMemory memory = bond_memory(simulation, 0, 0, true);
    const std::size_t slots = before.kinds[0].size();
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (before.kinds[0][slot].copy_of < 0) continue;
      int taken = 0, dropped = 0;
      for (std::size_t r = 0; r < receptors; ++r) {
        const std::size_t i = slot * receptors + r,
                          o = static_cast<std::size_t>(before.kinds[0][slot].copy_of) * receptors + r;
        const Real3 place = memory.ligands.place(memory.anchor(o)) + s.inlets[0].offset;
        EXPECT_EQ(memory.is_bound(i), memory.is_bound(o) && has_ligands(place)) << r;
        taken += memory.is_bound(i), dropped += memory.is_bound(o) && !memory.is_bound(i);
        if (memory.is_bound(i)) EXPECT_EQ(memory.ligands.place(memory.anchor(i)), place) << r;
      }
      EXPECT_EQ(memory.account[slots + slot], taken);
      EXPECT_EQ(memory.account[2 * slots + slot], 0);
      bonds += taken, without += dropped;
      const Population& now = simulation.population();
      if (now.kinds[0][slot].copy_of >= 0) continue;
      std::map<BondEvent::What, int> rows;
      for (const BondEvent& e : now.bond_events)
        if (e.id == now.kinds[0][slot].id) ++rows[e.what];
      EXPECT_EQ(rows[BondEvent::What::taken_over], taken);
      EXPECT_EQ(rows[BondEvent::What::dropped], dropped);
    }
  };
  until_release(simulation, compare);
  EXPECT_GT(bonds, 100);
  EXPECT_GT(without, 100);
}

// The bonds of a copy pull as its original's do, so the flow around both is alike. Places of sites and
// ligands are shifted by 9 um within 18 um, which rounds by 4e-15 um each; ten times that for each spring is
// allowed.
// A released object has draws of its own. A receptor changes in 25 us with a probability of 1 - exp(-1/2) or
// so, for each of two objects, so that all 60 stay alike by chance is one in 10^20.
TYPED_TEST(BondsComeWithCopies, with_the_forces_of_their_originals_and_their_own_fate_afterwards) {
  const Scenario s = with_slots(read_bound_beads());
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  for (int step = 0; step < 15; ++step) simulation.advance();
  const Population& now = simulation.population();
  const std::vector<real> sums = simulation.values().measure(measures_of_terms, 0);
  int compared = 0;
  for (std::size_t slot = 0; slot < now.kinds[0].size(); ++slot) {
    if (now.kinds[0][slot].copy_of < 0) continue;
    const real* const copy = &sums[slot * numbers_of_bonds];
    const real* const original =
        &sums[static_cast<std::size_t>(now.kinds[0][slot].copy_of) * numbers_of_bonds];
    EXPECT_GT(copy[0], 10);
    EXPECT_EQ(copy[0], original[0]);
    for (const int d : {3, 4, 5}) EXPECT_NEAR(copy[d], original[d], receptors * stiffness * 4e-14);
    ++compared;
  }
  EXPECT_EQ(compared, 1);

  std::size_t original = 0;
  const std::size_t slot = until_release(simulation, [&](const Population& before) {
    for (const Resident& one : before.kinds[0])
      if (one.copy_of >= 0) original = static_cast<std::size_t>(one.copy_of);
  });
  const auto differences = [&] {
    const BondMemory memory = bond_memory(simulation, 0, 0, true);
    int number = 0;
    for (std::size_t r = 0; r < receptors; ++r)
      number += memory.is_bound(slot * receptors + r) != memory.is_bound(original * receptors + r);
    return number;
  };
  EXPECT_EQ(differences(), 0);
  for (int step = 0; step < 5; ++step) simulation.advance();
  EXPECT_GT(differences(), 0);
}

// The table has all events of a run with a release and a departure, alike on any number of ranks and after
// resumes before and after these.
TYPED_TEST(BondsComeWithCopies, and_none_is_lost_on_any_number_of_ranks_or_after_a_resume) {
  Scenario s = read_bound_beads(part);
  write_everything(s, 20, 100);
  const auto one = this->run(s, 1, "1");
  this->run(s, 3, "parts", 30);
  this->go_on(s, 2, "parts", 270);
  this->go_on(s, 1, "parts");
  expect_same_files(one, this->folder.path / "parts");
  const std::map<std::string, int> names = expect_all_events_of_beads(one);
  for (const char* name : {"formed", "broken", "taken over", "dropped", "freed"})
    EXPECT_TRUE(names.contains(name)) << name;
}

// An original that leaves releases its copy, which has its bonds; those of the original are freed.
TYPED_TEST(BondsComeWithCopies, and_none_is_lost_when_an_original_leaves) {
  Scenario s = read_bound_beads();
  s.objects[0].placements[0].leaves = 80;
  s.time.end = 100;
  s.output.series_every = 10, s.output.cells_every = s.output.checkpoint_every = 100;
  s.output.profiles_every = s.output.averages_from = 100;
  const std::map<std::string, int> names = expect_all_events_of_beads(this->run(s, 1, "1"));
  EXPECT_TRUE(names.contains("taken over"));
  EXPECT_TRUE(names.contains("freed"));
  EXPECT_FALSE(names.contains("dropped")); // all of the wall has ligands
}

// An object that is held in the pilot stays there.
TEST(BondsOfCopiedKinds, are_doubted_where_the_pilot_has_ligands) {
  const auto doubts = [](const std::string& within) {
    int number = 0;
    for (const Finding& finding : check_scenario(read(bound_beads(within))))
      number += finding.message.find("adhesion.within") != std::string::npos;
    return number;
  };
  EXPECT_EQ(doubts(""), 1);
  EXPECT_EQ(doubts("within: {low: [0 um, 0 um, 0 um], high: [9 um, 9 um, 24 um]}, "), 0); // the vessel alone
}

/// Two tubes of 3.5 um side by side, 12 um apart. A sphere in the first one binds at once and has a copy in
/// the second one, which is released after some 400 us.
const std::string tubes =
    "domain: {size: [24 um, 12 um, 24 um], cell: 1 um}\n"
    "flow: {pressure_gradient: 8 kPa/mm}\n"
    "time: {step: 2 us, end: 700 us, tension: relaxed}\ncontact: {pressure: 20 Pa}\n"
    "objects:\n"
    "  - {shape: tube, radius: 3.5 um, placements: [{at: [6 um, 6 um, 0 um]}, {at: [18 um, 6 um, 0 um]}]}\n"
    "  - shape: sphere\n    radius: 1.6 um\n    placements: [{at: [6 um, 6 um, 7 um]}]\n    capacity: 4\n"
    "    data_sites: 100\n    sample_sites: 200\n"
    "    membrane: {shear_modulus: 2e-2 dyn/cm, area_modulus: 0.2 dyn/cm}\n"
    "    adhesion: {bond: quick, to: tube, receptors: 60, ligands: 100 1/um^2, events: true, "
    "kinetics: {off_rate: 5e3 1/s, length: 0.01 nm, on_rate: 50 um^2/s}, "
    "spring: {stiffness: 1e-6 pN/nm, length: 0 nm, reach: 2.4 um}}\n"
    "traffic:\n"
    "  inlets: [{name: in, from: {low: [0 um, 0 um, 1 um], high: [12 um, 12 um, 9 um]}, "
    "offset: [12 um, 0 um, 0 um]}]\n"
    "output: {fluid_every: never}\n";

// In tubes an anchor is an angle about the axis of one of them. A copy's is about the other axis: its place
// is that of its original's and the offset, to the rounding of an angle and of sums within 24 um, some 1e-14
// um. By two ranks, as above.
TYPED_TEST(BondsComeWithCopies, from_tube_to_tube) {
  Scenario s = with_slots(read(tubes));
  s.device.ranks = 2;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  int bonds = 0;
  bool released = false;
  for (int step = 0; step < 350 && !released; ++step) {
    const Population before = simulation.population();
    simulation.advance();
    if (step % 10 > 0 && simulation.population().kinds[1][1].copy_of == before.kinds[1][1].copy_of) continue;
    if (before.kinds[1][1].copy_of < 0) continue;
    released = simulation.population().kinds[1][1].copy_of < 0;
    const BondMemory memory = bond_memory(simulation, 1, 0, true);
    for (std::size_t r = 0; r < receptors; ++r) {
      EXPECT_EQ(memory.is_bound(receptors + r), memory.is_bound(r));
      if (!memory.is_bound(r)) continue;
      const Real3 place = memory.ligands.place(memory.anchor(r)) + s.inlets[0].offset;
      EXPECT_NEAR(norm(memory.ligands.place(memory.anchor(receptors + r)) - place), 0, 1e-13);
      ++bonds;
    }
  }
  EXPECT_TRUE(released);
  EXPECT_GT(bonds, 50);
}

TEST(BondsOfCopiedKinds, need_tubes_of_one_radius) {
  for (const Finding& finding : check_scenario(read(tubes)))
    EXPECT_FALSE(finding.is_error) << finding.message;
  const auto messages = [](const Scenario& s) {
    std::string all;
    for (const Finding& finding : check_scenario(s)) all += finding.key + ": " + finding.message + "\n";
    return all;
  };
  Scenario in_vessel = read(bound_beads());
  for (const Finding& finding : check_scenario(in_vessel)) EXPECT_FALSE(finding.is_error) << finding.message;
  in_vessel.objects[0].adhesions[0].walls = LigandWalls::tube;
  EXPECT_NE(messages(in_vessel).find("objects.0.adhesion.0.to: needs a tube"), std::string::npos);
  Scenario two_radii = read(tubes);
  two_radii.objects.push_back(two_radii.objects[0]);
  two_radii.objects[0].placements.resize(1);
  two_radii.objects[2].placements.erase(two_radii.objects[2].placements.begin());
  std::get<Tube>(two_radii.objects[2].structure).radius = 3;
  EXPECT_NE(
      messages(two_radii).find("needs tubes of one radius, 4 at most, and this scenario has 2 of several"),
      std::string::npos)
      << messages(two_radii);
}

} // namespace ibsim
