// Extrapolation by `ibsim check` from a part of a scenario, against the whole: memory to the array (for time
// see command_line.sh).
#include "backends.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow_run/dry_run.hpp"
#include "flow_run/parts_of_scenarios.hpp"
#include "parallel/memory.hpp"
#include "simulation/scenarios.hpp"
#include "state/make_structures.hpp"
#include "walls/wall_memory.hpp"

namespace ibsim {
namespace {

/// A sphere of radius 3.91 um in each cube of 16 um, of 16^3 grid points. Files of every kind.
Scenario spheres(Int3 cubes) {
  Scenario s = testing_scenarios::sphere(16, 400, 0.1, 10);
  s.scheme = TimeScheme::bdf2;
  s.grid.n = {16 * cubes.x, 16 * cubes.y, 16 * cubes.z};
  s.objects[0].closed().data_sites = 100;
  Placement sphere = s.objects[0].placements[0];
  s.objects[0].placements.clear();
  for (int c = 0; c < cubes.x * cubes.y * cubes.z; ++c) {
    sphere.centre = {16.0 * (c % cubes.x) + 8, 16.0 * (c / cubes.x % cubes.y) + 8,
                     16.0 * (c / cubes.x / cubes.y) + 8};
    s.objects[0].placements.push_back(sphere);
  }
  s.output.cells_every = s.output.fluid_every = s.output.series_every = s.output.checkpoint_every = 5;
  return s;
}

/// Half of its objects.
Scenario with_fewer(Scenario s) {
  keep_part(s, 0.5, 1);
  return s;
}
/// Half of its longest side.
Scenario halved(Scenario s) {
  EXPECT_GE(halve(s, 32), 0);
  return s;
}

template <class B>
class DryRuns : public BackendTest<B> {};
TYPED_TEST_SUITE(DryRuns, Backends, BackendNames);

} // namespace

// Arrays are linear in stored grid points and in sample sites, but for tables along one direction, partial
// sums and pieces of lists, which round up: on cores together 4 % where a part has 4 of 16 spheres.
// Copies and the fields of a checkpoint are so to the byte. Frames are compressed, which varies, and have
// some kB of texts.
TYPED_TEST(DryRuns, of_a_part_know_arrays_copies_and_files_of_the_whole) {
  Scenario scenario = spheres({2, 2, 4});
  scenario.device.copies = CopiesIn::device;
  const Stream<TypeParam>& stream = this->stream();
  const DryRun whole = dry_run_all(stream, scenario, {}, true);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  for (const Scenario& part : {with_fewer(scenario), with_fewer(halved(scenario))}) {
    const DryRun found = dry_run_part(stream, scenario, part, {}, true);
    EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.05) << found.reduced_to;
    EXPECT_NEAR(found.copy_bytes, whole.copy_bytes, 1) << found.reduced_to; // rounding
    ASSERT_EQ(found.outputs.size(), whole.outputs.size());
    for (std::size_t i = 0; i < whole.outputs.size(); ++i) {
      const std::string& name = whole.outputs[i].name;
      EXPECT_EQ(found.outputs[i].name, name);
      if (name == "series" || name == "profiles") continue;
      EXPECT_NEAR(found.outputs[i].bytes / whole.outputs[i].bytes, 1, name == "checkpoint" ? 0.01 : 0.3)
          << name;
    }
  }
}

// Where copies go to the host, the device has less by just as much.
TYPED_TEST(DryRuns, count_copies_where_they_lie) {
  Scenario scenario = spheres({2, 2, 2});
  const Stream<TypeParam>& stream = this->stream();
  scenario.device.copies = CopiesIn::device;
  const DryRun on_device = dry_run_all(stream, scenario, {}, false);
  scenario.device.copies = CopiesIn::host;
  const DryRun on_host = dry_run_all(stream, scenario, {}, false),
               part = dry_run_part(stream, scenario, halved(scenario), {}, false);
  EXPECT_FALSE(on_device.copies_on_host);
  EXPECT_TRUE(on_host.copies_on_host && part.copies_on_host);
  EXPECT_EQ(on_host.copy_bytes, on_device.copy_bytes);
  // a stream keeps what its first simulation had it allocate, some 25 kB on a GPU
  EXPECT_NEAR(on_host.array_bytes, on_device.array_bytes - on_device.copy_bytes, 1e5);
  EXPECT_NEAR(part.array_bytes / on_host.array_bytes, 1, 0.05); // as above
}

