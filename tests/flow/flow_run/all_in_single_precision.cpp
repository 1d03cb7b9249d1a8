// Flows with all capabilities in single precision (device.precision): membranes of closed objects in floats
// meet sheets, tracers, bonds and aggregation, which are in double. Ranks and a resume leave the files of one
// rank, byte for byte.
#include "flow/flow_run/runs_by_ranks.hpp"
#include "limits/precision.hpp"
#include "state/make_structures.hpp"
#include "walls/sheets.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

template <class B>
class AllInSinglePrecision : public RunsByRanks<B> {};

/// Red cells and platelets with all that acts on them over a rigid or an elastic sheet, with tracers.
template <class B>
Scenario all_over_a_sheet(bool elastic) {
  Scenario s = all_at_once_on<B>();
  s.precision = Precision::single;
  s.scheme = TimeScheme::bdf2;
  s.time.end = 2;
  s.grid.topology.y.ends = Ends::walls;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.upper_z.mean = 4e-3;
  s.objects[0].closed().viscosity_ratio = 5;
  s.objects[1].adhesions = {quick_bonds()};
  AdhesionProperties to_platelets = quick_bonds();
  to_platelets.walls = LigandWalls::objects, to_platelets.ligand_kind = "platelet";
  to_platelets.spring.reach = 6;
  s.objects[0].adhesions = {to_platelets};
  s.aggregation.resize(1);
  s.aggregation[0].energy = 4e-3, s.aggregation[0].range = 2;
  s.contact.range = 2;
  ObjectKind sheet, tracer;
  sheet.name = "sheet", tracer.name = "tracer";
  Sheet of{.relief = {Relief::Form::cobblestone, 0.5}};
  if (elastic) {
    of.membrane = Membrane{Skalak{1e-2, 2e-2}, {.modulus = 2e-4, .about_reference = true}, {}, {}};
    of.membrane->viscosity = {.viscosity = 100, .modulus = 0.1};
  }
  sheet.structure = of;
  sheet.placements.emplace_back().centre = {8, 1, 8};
  set_up_sheet(sheet, s.grid);
  tracer.structure = Tracer{};
  for (const real z : {2, 9, 15}) tracer.placements.emplace_back().centre = {3, 4, z};
  s.objects.push_back(sheet), s.objects.push_back(tracer);
  return s;
}

} // namespace

TYPED_TEST_SUITE(AllInSinglePrecision, Backends, BackendNames);

TYPED_TEST(AllInSinglePrecision, leaves_the_files_of_one) {
  for (const bool elastic : {true, false}) {
    const Scenario s = all_over_a_sheet<TypeParam>(elastic);
    ASSERT_EQ(why_not_mixed(s), "");
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, {});
    const bool in_floats[] = {true, true, false, false}; // red cells, platelets, sheet, tracers
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      EXPECT_EQ(kinds[kind].in_floats(), in_floats[kind]) << s.objects[kind].name;
    EXPECT_EQ(doubt_of_single(s, s.objects[2]).find("in double") != std::string::npos, elastic);
    const auto one = this->run(s, 1, "1");
    EXPECT_GT(read_csv(run_files(one).bond_events_csv).rows.size(), 4u);
    expect_same_files(one, this->run(s, 2, "2"));
    this->run(s, 2, "parts", 1);
    this->go_on(s, 1, "parts");
    expect_same_files(one, this->folder.path / "parts");
    for (const char* const name : {"1", "2", "parts"}) std::filesystem::remove_all(this->folder.path / name);
  }
}

} // namespace ibsim
