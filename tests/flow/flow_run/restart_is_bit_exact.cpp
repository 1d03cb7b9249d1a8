// N steps are N/2 steps, a resume and N/2 steps: every byte of every file, on each backend; and on the other
// backend to rounding.
#include "backends.hpp"
#include "base/error.hpp"
#include "files/run_folder.hpp"
#include "flow/flow_run/same_files.hpp"
#include "flow_run/run_scenario.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/scenarios.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <limits>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// 20 steps of a red cell that tumbles in shear, with rows, frames and checkpoints at intervals of their own.
Scenario tumbling_cell(const std::filesystem::path& folder) {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 10);
  s.objects[0].placements[0].rotation[1] = {0, 0.8, -0.6},
  s.objects[0].placements[0].rotation[2] = {0, 0.6, 0.8};
  s.output.folder = folder;
  s.output.series_every = 1, s.output.cells_every = 2.5, s.output.fluid_every = 5,
  s.output.checkpoint_every = 3, s.output.profiles_every = 2, s.output.averages_from = 2.5;
  return s;
}

template <class B>
void run_from_start(const Scenario& scenario, real until = std::numeric_limits<real>::infinity()) {
  RunOptions options;
  options.control.until = until;
  run_scenario(Stream<B>(), scenario, options);
}

template <class B>
void go_on(const Scenario& scenario) {
  RunOptions options;
  std::string warning;
  options.lock.emplace(scenario.output.folder);
  options.checkpoint = read_newest_checkpoint(scenario.output.folder, warning);
  EXPECT_EQ(warning, "");
  run_scenario(Stream<B>(), scenario, options);
}

} // namespace

template <class B>
class Restart : public BackendTest<B> {
 protected:
  /// A run that is stopped at `until` and goes on ends as one that is not.
  void expect_unbroken(Scenario scenario, real until) {
    scenario.output.folder = folder.path / "whole";
    run_from_start<B>(scenario);
    scenario.output.folder = folder.path / "parts";
    run_from_start<B>(scenario, until);
    EXPECT_LT(read_checkpoint(run_files(scenario.output.folder).checkpoint).time, scenario.time.end);
    go_on<B>(scenario);
    expect_same_files(folder.path / "whole", folder.path / "parts");
  }
  void expect_unbroken_by_all_schemes(Scenario scenario, real until) {
    for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
      scenario.scheme = scheme;
      expect_unbroken(scenario, until);
      std::filesystem::remove_all(folder.path / "whole");
      std::filesystem::remove_all(folder.path / "parts");
    }
  }
  TestFolder folder;
};
TYPED_TEST_SUITE(Restart, Backends, BackendNames);

TYPED_TEST(Restart, in_the_middle_gives_the_files_of_an_unbroken_run) {
  this->expect_unbroken_by_all_schemes(tumbling_cell({}), 5);
}

// 4.5 us is no time of a frame or checkpoint: the stop writes a checkpoint of its own, and the next ones come
// when they are due.
TYPED_TEST(Restart, between_two_outputs_gives_the_files_of_an_unbroken_run) {
  this->expect_unbroken(tumbling_cell({}), 4.5);
}

TYPED_TEST(Restart, with_automatic_steps_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  scenario.time.automatic = true;
  scenario.time.largest_step = 0.15; // 35 steps: decisions before the stop and after it
  scenario.time.step = 1.0 / 7;
  scenario.time.end = 5;
  scenario.output.checkpoint_every = 1.25;
  this->expect_unbroken_by_all_schemes(scenario, 2.5);
}

TYPED_TEST(Restart, in_mixed_precision_gives_the_files_of_an_unbroken_run) {
  for (const Ends ends : {Ends::periodic, Ends::walls, Ends::lees_edwards}) {
    Scenario scenario = tumbling_cell({});
    scenario.precision = Precision::mixed;
    scenario.grid.topology.y.ends = ends;
    if (ends == Ends::walls) scenario.drive.shear_rate.mean = 0, scenario.drive.upper_z.mean = 4e-3;
    if (ends != Ends::periodic) { // imex-rk in floats: the periodic box has it
      scenario.initial_flow = InitialFlow::developed, scenario.scheme = TimeScheme::bdf2;
      this->expect_unbroken(scenario, 4.5);
      for (const char* const name : {"whole", "parts"}) std::filesystem::remove_all(this->folder.path / name);
    } else
      this->expect_unbroken_by_all_schemes(scenario, 4.5);
  }
}

