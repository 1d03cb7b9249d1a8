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

/// Eight spheres in a box of 32^3 cells.
Scenario eight_spheres() {
  Scenario s = testing_scenarios::sphere(16, 400, 0.1, 10);
  s.grid.n = {32, 32, 32};
  s.objects[0].closed().data_sites = 100;
  s.objects[0].placements.assign(8, s.objects[0].placements[0]);
  for (int p = 0; p < 8; ++p)
    s.objects[0].placements[p].centre = {8.0 + 16 * (p & 1), 8.0 + 16 * (p >> 1 & 1), 8.0 + 16 * (p >> 2)};
  s.output.cells_every = s.output.fluid_every = s.output.series_every = s.output.checkpoint_every = 5;
  return s;
}

Scenario first_spheres(Scenario s, std::size_t objects, int cells) {
  s.objects[0].placements.resize(objects);
  s.grid.n = {cells, cells, cells};
  return s;
}

template <class B>
class DryRuns : public BackendTest<B> {};
TYPED_TEST_SUITE(DryRuns, Backends, BackendNames);

} // namespace

TYPED_TEST(DryRuns, of_a_part_know_the_arrays_and_files_of_the_whole) {
  const Scenario scenario = eight_spheres();
  const Stream<TypeParam>& stream = this->stream();
  const DryRun fewer_objects = dry_run_part(stream, scenario, first_spheres(scenario, 4, 32), {}, true);
  const DryRun coarser_box = dry_run_part(stream, scenario, first_spheres(scenario, 8, 16), {}, true);
  const DryRun whole = dry_run_all(stream, scenario, {}, true);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  // arrays are linear in the objects and in the cells of the box, but for tiles, partial sums and tables
  // along one direction
  EXPECT_NEAR(fewer_objects.array_bytes / whole.array_bytes, 1, 0.05);
  EXPECT_NEAR(coarser_box.array_bytes / whole.array_bytes, 1, 0.05);
  ASSERT_EQ(fewer_objects.outputs.size(), whole.outputs.size());
  for (std::size_t i = 0; i < whole.outputs.size(); ++i) {
    EXPECT_EQ(fewer_objects.outputs[i].name, whole.outputs[i].name);
    if (whole.outputs[i].name != "cells" && whole.outputs[i].name != "fluid") continue;
    // compression varies; some kB a frame
    EXPECT_NEAR(fewer_objects.outputs[i].bytes / whole.outputs[i].bytes, 1, 0.3) << whole.outputs[i].name;
  }
}

// Copies to go back to are linear in objects and cells, to the byte. Where they go to the host, the device
// has less by just as much.
TYPED_TEST(DryRuns, of_a_part_know_the_copies_of_the_whole) {
  Scenario scenario = eight_spheres();
  scenario.scheme = TimeScheme::bdf2;
  const Stream<TypeParam>& stream = this->stream();
  scenario.device.copies = CopiesIn::device;
  const DryRun on_device = dry_run_all(stream, scenario, {}, false);
  scenario.device.copies = CopiesIn::host;
  const DryRun on_host = dry_run_all(stream, scenario, {}, false),
               part = dry_run_part(stream, scenario, first_spheres(scenario, 8, 16), {}, false);
  EXPECT_FALSE(on_device.copies_on_host);
  EXPECT_TRUE(on_host.copies_on_host && part.copies_on_host);
  EXPECT_EQ(on_host.copy_bytes, on_device.copy_bytes);
  // a stream keeps what its first simulation had it allocate, some 25 kB on a GPU
  EXPECT_NEAR(on_host.array_bytes, on_device.array_bytes - on_device.copy_bytes, 1e5);
  EXPECT_NEAR(part.copy_bytes, on_host.copy_bytes, 1); // rounding
  EXPECT_NEAR(part.array_bytes / on_host.array_bytes, 1, 0.05);
}

