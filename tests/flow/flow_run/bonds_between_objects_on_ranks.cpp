// Runs with bonds between objects leave the same files on 1, 2, 3 and 7 ranks, and after a resume on another
// number of them.
#include "base/error.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

template <class B>
class BondsOnRanks : public RunsByRanks<B> {};

/// Bonds that form and break many times within these steps, from half of the box.
AdhesionProperties quick_bonds_to(const std::string& kind) {
  AdhesionProperties of = quick_bonds();
  of.walls = LigandWalls::objects, of.ligand_kind = kind;
  of.spring.reach = 6;
  return of;
}

/// Platelets bind to red cells and to each other, red cells to platelets. Others do not bind.
Scenario bound_cells() {
  Scenario s = all_at_once();
  s.grid.n.z = 64;
  s.time.end = 4;
  s.contact.range = 1;
  for (int i = 0; i < 4; ++i) {
    ObjectKind& platelets = s.objects[1];
    if (i >= 2) platelets.placements.push_back(platelets.placements[0]);
    platelets.placements[static_cast<std::size_t>(i)].centre = {3.0 + 3 * i, i % 2 ? 2.0 : 14.0,
                                                                4.0 + 14 * i};
  }
  s.objects[0].placements[0].centre = {8, 6, 15}, s.objects[0].placements[1].centre = {8, 10, 47};
  s.objects[1].adhesions = {quick_bonds_to("red cell"), quick_bonds_to("platelet")};
  s.objects[1].adhesions[1].seed = 2, s.objects[1].adhesions[1].events = false;
  s.objects[0].adhesions = {quick_bonds_to("platelet")};
  ObjectKind free = s.objects[1];
  free.name = "free platelet", free.adhesions.clear(), free.placements.clear();
  for (int i = 0; i < 8; ++i) free.placements.emplace_back().centre = {13, 8, 4.0 + 8 * i};
  s.objects.push_back(free);
  return s;
}

} // namespace

TYPED_TEST_SUITE(BondsOnRanks, Backends, BackendNames);

TYPED_TEST(BondsOnRanks, leave_the_files_of_one) {
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    Scenario s = bound_cells();
    s.scheme = scheme;
    const auto one = this->run(s, 1, "1");
    const CsvTable events = read_csv(run_files(one).bond_events_csv),
                   bonds = read_csv(run_files(one).bonds_csv);
    EXPECT_GT(events.rows.size(), 20u);
    EXPECT_GT(bonds.rows.size(), 20u);
    const int most = scheme == TimeScheme::bdf2 ? 7 : 3; // the parts have 2 and 3
    expect_same_files(one, this->run(s, most, "most"));
    this->run(s, 2, "parts", 2);
    this->go_on(s, 3, "parts");
    expect_same_files(one, this->folder.path / "parts");
    for (const char* name : {"1", "most", "parts"}) std::filesystem::remove_all(this->folder.path / name);
  }
}

// Images slide, and partners are on both sides of the seam.
TYPED_TEST(BondsOnRanks, leave_the_files_of_one_in_unbounded_shear) {
  Scenario s = bound_cells();
  s.scheme = TimeScheme::bdf2;
  s.time.end = 2;
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive.shear_rate = {.mean = 1e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
  s.initial_flow = InitialFlow::developed;
  const auto one = this->run(s, 1, "1");
  EXPECT_GT(read_csv(run_files(one).bond_events_csv).rows.size(), 10u);
  expect_same_files(one, this->run(s, 3, "3"));
}

// In a channel that is long enough ranks have the red cells near them alone, but all platelets, which bind to
// each other.
TYPED_TEST(BondsOnRanks, leave_the_files_of_one_beside_objects_that_some_have) {
  Scenario s = a_long_channel(true);
  s.time.end = 1;
  ObjectKind& platelets = s.objects[1];
  for (std::size_t i = 1; i < platelets.placements.size(); i += 2)
    platelets.placements[i].centre = platelets.placements[i - 1].centre + Real3{0, 0, 4};
  platelets.adhesions = {quick_bonds_to("platelet")};
  const auto one = this->run(s, 1, "1");
  EXPECT_GT(read_csv(run_files(one).bond_events_csv).rows.size(), 10u);
  expect_same_files(one, this->run(s, 3, "3"));
}

} // namespace ibsim
