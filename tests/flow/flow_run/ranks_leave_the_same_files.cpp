// A run by several ranks leaves the files of a run by one, byte for byte: whatever acts on the objects,
// between checkpoints on other numbers of ranks, and when it fails.
#include "backends.hpp"
#include "base/error.hpp"
#include "flow/flow_run/same_files.hpp"
#include "flow_run/run_scenario.hpp"
#include "simulation/require_distributable.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/sheets.hpp"
#include "simulation/tubes.hpp"

#include <limits>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// 20 steps of two red cells and platelets in a sheared periodic box, with all that can act on them, and
/// with output of every kind. Cells cross the planes between ranks, and one the end of the box.
Scenario all_at_once() {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 10);
  s.scheme = TimeScheme::imex_rk;
  s.keep_volume = true;
  s.contact = {.pressure = 0.1, .range = 5}; // so far that they feel each other
  ObjectKind& cell = s.objects[0];
  cell.placements[0].centre = {8, 6, 15};
  cell.placements.push_back(cell.placements[0]);
  cell.placements[1].centre = {8, 10, 6};
  cell.placements[1].rotation[1] = {0, 0.8, -0.6}, cell.placements[1].rotation[2] = {0, 0.6, 0.8};
  cell.closed().law = Lim{2.5e-3, 0.25};
  cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  cell.closed().global_area_modulus = 0.1;
  cell.closed().viscosity = {.viscosity = 100, .model = ViscosityModel::maxwell, .modulus = 0.1};
  cell.tethers = {{1e-4, {{0, 0, -1}, 2}}};
  cell.tweezers = {{{1, 0, 0}, 0.05, 2, {2, 7}}};
  cell.pulls = {{{{0, 1, 0}, 3}, {0, 0.01, 0}, {0, 6}}};
  ObjectKind platelet = sphere(16, 120, 0.5, 10).objects[0];
  platelet.name = "platelet";
  platelet.closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
  platelet.closed().data_sites = 60;
  platelet.placements.resize(2);
  platelet.placements[0].centre = {2, 8, 4}, platelet.placements[1].centre = {14, 4, 12};
  s.objects.push_back(platelet);
  s.output.series_every = 0.5, s.output.cells_every = s.output.fluid_every = 1, s.output.checkpoint_every = 3,
  s.output.profiles_every = 2, s.output.averages_from = 1;
  return s;
}

/// On GPUs a rank has whole layers of tiles: as many ranks ask for a longer box.
template <class B>
Scenario all_at_once_on() {
  Scenario s = all_at_once();
  if (std::is_same_v<B, Cuda>) s.grid.n.z = 32;
  return s;
}

/// A row of cells and platelets in a long channel, through which they are carried by 0.3 cells of the grid a
/// step: ranks make the forces of those near them, which in the course of it are others. In the middle of the
/// box some of what acts on them remembers its past, or knows its object. Volumes are kept.
Scenario a_long_channel(bool with_contact) {
  Scenario s = all_at_once();
  s.grid.n.z = with_contact ? 192 : 96;
  s.grid.topology.y.ends = Ends::walls;
  s.scheme = TimeScheme::bdf2;
  s.objects[0].closed().viscosity_ratio = 5; // their volumes are asked for of all together
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.6 * 16 * 16;
  s.contact.range = 1;
  if (!with_contact) s.contact = {};
  const int n = s.grid.n.z / 16;
  for (ObjectKind& kind : s.objects) {
    const Placement first = kind.placements[0];
    kind.placements.assign(static_cast<std::size_t>(n), first);
    for (int i = 0; i < n; ++i) // in no order along the channel
      kind.placements[static_cast<std::size_t>(i)].centre = {8, &kind == &s.objects[0] ? 6.0 : 12.0,
                                                             16.0 * (5 * i % n) + 7.3};
  }
  return s;
}

