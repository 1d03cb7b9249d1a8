// Scenarios of kind activation: read, written back, and refused with their place; formats; stimuli from
// tables.
#include "activation_files/activation_files.hpp"

#include "activation_files/activation_text.hpp"
#include "activation_files/mesh_file.hpp"
#include "eikonal/solver.hpp"
#include "repository.hpp"
#include "test_folder.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {
namespace fs = std::filesystem;

TEST(ActivationScenario, is_read_in_internal_units) {
  const ActivationScenario s = read(small);
  EXPECT_EQ(s.mesh.ball.radius, 5e3);
  EXPECT_EQ(s.medium().otherwise, (Speeds{0.5, 0.5, 0.5}));
  ASSERT_EQ(s.all_cases().size(), 1u);
  const Stimulus stimulus = s.all_cases()[0].stimuli.at(0);
  EXPECT_EQ(stimulus.time, 3e3);
  EXPECT_EQ(stimulus.radius, 2e3);
  EXPECT_EQ(stimulus.key, "stimuli.0");
}

TEST(ActivationScenario, reads_back_as_it_was_resolved) {
  for (const std::string name : {"activation_ventricle.yaml", "activation_pacing.yaml"}) {
    std::vector<std::string> warnings;
    const ActivationScenario s = read_activation(repository() / "config" / name, {}, warnings);
    EXPECT_TRUE(warnings.empty()) << warnings[0];
    const std::string resolved = resolved_activation(s);
    EXPECT_EQ(resolved_activation(read(resolved)), resolved);
  }
  const ActivationScenario s =
      read(small, {"solve.schedule=domains 2", "solve.storage=18 numbers", "solve.precision=single",
                   "solve.domains=7", "mesh.unreached=allowed", "output.formats=[dat, vtu]"});
  EXPECT_EQ(s.solve.schedule, SolveSchedule::domains_2);
  EXPECT_EQ(s.solve.storage, MeshStorage::products);
  EXPECT_EQ(resolved_activation(read(resolved_activation(s))), resolved_activation(s));
}

/// Every kind of mesh, fibres, velocity, stimulus and case, with paths that become absolute.
TEST(ActivationScenario, comes_back_from_its_keys_whatever_it_says) {
  TestFolder folder;
  write_text(folder.path / "heart.vtx", "2\nextra\n0\n3\n");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (cm),time (s)\n1,2,0.3,0.004\n");
  write_text(folder.path / "cases.csv",
             "x (mm),y (mm),z (mm),radius (um),case\n1,0,0,200,left\n0,0,0,0,right\n");
  write_text(folder.path / "m.vtu", "");
  const std::string text = "kind: activation\ntitle: all\nmesh: {file: m.vtu, unit: 2.5 mm, regions: tag, "
                           "orientation: any, unreached: allowed}\nfibres: {cells: f, sheets: s}\n"
                           "velocity: [{along: 0.6 m/s, across: 0.4 m/s}, {all: 2 m/s, regions: [25, -3]}]\n"
                           "stimuli: [{vertices: heart.vtx, time: 1 ms}, {vertices: [5, 7], name: two}, "
                           "{table: sites.csv}, {at: [1 mm, 2 mm, 3 mm]}]\n"
                           "cases: [{table: cases.csv}, {name: third, stimuli: [{vertices: [1]}]}, {}]\n"
                           "points: [{at: [0 mm, 1 mm, 2 mm]}, {name: apex, at: [0 mm, 0 mm, 0 mm]}]\n"
                           "solve: {schedule: domains 1, domains: 12}\noutput: {formats: []}\n";
  std::vector<std::string> warnings;
  const std::string name = (folder.path / "all.yaml").string();
  const ActivationScenario s = read_activation_text(text, name, {}, warnings);
  EXPECT_EQ(s.mesh.unit, 2500);
  EXPECT_EQ(s.medium().otherwise, (Speeds{0.6, 0.4, 0.4}));
  EXPECT_EQ(s.medium().region.at(-3), (Speeds{2, 2, 2}));
  EXPECT_EQ(s.points[0].name, "point 0");
  const std::vector<ActivationCase> cases = s.all_cases();
  ASSERT_EQ(cases.size(), 4u); // two of the table, the third, and one with the common stimuli alone
  EXPECT_EQ(cases[0].name, "left");
  EXPECT_EQ(cases[3].name, "2");
  ASSERT_EQ(cases[0].stimuli.size(), 5u);
  EXPECT_EQ(cases[0].stimuli[0].vertices, (std::vector<Index>{0, 3}));
  EXPECT_EQ(cases[0].stimuli[2].at, (Real3{1e3, 2e3, 3e3}));
  EXPECT_EQ(cases[0].stimuli[2].time, 4e3);
  EXPECT_EQ(cases[0].stimuli[4].radius, 200);
  EXPECT_EQ(cases[2].stimuli.back().vertices, (std::vector<Index>{1}));
  const std::string resolved = resolved_activation(s);
  const ActivationScenario again = read(resolved);
  EXPECT_EQ(resolved_activation(again), resolved);
  EXPECT_TRUE(activation_differences(s, again).empty());
  EXPECT_TRUE(warnings.empty());
  // of a run whose files are gone, its scenario is still told
  std::filesystem::remove(folder.path / "sites.csv");
  EXPECT_THROW(read(resolved), InputError);
  EXPECT_NO_THROW(read_activation_text(resolved, "r.yaml", {}, warnings, NamedFiles::left_alone));
}