// The stop lies within a straight piece of the table, and the rate is that of the clock of the checkpoint.
TYPED_TEST(Restart, with_a_shear_over_time_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  scenario.drive.shear_rate = {.times = {0, 3.5, 4.5}, .values = {5e-4, 1e-3, 2e-4}, .repeats = true};
  this->expect_unbroken_by_all_schemes(scenario, 5);
}

// A wall of sites and what drives the flow in it; with rows of their own in run.csv and none in cells.csv.
TYPED_TEST(Restart, in_a_tube_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  scenario.drive.shear_rate.mean = 0, scenario.initial_flow = InitialFlow::rest;
  scenario.drive.pressure_gradient.mean = 1e-3;
  ObjectKind tube;
  tube.name = "tube", tube.structure = Tube{.radius = 5.5};
  tube.placements = scenario.objects[0].placements;
  for (int d = 0; d < 3; ++d) tube.placements[0].rotation[d] = {}, tube.placements[0].rotation[d][d] = 1;
  set_up_tube(tube, scenario.grid);
  scenario.objects.insert(scenario.objects.begin(), tube);
  scenario.keep_volume = true;
  this->expect_unbroken(scenario, 5);
}

// What is no closed surface: an elastic sheet with what its membrane remembers, and points, whose
// displacement kinds.csv has since the start of the run.
TYPED_TEST(Restart, with_an_elastic_sheet_and_tracers_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  ObjectKind sheet, tracer;
  Sheet elastic{.relief = {Relief::Form::cobblestone, 0.5}};
  elastic.membrane = Membrane{Skalak{1e-2, 2e-2}, {.modulus = 2e-4, .about_reference = true}, {}};
  elastic.membrane->viscosity = {.viscosity = 100, .modulus = 0.1};
  sheet.name = "sheet", sheet.structure = elastic;
  sheet.placements.emplace_back().centre = {8, 1, 8};
  set_up_sheet(sheet, scenario.grid);
  tracer.name = "tracer", tracer.structure = Tracer{};
  for (const real z : {2, 9, 15}) tracer.placements.emplace_back().centre = {3, 4, z};
  scenario.objects.insert(scenario.objects.begin(), sheet);
  scenario.objects.push_back(tracer);
  this->expect_unbroken_by_all_schemes(scenario, 5);
}

// What terms remember, what is made anew at the start (the relaxed shape, curvatures and volumes at rest,
// anchors), and the order of the motion; with both models of viscosity, each by the scheme of the time that
// the other has not.
TYPED_TEST(Restart, with_all_forces_on_a_membrane_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  ObjectKind& cell = scenario.objects[0];
  cell.closed().law = Lim{2.5e-3, 0.25};
  cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  cell.closed().stress_free = {.shape = StressFreeShape::Shape::spheroid};
  cell.closed().global_area_modulus = 0.1;
  cell.tethers = {{1e-4, {{0, 0, -1}, 2}}};
  cell.tweezers = {{{1, 0, 0}, 0.05, 2, {4, 7.5}}};
  cell.pulls = {{{{0, 1, 0}, 3}, {0, 0.01, 0}, {0, 6}}};
  scenario.keep_volume = true;
  cell.closed().viscosity_ratio = 5;
  for (const ViscosityModel model : {ViscosityModel::maxwell, ViscosityModel::kelvin_voigt}) {
    const bool maxwell = model == ViscosityModel::maxwell;
    cell.closed().viscosity = {.viscosity = maxwell ? 100.0 : 2, .model = model, .modulus = 0.1};
    scenario.scheme = maxwell ? TimeScheme::bdf2 : TimeScheme::imex_rk;
    this->expect_unbroken(scenario, 5);
    for (const char* const name : {"whole", "parts"}) std::filesystem::remove_all(this->folder.path / name);
  }
}

TYPED_TEST(Restart, of_two_kinds_of_objects_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  scenario.objects.push_back(scenario.objects[0]);
  scenario.objects[1].name = "platelet";
  scenario.objects[1].closed().surface = {ReferenceShape::ellipsoid, {0.6, 1.2, 1.2}};
  scenario.objects[1].closed().data_sites = 60, scenario.objects[1].closed().sample_sites = 120;
  scenario.objects[1].placements.resize(2);
  scenario.objects[1].placements[0].centre = {2, 8, 8},
  scenario.objects[1].placements[1].centre = {14, 4, 14};
  scenario.contact = {.pressure = 0.1, .range = 5}; // so far that they feel each other
  scenario.time.end = 5;
  for (const MembraneForm form : {MembraneForm::paper, MembraneForm::resolved}) {
    scenario.membrane = form;
    this->expect_unbroken(scenario, 2.5);
    std::filesystem::remove_all(this->folder.path / "whole");
    std::filesystem::remove_all(this->folder.path / "parts");
  }
}