/// The same row where images slide past, in which cells lie across the seam.
Scenario a_long_box_in_shear() {
  Scenario s = a_long_channel(false);
  s.time.end = 3;
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive = {}, s.initial_flow = InitialFlow::developed;
  s.drive.shear_rate = {.mean = 1e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
  for (Placement& at : s.objects[0].placements) at.centre.y = 15;
  return s;
}

/// Two cells and two platelets at one end of a long channel: far from them ranks have no object to move.
Scenario at_one_end_of_a_channel() {
  Scenario s = all_at_once();
  s.grid.n.z = 160;
  s.grid.topology.y.ends = Ends::walls;
  s.time.end = 2;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.pressure_gradient.mean = 1e-3;
  s.contact = {};
  return s;
}

/// On the one GPU that there is, if there is one: several ranks share it.
template <class B>
class RunByRanks : public BackendTest<B> {
 protected:
  std::filesystem::path run(Scenario s, int ranks, const std::string& name,
                            real until = std::numeric_limits<real>::infinity()) {
    s.output.folder = folder.path / name;
    s.device.ranks = ranks;
    RunOptions options;
    options.control.until = until;
    run_scenario<B>(s, options);
    return s.output.folder;
  }
  void go_on(Scenario s, int ranks, const std::string& name,
             real until = std::numeric_limits<real>::infinity()) {
    s.output.folder = folder.path / name;
    s.device.ranks = ranks;
    RunOptions options;
    std::string warning;
    options.control.until = until;
    options.lock.emplace(s.output.folder);
    options.checkpoint = read_newest_checkpoint(s.output.folder, warning);
    run_scenario<B>(s, options);
  }
  /// By 1 to 4 ranks.
  void expect_the_same(const Scenario& s) {
    const auto one = run(s, 1, "1");
    for (const int ranks : {2, 3, 4}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks");
      expect_same_files(one, run(s, ranks, std::to_string(ranks)));
    }
  }
  TestFolder folder;
};

} // namespace

TYPED_TEST_SUITE(RunByRanks, Backends, BackendNames);

TYPED_TEST(RunByRanks, leaves_the_files_of_one_with_all_forces_at_once) {
  this->expect_the_same(all_at_once_on<TypeParam>());
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_with_backward_differences_and_automatic_steps) {
  Scenario s = all_at_once_on<TypeParam>();
  s.scheme = TimeScheme::bdf2;
  s.time.automatic = true, s.time.step = 1.0 / 7, s.time.largest_step = 0.15;
  s.time.end = 2;
  this->expect_the_same(s);
}

// Walls that move, a prescribed flow rate, and cells of an inner viscosity.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_between_walls) {
  Scenario s = all_at_once_on<TypeParam>();
  s.scheme = TimeScheme::bdf2;
  s.time.end = 3;
  s.grid.topology.y.ends = Ends::walls;
  s.objects[0].closed().viscosity_ratio = 5;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.upper_z = {.mean = 4e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.5;
  this->expect_the_same(s);
}

// A cell lies across the seam, where images slide; inside it is another viscosity.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_in_unbounded_shear) {
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    Scenario s = all_at_once_on<TypeParam>();
    s.scheme = scheme;
    s.time.end = 2;
    s.grid.topology.y.ends = Ends::lees_edwards;
    s.drive.shear_rate = {.mean = 1e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
    s.initial_flow = InitialFlow::developed;
    s.objects[0].closed().viscosity_ratio = 5;
    s.objects[0].placements[0].centre.y = 15;
    this->expect_the_same(s);
    for (const int ranks : {1, 2, 3, 4})
      std::filesystem::remove_all(this->folder.path / std::to_string(ranks));
  }
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_where_each_makes_some_forces_alone) {
  this->expect_the_same(a_long_channel(false));
  const auto one = this->run(a_long_channel(true), 1, "one");
  expect_same_files(one, this->run(a_long_channel(true), 4, "four"));
}