TEST(ActivationScenario, differs_in_what_was_changed) {
  const auto differences = activation_differences(
      read(small), read(small, {"velocity.all=0.7 m/s", "title=x", "solve.precision=single"}));
  ASSERT_EQ(differences.size(), 3u);
  EXPECT_EQ(differences[0].key, "title");
  EXPECT_EQ(differences[0].effect, ChangeEffect::nothing);
  EXPECT_EQ(differences[1].key, "velocity.0.all");
  EXPECT_EQ(differences[1].effect, ChangeEffect::physics);
  EXPECT_EQ(differences[2].key, "solve.precision");
  EXPECT_EQ(differences[2].effect, ChangeEffect::method);
}

TEST(ActivationScenario, is_refused_where_it_is_wrong) {
  expect_complaint(small + "velocty: 3\n", "heart.yaml:5:1: unknown key \"velocty\"");
}

TEST(ActivationScenario, says_what_is_wrong) {
  const auto with = [](const std::string& key) { return std::vector<std::string>{key}; };
  expect_complaint(small, "velocity.all: must be at least zero", with("velocity.all=-1 m/s"));
  expect_complaint(small, "velocity.all", with("velocity.all=0.5"));
  expect_complaint(small, "depends on the direction, but there are no fibres",
                   with("velocity={along: 0.6 m/s, across: 0.3 m/s}"));
  expect_complaint(
      small, "velocity.2.regions: region 3 has its velocity from velocity.1; which one counts?",
      with("velocity=[{all: 1 m/s}, {all: 2 m/s, regions: [3]}, {all: 3 m/s, regions: [4, 3]}]"));
  expect_complaint(small, "only a built-in ventricle knows inside from outside",
                   with("fibres={rule: {endo: 60 deg}}"));
  expect_complaint(small, "is 15 mm outside the mesh", with("stimuli=[{at: [20 mm, 0 mm, 0 mm]}]"));
  expect_complaint(small, "there is no vertex 100000", with("stimuli=[{vertices: [100000]}]"));
  expect_complaint(small, "expected one of window, naive", with("solve.schedule=fastest"));
  expect_complaint(small, "there is no", with("mesh={file: nowhere.vtu, unit: mm}"));
  expect_complaint(small, "stimuli.0.table: there is no", with("stimuli=[{table: nowhere.csv}]"));
  expect_complaint(small, "stimuli.0.vertices: there is no", with("stimuli=[{vertices: nowhere.vtx}]"));
  expect_complaint(small, "unknown key \"mesh.bal\"; did you mean \"ball\"?", with("mesh={bal: 3}"));
  expect_complaint(small, "mesh: expected one of file, carp, box, ball, ventricle", with("mesh={}"));
  expect_complaint(small, "mesh.unit: only a mesh from a file has it", with("mesh.unit=mm"));
  expect_complaint(small, "mesh: a mesh with edges this short", with("mesh.ball.edge=1 nm"));
  expect_complaint(small, "mesh: these edges are too long for a ball", with("mesh.ball.edge=1 m"));
  expect_complaint(small, "needs either edge: 1 mm or tetrahedra: 1e6", with("mesh={ventricle: {}}"));
  expect_complaint(small, "velocity.along: excludes all", with("velocity={all: 1 m/s, along: 1 m/s}"));
  expect_complaint(small, "velocity.1: two velocities without regions",
                   with("velocity=[{all: 1 m/s}, {all: 2 m/s}]"));
  expect_complaint(small, "none is without regions", with("velocity=[{all: 1 m/s, regions: [1]}]"));
  expect_complaint(small, "velocity.all: is outside the range of numbers", with("velocity.all=1e-40 m/s"));
  expect_complaint(small, "is not a finite number", with("velocity.all=nan m/s"));
  expect_complaint(small, "fibres.direction: has no length", with("fibres={direction: [0, 0, 0]}"));
  expect_complaint(small, "stimuli.0.time: must be from zero", with("stimuli.0.time=-1 ms"));
  expect_complaint(small, "stimuli.0.time: must be from zero to 1e+15 us", with("stimuli.0.time=1e300 ms"));
  expect_complaint(small, "stimuli.0 (apex): is 15 mm outside the mesh",
                   with("stimuli=[{at: [20 mm, 0 mm, 0 mm], name: apex}]"));
  expect_complaint(small, "stimuli.0.vertices: there are none", with("stimuli=[{vertices: []}]"));
  expect_complaint(small, "stimuli.0: expected one of at",
                   with("stimuli=[{at: [0 mm, 0 mm, 0 mm], vertices: [1]}]"));
  expect_complaint(small, "missing key \"stimuli.0.at\"", with("stimuli=[{time: 1 ms}]"));
  expect_complaint(small.substr(0, small.find("stimuli")), "missing key \"stimuli\"");
  expect_complaint(small, "one mesh is enough", with("mesh={ball: {radius: 5 mm, edge: 1 mm}, box: {}}"));
  expect_complaint(small, "two have the name", with("cases=[{name: a}, {name: a}]"));
  expect_complaint(small, "becomes the name of a file", with("cases=[{name: ../a}]"));
  expect_complaint(small, "from 0 to less than 0.2",
                   with("mesh={box: {size: [1 mm, 1 mm, 1 mm], edge: 1 mm, jiggle: 0.4}}"));
}