// What the fluid remembers goes with the state: the account of momentum. So do bonds, and the random numbers
// by which they form and break.
TYPED_TEST(Restart, between_walls_gives_the_files_of_an_unbroken_run) {
  for (const bool prescribed : {false, true}) {
    Scenario scenario = tumbling_cell({});
    scenario.grid.topology.y.ends = Ends::walls;
    scenario.drive.shear_rate.mean = 0, scenario.initial_flow = InitialFlow::developed;
    scenario.drive.upper_z = {.mean = 4e-3, .amplitude = 2e-3, .period = 6.5, .phase = 0.2};
    if (prescribed) {
      scenario.drive.flow_rate_is_given = true, scenario.drive.flow_rate.mean = 0.5;
      scenario.time.automatic = true;
      scenario.time.largest_step = 0.15, scenario.time.step = 1.0 / 7;
      scenario.time.end = 5;
      scenario.output.checkpoint_every = 1.25;
    }
    scenario.objects[0].adhesions = {quick_bonds()};
    this->expect_unbroken_by_all_schemes(scenario, scenario.time.end / 2);
  }
}

// The images of the box are where its time says; nothing else is remembered.
TYPED_TEST(Restart, in_unbounded_shear_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell({});
  scenario.grid.topology.y.ends = Ends::lees_edwards;
  scenario.drive.shear_rate = {.mean = 1e-3, .amplitude = 2e-3, .period = 6.5, .phase = 0.2};
  scenario.initial_flow = InitialFlow::developed;
  scenario.objects[0].placements[0].centre.y = 15; // across the seam
  this->expect_unbroken_by_all_schemes(scenario, 5);
}

// The later checkpoint is lost: the run goes back to the one before, cuts rows and frames back to it, and
// ends the same.
TYPED_TEST(Restart, from_the_checkpoint_before_gives_the_files_of_an_unbroken_run) {
  Scenario scenario = tumbling_cell(this->folder.path / "whole");
  run_from_start<TypeParam>(scenario);
  scenario.output.folder = this->folder.path / "parts";
  run_from_start<TypeParam>(scenario, 5);
  const RunFiles files = run_files(scenario.output.folder);
  RunOptions options;
  options.lock.emplace(scenario.output.folder);
  options.checkpoint = read_checkpoint(files.previous_checkpoint);
  EXPECT_EQ(options.checkpoint->time, 3);
  run_scenario(Stream<TypeParam>(), scenario, options);
  expect_same_files(this->folder.path / "whole", this->folder.path / "parts");
}

#if defined(IBSIM_WITH_CUDA)
// Half on one backend, half on the other. Rounding differs by 1e-16 a step; elastic forces amplify a
// perturbation by at most 1.1 a step (runs_repeat.cpp): 1e-16 x 1.1^20 < 1e-15, of 16 um and of the largest
// speed, 8 um/ms. The promise is 1e-10.
template <class First, class Second>
void expect_equal_to_rounding() {
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  const TestFolder folder;
  const auto state_of = [](const Scenario& s) {
    return read_checkpoint(run_files(s.output.folder).checkpoint);
  };
  Scenario scenario = tumbling_cell(folder.path / "whole");
  run_from_start<First>(scenario);
  const Checkpoint whole = state_of(scenario);
  scenario.output.folder = folder.path / "parts";
  run_from_start<First>(scenario, 5);
  go_on<Second>(scenario);
  const Checkpoint parts = state_of(scenario);
  EXPECT_EQ(whole.step, parts.step);
  for (const auto& [name, scale] : {std::pair<std::string, real>{"data_sites_1", 16.0}, {"velocity", 8e-3}}) {
    const auto a = std::find_if(whole.arrays.begin(), whole.arrays.end(),
                                [&](const NamedArray& array) { return array.name == name; });
    ASSERT_NE(a, whole.arrays.end()) << name;
    const std::vector<real>& b = parts.array(name, a->values.size());
    EXPECT_LT(rms_distance(a->values, b) / scale, 1e-10) << name;
  }
}

TEST(RestartOnTheOtherBackend, from_cuda_to_cpu_is_equal_to_rounding) {
  expect_equal_to_rounding<Cuda, Cpu>();
}
TEST(RestartOnTheOtherBackend, from_cpu_to_cuda_is_equal_to_rounding) {
  expect_equal_to_rounding<Cpu, Cuda>();
}
#endif

} // namespace ibsim