// An inverse of walls is G, by rows of the points within 6 cells, and K, by points and patches: neither is
// linear in the cells. A tube of which the part has half: K of the part is 1/4 of K. As the cells the inverse
// would be a fifth of all arrays too small. A box of 20 x 20 x 32 cells, tables along one direction and all,
// is extrapolated within 8 %. What is counted for an inverse is what the first step takes,
// but for tables of rows (1 %) and for what it makes besides: a number a cell.
TYPED_TEST(DryRuns, of_a_part_know_the_inverses_of_walls) {
  const Scenario scenario = read(
      "domain: {size: [10 um, 10 um, 32 um], cell: 0.5 um}\n"
      "vessel: {shape: {cylinder: {axis: z, at: [5 um, 5 um, 0 um], radius: 3.4 um}}}\n"
      "flow: {pressure_gradient: 10 kPa/m}\ntime: {step: 10 us, end: 1 ms}\noutput: {fluid_every: never}\n");
  const Stream<TypeParam>& stream = this->stream();
  const DryRun found = dry_run_part(stream, scenario, halved(scenario), {}, false),
               whole = dry_run_all(stream, scenario, {}, false);
  const WallMemory walls = wall_memory(scenario, false);
  EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.08);
  EXPECT_EQ(found.wall_bytes, whole.wall_bytes);
  EXPECT_GT(whole.wall_bytes, whole.array_bytes / 4);

  SimulationOn<TypeParam> simulation(stream, scenario, make_surface_kinds(scenario, {}));
  const auto before = static_cast<double>(allocated_bytes<TypeParam>());
  simulation.advance();
  stream.synchronize();
  EXPECT_NEAR(static_cast<double>(allocated_bytes<TypeParam>()) - before, walls.inverse,
              0.01 * walls.inverse + sizeof(real) * scenario.grid.cells());
}

// Each of three ranks lists the spheres near its third of the box, and stores two ghost planes on each side.
// A shorter box in x keeps both per rank. Lists have a sphere to spare, of some ten (4 %).
TEST(DryRunsOfRanks, of_a_part_know_the_arrays_of_the_whole) {
  Scenario scenario = spheres({4, 1, 6});
  scenario.device.ranks = 3;
  const Scenario part = halved(scenario);
  EXPECT_EQ(part.grid.n, (Int3{32, 16, 96}));
  const Stream<Cpu> stream;
  const DryRun whole = dry_run_all(stream, scenario, {}, true);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  for (const Scenario& less : {part, with_fewer(scenario)}) {
    const DryRun found = dry_run_part(stream, scenario, less, {}, true);
    EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.04) << found.reduced_to;
  }
}

// A part of a dense suspension, halved three times. Objects lie wholly in it, so none overlap through its
// ends: two spheres are at least a diameter apart. A kind of which none fits keeps two.
TEST(PartsOfScenarios, have_no_objects_that_overlap) {
  Scenario s = testing_scenarios::sphere(128, 400, 0.1, 10); // a box of 16 um
  ObjectKind& sphere = s.objects[0];
  constexpr real radius = 1;
  sphere.closed().surface.half_axes = {radius, radius, radius};
  const Placement at = sphere.placements[0];
  sphere.placements.clear();
  for (int p = 0; p < 343; ++p) { // 7 a side, so halves cut through a layer
    sphere.placements.push_back(at);
    sphere.placements.back().centre = 16.0 / 7 * Real3{p % 7 + 0.0, p / 7 % 7 + 0.0, p / 49 + 0.0};
  }
  s.objects.push_back(sphere);
  s.objects[1].closed().surface.half_axes = {7, 7, 7};
  s.objects[1].placements.resize(5);
  const Scenario part = halved(halved(halved(s)));
  EXPECT_EQ(part.grid.n, (Int3{64, 64, 64}));
  EXPECT_EQ(part.objects[1].placements.size(), 2u);
  const std::vector<Placement>& kept = part.objects[0].placements;
  EXPECT_EQ(kept.size(), 27u); // layers at 2.3, 4.6 and 6.9 um of 8
  const Real3 length = part.grid.lengths();
  for (std::size_t a = 0; a < kept.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const auto apart = [](real d, real box) { return d - box * std::round(d / box); };
      const Real3 d = kept[a].centre - kept[b].centre;
      EXPECT_GE(std::hypot(apart(d.x, length.x), apart(d.y, length.y), apart(d.z, length.z)), 2 * radius);
    }
}

// Sides halve to multiples of four. Between walls y stays; of several ranks z stays while others are long.
TEST(PartsOfScenarios, halve_the_longest_side_that_may_be) {
  Scenario s = testing_scenarios::sphere(16, 400, 0.1, 10);
  s.grid = {{63, 256, 128}, 1};
  EXPECT_EQ(halved(s).grid.n, (Int3{63, 128, 128}));
  s.grid.topology.y.ends = Ends::walls;
  EXPECT_EQ(halved(s).grid.n, (Int3{63, 256, 64}));
  EXPECT_EQ(halved(halved(s)).grid.n, (Int3{63, 256, 32}));
  s.device.ranks = 2;
  s.grid.n = {64, 256, 128};
  EXPECT_EQ(halved(s).grid.n, (Int3{32, 256, 128}));
  s.grid.n.x = 16;
  EXPECT_EQ(halved(s).grid.n, (Int3{16, 256, 64}));
}

// A flow that moves sites by 5 grid spacings a step ends a run at once. A dry run of the whole says so. A
// part says nothing, as its states are not those of the run, and still measures outputs.
TEST(DryRunsOfParts, have_no_word_of_failures) {
  Scenario s = spheres({1, 1, 1});
  s.drive.shear_rate.mean = 1, s.initial_flow = InitialFlow::shear;
  s.time.step = 2;
  const Stream<Cpu> stream;
  EXPECT_FALSE(dry_run_all(stream, s, {}, true).trouble.empty());
  const DryRun part = dry_run_all(stream, s, {}, true, DryRunOf::part);
  EXPECT_TRUE(part.trouble.empty());
  EXPECT_FALSE(part.outputs.empty());
}

} // namespace ibsim