// A row so close that cells which a rank has not listed are carried to it. Where terms know objects by their
// numbers, other lists need other terms.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_where_objects_come_and_go) {
  Scenario s = a_long_channel(false);
  for (ObjectKind& kind : s.objects)
    for (int i = 0; i < 6; ++i) {
      Placement next = kind.placements[static_cast<std::size_t>(i)];
      next.centre.z += 8;
      kind.placements.push_back(next);
    }
  for (const bool by_number : {true, false}) {
    if (!by_number) s.objects[0].tethers.clear(), s.objects[0].tweezers.clear(), s.objects[0].pulls.clear();
    const auto one = this->run(s, 1, "one");
    expect_same_files(one, this->run(s, 3, "three"));
    for (const char* const folder : {"one", "three"}) std::filesystem::remove_all(this->folder.path / folder);
  }
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_where_some_are_far_from_all_objects) {
  const auto one = this->run(at_one_end_of_a_channel(), 1, "one");
  expect_same_files(one, this->run(at_one_end_of_a_channel(), 4, "four"));
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_where_each_makes_some_forces_in_shear) {
  const auto one = this->run(a_long_box_in_shear(), 1, "one");
  for (const int ranks : {3, 4})
    expect_same_files(one, this->run(a_long_box_in_shear(), ranks, std::to_string(ranks)));
}

#if defined(IBSIM_WITH_CUDA)
// On a GPU lists begin with 256 objects of a kind, and 2^21 sample sites.
TEST(RunByRanksOfManyObjects, leaves_the_last_row_of_one) {
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  TestFolder folder;
  Scenario s = sphere(32, 120, 0.5, 5);
  s.grid.n.z = 128, s.grid.h = 1;
  s.grid.topology.y.ends = Ends::walls;
  s.initial_flow = InitialFlow::developed;
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.6 * 32 * 32;
  ObjectKind& platelet = s.objects[0];
  platelet.closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
  platelet.closed().data_sites = 60, platelet.closed().sample_sites = 5200;
  platelet.placements.resize(416, platelet.placements[0]);
  for (int i = 0; i < 416; ++i)
    platelet.placements[static_cast<std::size_t>(i)].centre = {4.0 + 8 * (i % 4), 4.0 + 8 * (i / 4 % 4),
                                                               2.0 + 4.9 * (7 * (i / 16) % 26)};
  s.output.series_every = 1;
  const auto table = [&](int ranks) {
    s.output.folder = folder.path / std::to_string(ranks);
    s.device.ranks = ranks;
    RunOptions options;
    run_scenario<Cuda>(s, options);
    return content(run_files(s.output.folder).run_csv);
  };
  const std::string one = table(1);
  for (const int ranks : {2, 4}) EXPECT_TRUE(table(ranks) == one) << ranks << " ranks";
}
#endif

// The drive is told of the tube's inside; the tube crosses all ranks.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_in_a_tube) {
  Scenario s = all_at_once_on<TypeParam>();
  s.time.end = 3;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::rest;
  s.drive.pressure_gradient.mean = 1e-3;
  s.objects.resize(1);
  s.objects[0].closed().viscosity_ratio = 5;
  s.objects[0].placements.resize(1), s.objects[0].placements[0].centre.y = 8;
  ObjectKind tube;
  tube.name = "tube", tube.structure = Tube{.radius = 5.5};
  tube.placements.resize(1), tube.placements[0].centre = {8, 8, 8};
  set_up_tube(tube, s.grid);
  s.objects.insert(s.objects.begin(), tube);
  this->expect_the_same(s);
}

// An elastic sheet has its stress of the fluid shown; tracers go with the flow.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_over_endothelium) {
  Scenario s = all_at_once_on<TypeParam>();
  s.time.end = 2;
  s.grid.topology.y.ends = Ends::walls;
  s.drive.shear_rate.mean = 0, s.drive.upper_z.mean = 4e-3, s.initial_flow = InitialFlow::developed;
  s.objects.resize(1);
  s.objects[0].placements.resize(1), s.objects[0].placements[0].centre = {8, 10, 8};
  ObjectKind sheet, tracer;
  sheet.name = "sheet", tracer.name = "tracer", tracer.structure = Tracer{};
  Sheet elastic;
  elastic.membrane.emplace().law = Skalak{1e-3, 1e-2};
  sheet.structure = elastic;
  sheet.placements.resize(1), sheet.placements[0].centre = {8, 2.5, 8};
  set_up_sheet(sheet, s.grid);
  for (const real z : {1.0, 5.0, 15.9}) tracer.placements.emplace_back().centre = {3, 7, z};
  s.objects.push_back(sheet), s.objects.push_back(tracer);
  this->expect_the_same(s);
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_without_objects) {
  Scenario s = all_at_once_on<TypeParam>();
  s.objects.clear();
  s.keep_volume = false, s.contact = {};
  s.grid.n.x = s.grid.n.y = s.grid.n.z; // for the vortex
  s.drive = {}, s.initial_flow = InitialFlow::taylor_green, s.taylor_green_speed = 0.01;
  const auto run_files_of = [&](int ranks) { return this->run(s, ranks, std::to_string(ranks)); };
  const auto one = run_files_of(1), three = run_files_of(3);
  EXPECT_TRUE(content(run_files(one).run_csv) == content(run_files(three).run_csv));
}