// An inverse of walls is G, by rows of the points within 6 cells, and K, by points and patches: neither is
// linear in the cells. Four tubes in a box of which a part has half of one: the part has an eighth of the
// points, and K of it is 1/64. As the cells the inverse would be 20 % of all arrays too small. A box of 20^3
// cells, tables along one direction and all, is extrapolated within 8 %. What is counted for an inverse is
// what the first step takes, but for tables of rows (1 %) and for what it makes besides: a number a cell.
TYPED_TEST(DryRuns, of_a_part_know_the_inverses_of_walls) {
  const auto cylinder = [](const std::string& x, const std::string& y) {
    return "{cylinder: {axis: z, at: [" + x + " um, " + y + " um, 0 um], radius: 3.4 um}}";
  };
  const Scenario scenario = read(
      "domain: {size: [20 um, 20 um, 20 um], cell: 0.5 um}\nvessel: {shape: {union: [" + cylinder("5", "5") +
      ", " + cylinder("15", "5") + ", " + cylinder("5", "15") + ", " + cylinder("15", "15") +
      "]}}\nflow: {pressure_gradient: 10 kPa/m}\ntime: {step: 10 us, end: 1 ms}\n" +
      "output: {fluid_every: never}\n");
  Scenario part = scenario;
  ASSERT_TRUE(halve(part));
  const Stream<TypeParam>& stream = this->stream();
  const DryRun found = dry_run_part(stream, scenario, part, {}, false),
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

// Spheres along a box of which each of three ranks has those near its third; the first of them lie near
// one rank.
TEST(DryRunsOfRanks, of_a_part_know_the_arrays_of_the_whole) {
  Scenario scenario = testing_scenarios::sphere(8, 1600, 0.1, 10);
  scenario.grid.n.z = 256;
  ObjectKind& sphere = scenario.objects[0];
  sphere.closed().data_sites = 100;
  sphere.placements.assign(64, sphere.placements[0]);
  for (int p = 0; p < 64; ++p) sphere.placements[static_cast<std::size_t>(p)].centre.z = 4 * p + 2;
  scenario.output.cells_every = scenario.output.fluid_every = scenario.output.series_every = 5;
  scenario.device.ranks = 3;
  Scenario part = scenario;
  part.objects[0].placements.resize(16);
  const Stream<Cpu> stream;
  const DryRun found = dry_run_part(stream, scenario, part, {}, true),
               whole = dry_run_all(stream, scenario, {}, true);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  // lists have a sphere to spare, of some thirty
  EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.05);
}

// The same in unbounded shear. In the part, which is lower, all spheres are near the ends in y, so they count
// at the places of their images too; in the whole none is. At the start images lie where the box does.
TEST(DryRunsOfRanks, of_a_lower_part_know_images_in_shear) {
  Scenario scenario = testing_scenarios::sphere(8, 1600, 0.1, 10);
  scenario.grid.n = {8, 48, 256};
  scenario.grid.topology.y.ends = Ends::lees_edwards;
  scenario.drive.shear_rate.mean = 1e-4;
  ObjectKind& sphere = scenario.objects[0];
  sphere.closed().data_sites = 100;
  sphere.placements.assign(64, sphere.placements[0]);
  for (int p = 0; p < 64; ++p) sphere.placements[static_cast<std::size_t>(p)].centre = {8, 48, 8.0 * p + 4};
  scenario.device.ranks = 3;
  Scenario part = scenario;
  part.grid.n.y = 24;
  for (Placement& at : part.objects[0].placements) at.centre.y = 24;
  const Stream<Cpu> stream;
  const DryRun found = dry_run_part(stream, scenario, part, {}, false),
               whole = dry_run_all(stream, scenario, {}, false);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.05);
  EXPECT_NEAR(found.copy_bytes / whole.copy_bytes, 1, 0.05);
}

