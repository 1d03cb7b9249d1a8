// A run by several ranks leaves the files of a run by one, byte for byte: whatever acts on the objects,
// between checkpoints on other numbers of ranks, and when it fails. All forces at once are run by one to four
// ranks, and what else changes a step by one and three.
#include "base/error.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "ranks/require_distributable.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <utility>
#include <vector>

namespace ibsim {
using namespace testing_runs;

namespace {

template <class B>
class RunByRanks : public RunsByRanks<B> {};

} // namespace

TYPED_TEST_SUITE(RunByRanks, Backends, BackendNames);

TYPED_TEST(RunByRanks, leaves_the_files_of_one_with_all_forces_at_once) {
  this->expect_the_same(all_at_once_on<TypeParam>(), {2, 3, 4});
}

TYPED_TEST(RunByRanks, leaves_the_files_of_one_with_backward_differences_and_automatic_steps) {
  Scenario s = all_at_once_on<TypeParam>();
  s.scheme = TimeScheme::bdf2;
  s.time.automatic = true, s.time.step = 1.0 / 7, s.time.largest_step = 0.15;
  s.time.end = 2;
  this->expect_the_same(s);
}

// The fluid in floats, whose planes, ghosts and words ranks cut otherwise, with any ends of the box; an inner
// viscosity is spread too.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_in_mixed_precision) {
  for (const Ends ends : {Ends::periodic, Ends::walls, Ends::lees_edwards})
    for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
      if (ends != Ends::periodic && scheme == TimeScheme::imex_rk) continue; // FlowOnRanks has it
      Scenario s = all_at_once_on<TypeParam>();
      s.precision = Precision::mixed;
      s.scheme = scheme;
      s.time.end = 1;
      s.grid.topology.y.ends = ends;
      if (ends != Ends::periodic) s.initial_flow = InitialFlow::developed;
      if (ends == Ends::walls) s.drive.shear_rate.mean = 0, s.drive.upper_z.mean = 4e-3;
      s.objects[0].closed().viscosity_ratio = 5;
      this->expect_the_same(s);
      for (const int ranks : {1, 3}) std::filesystem::remove_all(this->folder.path / std::to_string(ranks));
    }
}

// Walls that move, a prescribed flow rate, cells of an inner viscosity, and platelets whose bonds to the
// lower wall form and break many times within these steps and use up ligands.
TYPED_TEST(RunByRanks, leaves_the_files_of_one_between_walls) {
  Scenario s = all_at_once_on<TypeParam>();
  s.scheme = TimeScheme::bdf2;
  s.time.end = 3;
  s.grid.topology.y.ends = Ends::walls;
  s.objects[0].closed().viscosity_ratio = 5;
  s.drive.shear_rate.mean = 0, s.initial_flow = InitialFlow::developed;
  s.drive.upper_z = {.mean = 4e-3, .amplitude = 2e-3, .period = 13, .phase = 0.2};
  s.drive.flow_rate_is_given = true, s.drive.flow_rate.mean = 0.5;
  s.objects[1].adhesions = {quick_bonds()};
  s.objects[1].adhesions[0].used_up = true;
  this->expect_the_same(s);
  if (std::is_same_v<TypeParam, Cpu>) // on a GPU seven ranks ask for a longer box
    expect_same_files(this->folder.path / "1", this->run(s, 7, "7"));
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
    for (const int ranks : {1, 3}) std::filesystem::remove_all(this->folder.path / std::to_string(ranks));
  }
}

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
  s.scheme = TimeScheme::bdf2; // walls of points
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
    this->run(s, 4, "parts", 0.3 * s.time.end);
    this->go_on(s, 3, "parts", 0.7 * s.time.end);
    this->go_on(s, 1, "parts");
    expect_same_files(whole, this->folder.path / "parts");
    for (const char* const folder : {"whole", "parts"})
      std::filesystem::remove_all(this->folder.path / folder);
  }
}

// A pull of 10^4 pg um/us^2 tears the membrane within some steps: all ranks stop, and the message names the
// same object, place and step, also where each rank looks at some objects alone. So does the snapshot,
// wherever the copies lie to which they go back.
TYPED_TEST(RunByRanks, fails_with_the_same_words) {
  // across the seam and, in the step that fails, farther along z than lists of ranks reach
  const Real3 up{0, 1e4, 0}, far{0, 0, 1e6};
  for (auto [s, force] : {std::pair{all_at_once_on<TypeParam>(), up},
                          {a_long_channel(false), up},
                          {a_long_channel(false), far}}) {
    s.objects[0].pulls = {{{{0, 1, 0}, 3}, force, {0, 6}}};
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
    const auto failed = [&](int ranks, CopiesIn copies) {
      Failed found;
      s.device.copies = copies;
      try {
        this->run(s, ranks, "failing");
      } catch (const NumericalError& e) {
        found = {e.what(), frames(failure_cells_series), frames(failure_fluid_series)};
      }
      std::filesystem::remove_all(this->folder.path / "failing");
      return found;
    };
    const Failed one = failed(1, CopiesIn::device);
    EXPECT_NE(one.words.find("the simulation diverged at step"), std::string::npos) << one.words;
    EXPECT_EQ(one.cells.size(), 2u);
    EXPECT_EQ(one.fluid.size(), 2u);
    std::vector<std::pair<int, CopiesIn>> others{{3, CopiesIn::host}};
    if (s.grid.n.z < 96) others.insert(others.end(), {{1, CopiesIn::host}, {3, CopiesIn::device}});
    for (const auto& [ranks, copies] : others) {
      const Failed other = failed(ranks, copies);
      EXPECT_EQ(other.words, one.words);
      EXPECT_TRUE(other.cells == one.cells);
      EXPECT_TRUE(other.fluid == one.fluid);
    }
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
            "--ranks 4: a grid of 16 x 16 x 16 is too small for them; take at most 2");
  s.device.gpus = 4;
  EXPECT_EQ(refusal(s, true).substr(0, 9), "--gpus 4:");
  s.device.ranks = 9; // a rank needs two of the 16 planes
  EXPECT_EQ(refusal(s), "--ranks 9: a grid of 16 x 16 x 16 is too small for them; take at most 8");
  s.device.ranks = 2;
  s.spread = SpreadAlgorithm::cells;
  EXPECT_EQ(refusal(s), "--ranks 2: several ranks spread by tiles alone, not by cells; leave out --ranks");
}

} // namespace ibsim