TYPED_TEST(RunByRanks, goes_on_with_other_numbers_of_ranks) {
  for (const Scenario& s : {all_at_once_on<TypeParam>(), a_long_channel(false)}) {
    const auto whole = this->run(s, 1, "whole");
    this->run(s, 4, "parts", 3);
    this->go_on(s, 3, "parts", 6.5);
    this->go_on(s, 1, "parts");
    expect_same_files(whole, this->folder.path / "parts");
    for (const char* const folder : {"whole", "parts"})
      std::filesystem::remove_all(this->folder.path / folder);
  }
}

// A pull of 10^4 pg um/us^2 tears the membrane within some steps: all ranks stop, and the message names the
// same object, place and step, also where each rank looks at some objects alone. So does the snapshot.
TYPED_TEST(RunByRanks, fails_with_the_same_words) {
  for (Scenario s : {all_at_once_on<TypeParam>(), a_long_channel(false)}) {
    s.objects[0].pulls = {{{{0, 1, 0}, 3}, {0, 1e4, 0}, {0, 6}}};
    s.objects[0].tweezers.clear();
    const auto frames = [&](const char* series) {
      std::vector<std::string> contents;
      for (const FoundFrame& frame : frames_in(this->folder.path / "failing", series))
        contents.push_back(content(frame.path));
      return contents;
    };
    struct Failed {
      std::string words = "it did not fail";
      std::vector<std::string> cells, fluid; ///< of the snapshot: before the step that failed, and after it
    };
    const auto failed = [&](int ranks) {
      Failed found;
      try {
        this->run(s, ranks, "failing");
      } catch (const NumericalError& e) {
        found = {e.what(), frames(failure_cells_series), frames(failure_fluid_series)};
      }
      std::filesystem::remove_all(this->folder.path / "failing");
      return found;
    };
    const Failed one = failed(1), three = failed(3);
    EXPECT_NE(one.words.find("the simulation diverged at step"), std::string::npos) << one.words;
    EXPECT_EQ(three.words, one.words);
    EXPECT_EQ(one.cells.size(), 2u);
    EXPECT_TRUE(three.cells == one.cells);
    EXPECT_EQ(one.fluid.size(), 2u);
    EXPECT_TRUE(three.fluid == one.fluid);
  }
}

TEST(SeveralRanks, are_refused_what_they_cannot_do) {
  const auto refusal = [](const Scenario& s, bool on_gpu = false) {
    try {
      require_distributable(s, s.device, on_gpu);
      return std::string();
    } catch (const InputError& e) {
      return std::string(e.what());
    }
  };
  Scenario s = all_at_once();
  EXPECT_EQ(refusal(s, true), "");
  s.device.ranks = 4;
  EXPECT_EQ(refusal(s), "");
  EXPECT_EQ(refusal(s, true), // a rank needs a layer of tiles
            "--ranks 4: a box of 16 x 16 x 16 cells is too small for so many; take at most 2");
  s.device.gpus = 4;
  EXPECT_EQ(refusal(s, true).substr(0, 9), "--gpus 4:");
  s.device.ranks = 9; // a rank needs two of the 16 planes
  EXPECT_EQ(refusal(s), "--ranks 9: a box of 16 x 16 x 16 cells is too small for so many; take at most 8");
  s.device.ranks = 2;
  s.spread = SpreadAlgorithm::cells;
  EXPECT_EQ(refusal(s), "--ranks 2: several ranks spread by tiles alone, not by cells; leave out --ranks");
}

} // namespace ibsim