// Speeds that differ in the sheet and normal to it ask for a sheet; where they are the same, any direction
// across the fibre gives the same metric, so none is asked for.
TEST(ActivationScenario, asks_for_the_sheet_where_speeds_depend_on_it) {
  const std::string three = "velocity={along: 0.6 m/s, across: 0.4 m/s, normal: 0.2 m/s}",
                    two = "velocity={along: 0.6 m/s, across: 0.4 m/s}";
  const auto fibres = [](const std::string& keys) { return "fibres={direction: [0, 2, 0]" + keys + "}"; };
  expect_complaint(small, "fibres.sheet: has no length", {two, fibres(", sheet: [0, 0, 0]")});
  expect_complaint(small, "fibres.sheet: is parallel to direction", {three, fibres(", sheet: [0, -1, 0]")});
  expect_complaint(small, "is parallel to fibres.direction", {three, fibres("")}); // the default, [0, 1, 0]
  expect_complaint(small, "no complaint", {two, fibres("")});
  expect_complaint(small, "no complaint", {three, fibres(", sheet: [0, 5, 0.01]")});
}

TEST(ActivationFiles, hold_times_in_ms) {
  TestFolder folder;
  const std::vector<real> times{0, 1500, std::numeric_limits<real>::infinity()};
  write_dat(folder.path / "a.dat", {"", &times});
  EXPECT_EQ(read_dat(folder.path / "a.dat"), (std::vector<real>{0, 1.5, -1}));
  write_igb(folder.path / "a.igb", {"", &times});
  const std::string igb = file_content(folder.path / "a.igb");
  ASSERT_EQ(igb.size(), 1024u + 12);
  EXPECT_EQ(igb.substr(0, 4), "x:3 ");
  float second = 0;
  std::memcpy(&second, igb.data() + 1028, 4);
  EXPECT_EQ(second, 1.5f);
}

TEST(Stimuli, come_from_tables_with_units) {
  TestFolder folder;
  write_text(folder.path / "sites.csv",
             "x (mm),y (mm),z (mm),time (ms),case\n1,0,0,2,left\n-1,0,0,3,right\n0,0,1,4,left\n");
  const std::string text = "kind: activation\nmesh: {ball: {radius: 5 mm, edge: 1.5 mm}}\nvelocity: {all: "
                           "0.5 m/s}\ncases: {table: " +
                           (folder.path / "sites.csv").string() + "}\n";
  const std::vector<ActivationCase> cases = read(text).all_cases();
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].name, "left");
  EXPECT_EQ(cases[0].stimuli.size(), 2u);
  EXPECT_EQ(cases[1].stimuli.at(0).at, (Real3{-1000, 0, 0}));
  EXPECT_EQ(cases[1].stimuli.at(0).time, 3000);
  write_text(folder.path / "sites.csv", "x (mm),y,z (mm)\n1,0,0\n");
  expect_complaint(text, "column \"y\" has no unit");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),Time (ms),case\n1,0,0,2,a\n");
  EXPECT_EQ(read(text).all_cases().at(0).stimuli.at(0).time, 2000);
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),radus (mm),case\n1,0,0,2,a\n");
  expect_complaint(text, "unknown column \"radus (mm)\"; did you mean \"radius\"?");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),onset of it (ms),case\n1,0,0,2,a\n");
  expect_complaint(text, "unknown column \"onset of it (ms)\"; known columns: x (mm), y (mm), z (mm), time "
                         "(ms), radius (mm), case");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),time (ms),case\n1,0,0,1e300,a\n");
  expect_complaint(text, "sites.csv:2: the time must be at most 1e+15 us");
  const std::string without_cases = "kind: activation\nmesh: {ball: {radius: 5 mm, edge: 1.5 mm}}\nvelocity: "
                                    "{all: 0.5 m/s}\nstimuli: [{table: " +
                                    (folder.path / "sites.csv").string() + "}]\n";
  expect_complaint(without_cases, "column \"case\" belongs into a table of cases");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),case\n1,0\n");
  expect_complaint(text, "sites.csv:2: has 2 cells, not 4");
}

} // namespace
} // namespace ibsim