// Of a lattice, planes of constant z first: a part has as many in each quarter of z, so each of four ranks
// has its share; a halved box is as dense, and no two are closer in it than before.
TEST(PartsOfScenarios, have_objects_for_all_ranks_and_no_denser) {
  Scenario s = testing_scenarios::sphere(64, 400, 0.1, 10);
  s.grid.n.z = 128;
  ObjectKind& sphere = s.objects[0];
  const real spacing = 8 * s.grid.h;
  sphere.placements.assign(8 * 8 * 16, sphere.placements[0]);
  for (int p = 0; p < 8 * 8 * 16; ++p)
    sphere.placements[static_cast<std::size_t>(p)].centre = {
        (p % 8 + 0.5) * spacing, (p / 8 % 8 + 0.5) * spacing, (p / 64 + 0.5) * spacing};
  s.device.ranks = 4;
  const auto in_quarter = [](const Scenario& of, int quarter) {
    const real length = of.grid.lengths().z;
    return std::ranges::count_if(of.objects[0].placements, [&](const Placement& at) {
      return static_cast<int>(4 * at.centre.z / length) == quarter;
    });
  };
  Scenario fewer = s, half = s;
  keep_part(fewer, 0.1);
  ASSERT_TRUE(halve(half));
  EXPECT_EQ(half.grid.n, (Int3{32, 32, 128}));
  for (int quarter = 0; quarter < 4; ++quarter) {
    EXPECT_NEAR(in_quarter(fewer, quarter), 1024 * 0.1 / 4, 1);
    EXPECT_EQ(in_quarter(half, quarter), 1024 / 4 / 4);
  }
  const Real3 length = half.grid.lengths();
  const std::vector<Placement>& kept = half.objects[0].placements;
  for (std::size_t a = 0; a < kept.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const auto apart = [](real d, real box) { return d - box * std::round(d / box); };
      const Real3 d = kept[a].centre - kept[b].centre;
      EXPECT_GE(std::hypot(apart(d.x, length.x), apart(d.y, length.y), apart(d.z, length.z)), 0.99 * spacing);
    }
}

// A box of an odd number of cells is halved too, to a multiple of four: else a dry run would be of all of it.
// Between walls objects stay inside, as far from the nearer wall as they were but in the middle.
TEST(DryRunsOfParts, are_smaller_whatever_the_number_of_cells) {
  for (const int cells : {63, 66, 64}) {
    Scenario s = testing_scenarios::sphere(16, 400, 0.1, 10);
    s.grid = {{cells, cells, cells}, 1};
    s.grid.topology.y.ends = Ends::walls;
    s.objects[0].placements.assign(3, s.objects[0].placements[0]);
    s.objects[0].placements[0].centre = {8, 5, 8};
    s.objects[0].placements[1].centre = {8, cells - 5.0, 8};
    s.objects[0].placements[2].centre = {8, cells / 2.0, 8}; // goes
    ASSERT_TRUE(halve(s));
    EXPECT_EQ(s.grid.n, (Int3{32, 32, 32})) << cells;
    ASSERT_EQ(s.objects[0].placements.size(), 2u) << cells;
    EXPECT_EQ(s.objects[0].placements[0].centre.y, 5);
    EXPECT_EQ(s.objects[0].placements[1].centre.y, 27) << cells;
  }
}

// Ranks have planes beside their slabs, in a short box as many as their own: a part has slabs as high as
// those of the whole, from which its coarser box is cut in x and y.
TEST(DryRunsOfRanks, of_a_coarser_box_know_planes_beside_slabs_and_files) {
  Scenario scenario = testing_scenarios::sphere(16, 400, 0.1, 10);
  scenario.grid.n = {128, 64, 32};
  scenario.objects[0].closed().data_sites = 100;
  scenario.output.cells_every = scenario.output.fluid_every = scenario.output.series_every = 5;
  scenario.output.checkpoint_every = 5;
  scenario.device.ranks = 2;
  Scenario part = scenario;
  part.grid.n = {64, 64, 32};
  const Stream<Cpu> stream;
  const DryRun found = dry_run_part(stream, scenario, part, {}, true),
               whole = dry_run_all(stream, scenario, {}, true);
  ASSERT_TRUE(whole.trouble.empty()) << whole.trouble;
  EXPECT_NEAR(found.array_bytes / whole.array_bytes, 1, 0.02); // tables along one direction
  ASSERT_EQ(found.outputs.size(), whole.outputs.size());
  for (std::size_t i = 0; i < whole.outputs.size(); ++i) {
    if (whole.outputs[i].name != "checkpoint") continue;
    // texts and tables of HDF5: some kB of 12 MB
    EXPECT_NEAR(found.outputs[i].bytes / whole.outputs[i].bytes, 1, 0.01);
  }
}

} // namespace ibsim
