// Scenarios of kind activation: read, written back, and refused with their place; meshes that are none;
// formats.
#include "activation_files/activation_files.hpp"

#include "activation_files/mesh_file.hpp"
#include "activation_files/prepare_activation.hpp"
#include "activation_files/read_activation.hpp"
#include "activation_files/text_records.hpp"
#include "base/error.hpp"
#include "eikonal/solver.hpp"
#include "files/run_folder.hpp"
#include "parallel/device.hpp"
#include "repository.hpp"
#include "test_folder.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {
namespace fs = std::filesystem;

/// Of a literal, its characters without the zero behind them.
void write_text(const std::filesystem::path& path, const std::string& text) { write_file(path, text); }

const std::string small =
    "kind: activation\nmesh: {ball: {radius: 5 mm, edge: 1.5 mm}}\nvelocity: {all: 0.5 m/s}\n"
    "stimuli: [{at: [0 mm, 0 mm, 0 mm], radius: 2 mm, time: 3 ms}]\n";

ActivationScenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> warnings;
  return read_activation_text(text, "heart.yaml", overrides, warnings);
}
std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    prepare_activation(read(text, overrides));
  } catch (const InputError& e) {
    return e.what();
  }
  return "no complaint";
}
void expect_complaint(const std::string& text, const std::string& part,
                      const std::vector<std::string>& overrides = {}) {
  EXPECT_NE(complaint(text, overrides).find(part), std::string::npos) << complaint(text, overrides);
}

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
  EXPECT_EQ(s.solve.storage, Storage::products);
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
  expect_complaint(small, "velocity.all: must be greater than zero", with("velocity.all=-1 m/s"));
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
  expect_complaint(small, "mesh: a ball of this radius has no room", with("mesh.ball.edge=1 m"));
  expect_complaint(small, "needs either edge: 1 mm or tetrahedra: 1e6", with("mesh={ventricle: {}}"));
  expect_complaint(small, "velocity.along: does not go together with all",
                   with("velocity={all: 1 m/s, along: 1 m/s}"));
  expect_complaint(small, "velocity.1: two velocities without regions",
                   with("velocity=[{all: 1 m/s}, {all: 2 m/s}]"));
  expect_complaint(small, "none is without regions", with("velocity=[{all: 1 m/s, regions: [1]}]"));
  expect_complaint(small, "velocity.all: is beyond anything that can be computed",
                   with("velocity.all=1e-40 m/s"));
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
  expect_complaint(small, "becomes that of a file", with("cases=[{name: ../a}]"));
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

/// Two tetrahedra with a common face, as openCARP writes them.
struct CarpMesh {
  TestFolder folder;
  std::string points = "5\n0 0 0\n1000 0 0\n0 1000 0\n0 0 1000\n1000 1000 1000\n";
  std::string cells = "2\nTt 0 1 2 3 7\nTt 1 2 3 4 8\n";
  std::string fibres = "1\n1 0 0\n0 1 0\n";
  std::string scenario(const std::string& more = "") {
    write_text(folder.path / "heart.pts", points);
    write_text(folder.path / "heart.elem", cells);
    write_text(folder.path / "heart.lon", fibres);
    return "kind: activation\nmesh: {carp: " + (folder.path / "heart").string() +
           "}\nvelocity: [{along: 0.6 m/s, across: 0.3 m/s}, {regions: [8], all: 2 m/s}]\n"
           "stimuli: [{vertices: [0]}]\n" +
           more;
  }
};

TEST(CarpMeshes, are_read) {
  CarpMesh carp;
  const PreparedActivation p = prepare_activation(read(carp.scenario()));
  EXPECT_EQ(p.mesh.vertices(), 5);
  EXPECT_EQ(p.mesh.cells(), 2);
  EXPECT_EQ(
      p.in_file_order(std::vector<real>{0, 1, 2, 3, 4})[static_cast<std::size_t>(p.renumbering.vertex[3])],
      3);
  const TetMesh mesh = p.mesh_in_file_order();
  EXPECT_EQ(mesh.points[4], (Real3{1000, 1000, 1000}));
  EXPECT_EQ(mesh.tetrahedra[1], (Tetrahedron{{1, 2, 3, 4}}));
  EXPECT_EQ(mesh.region, (std::vector<Index>{7, 8}));
  EXPECT_EQ(mesh.fibre[1], (UnitVector{0, 1, 0}));
}

TEST(CarpMeshes, have_sheets_where_speeds_depend_on_them) {
  CarpMesh carp;
  const std::vector<std::string> three{
      "velocity=[{along: 0.6 m/s, across: 0.3 m/s, normal: 0.2 m/s}, {regions: "
      "[8], along: 1 m/s, across: 1 m/s, normal: 0.5 m/s}]"};
  expect_complaint(carp.scenario(), "velocity: differs across the fibre and normal to the sheet", three);
  carp.fibres = "2\n1 0 0 0 1 0\n0 1 0 0 2 0\n"; // the second sheet is along its fibre
  expect_complaint(carp.scenario(), "fibres.sheets: the direction in the sheet of tetrahedron 1", three);
  carp.fibres = "2\n1 0 0 0 1 0\n0 1 0 0 0 1\n";
  expect_complaint(carp.scenario(), "no complaint", three);
}

TEST(CarpMeshes, are_refused_where_they_are_wrong) {
  const auto refused = [](auto change, const std::string& part) {
    CarpMesh carp;
    change(carp);
    expect_complaint(carp.scenario(), part);
  };
  refused([](CarpMesh& c) { c.cells = "2\nTt 0 1 2 3 7\nTt 1 2 3 9 8\n"; },
          "heart.elem:3: there is no vertex 9");
  refused([](CarpMesh& c) { c.cells = "1\nTr 0 1 2 7\n"; }, "heart.elem:2: element of kind \"Tr\"");
  refused([](CarpMesh& c) { c.cells = "3\nTt 0 1 2 3 7\nTt 1 2 3 4 8\n"; }, "the file ends where an element");
  refused([](CarpMesh& c) { c.points = "5\n0 0 0\n1000 0 x\n"; },
          "heart.pts:3: expected a coordinate, got \"x\"");
  refused([](CarpMesh& c) { c.points = "900000000\n0 0 0\n"; }, "heart.pts:1:");
  refused([](CarpMesh& c) { c.points = "0\n"; }, "heart.pts:1: expected a count of points from 1");
  refused([](CarpMesh& c) { c.points.replace(c.points.find("1000"), 4, "nan"); },
          "vertex 1 has coordinates that are not finite");
  refused([](CarpMesh& c) { c.cells = "2\nTt 0 1 2 3 7\nTt 1 2 -3 4 8\n"; },
          "heart.elem:3: there is no vertex -3");
  refused([](CarpMesh& c) { c.cells = "2\nTt 0 1 2 3 7\nTt 1 2 2 4 8\n"; }, "has a vertex twice");
  refused([](CarpMesh& c) { c.cells = "2\nTt 0 1 2 3 99999999\nTt 1 2 3 4 8\n"; },
          "regions are whole numbers of at most 2^24");
  refused([](CarpMesh& c) { c.fibres = "1\n1 0 0\n"; },
          "heart.lon:3: the file ends where a direction should be");
  refused([](CarpMesh& c) { c.fibres = "1\nnan 0 0\n0 1 0\n"; },
          "tetrahedron 0 (counted from 0) has no fibre");
  refused([](CarpMesh& c) { c.cells = "2\nTt 0 1 2 3 7\nTt 1 3 2 4 8\n"; }, "is inverted");
  refused(
      [](CarpMesh& c) {
        c.points = "5\n0 0 0\n1000 0 0\n0 1000 0\n0 0 1000\n500 500 0\n";
        c.cells = "2\nTt 0 1 2 3 7\nTt 0 1 2 4 8\n";
      },
      "is degenerate");
  refused(
      [](CarpMesh& c) {
        c.cells = "1\nTt 0 1 2 3 7\n";
        c.fibres = "1\n1 0 0\n";
      },
      "vertex 4 belongs to no tetrahedron");
  // a tetrahedron without a fibre is refused only where speeds depend on it: region 8 is isotropic
  refused([](CarpMesh& c) { c.fibres = "1\n0 0 0\n0 0 0\n"; }, "tetrahedron 0 (counted from 0) has no fibre");
  refused([](CarpMesh& c) { c.fibres = "1\n1 0 0\n0 0 0\n"; }, "no complaint");
  refused(
      [](CarpMesh& c) { // two tetrahedra that have nothing in common, one stimulus
        c.points = "8\n0 0 0\n1000 0 0\n0 1000 0\n0 0 1000\n5000 0 0\n6000 0 0\n5000 1000 0\n5000 0 1000\n";
        c.cells = "2\nTt 0 1 2 3 7\nTt 4 5 6 7 8\n";
      },
      "a part of 4 vertices");
}

// A row of 30,000 points along x, 15 bytes a line at least, is read in several pieces; every number is where
// it was, and what is wrong is told with its line, whatever piece it is in and however many threads read.
TEST(CarpMeshes, are_read_by_all_threads_with_their_lines) {
  TestFolder folder;
  const fs::path path = folder.path / "long.pts";
  constexpr int n = 30000;
  const auto write = [&](int bad, int lines) {
    std::string text = std::to_string(n) + "\n";
    for (int i = 0; i < lines; ++i) {
      text += std::to_string(i) + ".5 -1e-3 " + (i == bad || i == bad + 9000 ? "x" : "7") + "\n";
      if (i % 1000 == 0) text += " \n"; // blank lines count as lines
    }
    write_text(path, text);
    return text;
  };
  const auto read_points = [&](const std::string& text) {
    std::vector<Real3> points(n, {-1, -1, -1});
    Real3* p = points.data();
    read_records(path, text, n, "points", "a point", [=](Index i, Words& words) {
      for (int d = 0; d < 3; ++d) p[i][d] = words.number<double>("a coordinate");
    });
    return points;
  };
  const auto complaint_about = [&](const std::string& text) {
    try {
      read_points(text);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no complaint");
  };
  const int before = cpu_threads();
  for (const int threads : {1, 3}) {
    set_cpu_threads(threads);
    const std::vector<Real3> points = read_points(write(n, n));
    for (int i = 0; i < n; ++i) ASSERT_EQ(points[static_cast<std::size_t>(i)], (Real3{i + 0.5, -1e-3, 7}));
    // line 2 is point 0, and 16 blank lines come before point 15,000
    EXPECT_NE(complaint_about(write(15000, n)).find("long.pts:15017: expected a coordinate, got \"x\""),
              std::string::npos);
    EXPECT_NE(complaint_about(write(n, n - 1)).find("long.pts:30031: the file ends where a point should be"),
              std::string::npos)
        << complaint_about(write(n, n - 1));
    EXPECT_NE(complaint_about(write(n, n + 1)).find("there are more points than the first line says"),
              std::string::npos);
  }
  set_cpu_threads(before);
}

/// The travel times of a single tetrahedron by every schedule: along its edges at 0.5 m/s.
TEST(CarpMeshes, may_be_one_tetrahedron) {
  CarpMesh carp;
  carp.points = "4\n0 0 0\n1000 0 0\n0 1000 0\n0 0 1000\n", carp.cells = "1\nTt 0 1 2 3 7\n";
  carp.fibres = "1\n1 0 0\n";
  for (const std::string& schedule : schedule_names()) {
    const ActivationScenario s =
        read(carp.scenario(), {"velocity={all: 0.5 m/s}", "solve.schedule=" + schedule});
    const PreparedActivation p = prepare_activation(s);
    const Stream<Cpu> stream;
    ActivationSolver<Cpu> solver(stream, p.mesh, p.medium, s.solve);
    SolveStatistics statistics;
    const std::vector<real> times = p.in_file_order(solver.solve(stream, p.starts, statistics)[0]);
    EXPECT_EQ(times, (std::vector<real>{0, 2e3, 2e3, 2e3})) << schedule;
  }
}

TEST(VtuMeshes, are_refused_where_they_are_wrong) {
  TestFolder folder;
  TetMesh mesh = prepare_activation(read(small)).mesh_in_file_order();
  mesh.fibre.assign(mesh.tetrahedra.size(), {0, 0, 1});
  write_vtu(folder.path / "map.vtu", mesh, {});
  const std::string whole = file_content(folder.path / "map.vtu");
  const auto scenario = [&](const std::string& content, const std::string& more) {
    write_text(folder.path / "map.vtu", content);
    return "kind: activation\nmesh: {file: " + (folder.path / "map.vtu").string() +
           ", unit: mm}\nstimuli: [{at: [0 mm, 0 mm, 0 mm]}]\n" + more;
  };
  const std::string all = "velocity: {all: 1 m/s}\n";
  EXPECT_EQ(complaint(scenario(whole, all)), "no complaint");
  for (std::size_t bytes = 0; bytes < whole.size() - 40; bytes += whole.size() / 61) // wherever it is cut off
    EXPECT_NE(complaint(scenario(whole.substr(0, bytes), all)).find("map.vtu: "), std::string::npos) << bytes;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string content = whole;
    return content.replace(content.find(from), from.size(), to);
  };
  expect_complaint(scenario(changed("UnstructuredGrid", "PolyData"), all), "not an UnstructuredGrid");
  expect_complaint(scenario(changed("LittleEndian", "BigEndian"), all), "big-endian");
  expect_complaint(scenario(changed("NumberOfCells=\"", "NumberOfCells=\"-"), all), "NumberOfCells is");
  expect_complaint(scenario(whole, "velocity: {cells: speed}\n"),
                   "has no cell array \"speed\"; it has \"fibre\"");
  expect_complaint(scenario(whole, "velocity: {cells: fibre}\n"),
                   "speed of tetrahedron 0 (counted from 0) is 0 m/s");
  expect_complaint(scenario(whole, all + "fibres: {cells: sheet}\n"), "has no cell array \"sheet\"");
  std::string no_unit = scenario(whole, all);
  no_unit.replace(no_unit.find(", unit: mm"), 10, "");
  expect_complaint(no_unit, "missing key \"mesh.unit\"");
  const std::size_t data = whole.find("<AppendedData");
  std::string bent = whole; // all bits set somewhere in the arrays: no coordinate, no vertex
  std::fill_n(bent.begin() + static_cast<std::ptrdiff_t>(data + 30 + 12 * mesh.tetrahedra.size() + 24 * 20),
              16, '\xff');
  EXPECT_NE(complaint(scenario(bent, all)).find("map.vtu: "), std::string::npos)
      << complaint(scenario(bent, all));
}

TEST(VtuMeshes, are_read_as_they_were_written) {
  TestFolder folder;
  PreparedActivation p = prepare_activation(read(small));
  TetMesh mesh = p.mesh_in_file_order();
  mesh.region.assign(mesh.tetrahedra.size(), 3);
  mesh.region[0] = 5;
  mesh.fibre.assign(mesh.tetrahedra.size(), {0, 0, 1});
  const std::vector<real> times(mesh.points.size(), 7e3);
  write_vtu(folder.path / "map.vtu", mesh, {{"activation_time", &times}});
  const MeshFile read_back = read_vtu(folder.path / "map.vtu", 1e3);
  EXPECT_EQ(read_back.mesh.tetrahedra, mesh.tetrahedra);
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    EXPECT_NEAR(norm(read_back.mesh.points[i] - mesh.points[i]), 0, 1e-9);
  EXPECT_EQ(read_back.cells.at("region").values[0], 5);
  EXPECT_EQ(read_back.cells.at("fibre").components, 3);
}

TEST(VtuMeshes,
     are_read_in_every_encoding) { // one tetrahedron, by hand: ascii, and base64 with UInt32 headers
  TestFolder folder;
  const auto file = [&](const std::string& points) {
    write_text(
        folder.path / "one.vtu",
        "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\"><UnstructuredGrid>"
        "<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points>" +
            points +
            "</Points><Cells>"
            "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>"
            "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>"
            "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10</DataArray></Cells></Piece>"
            "</UnstructuredGrid></VTKFile>");
    return read_vtu(folder.path / "one.vtu", 1).mesh;
  };
  const TetMesh ascii =
      file("<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1"
           "</DataArray>");
  EXPECT_EQ(ascii.points[3], (Real3{0, 0, 1}));
  // 48 bytes: a header of 4, then twelve floats
  const TetMesh base64 =
      file("<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"binary\">"
           "MAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPw==</DataArray>");
  EXPECT_EQ(base64.points, ascii.points);
  EXPECT_THROW(file("<DataArray type=\"Float32\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0</DataArray>"),
               InputError);
  EXPECT_THROW(file("<DataArray type=\"Float32\" format=\"binary\">MAAAAAAA</DataArray>"), InputError);
  EXPECT_THROW(file("<DataArray type=\"Float32\" format=\"appended\" offset=\"7\"/>"), InputError);
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
  expect_complaint(text, "sites.csv:1: unknown column \"Time (ms)\"; did you mean \"time\"?");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),radus (mm),case\n1,0,0,2,a\n");
  expect_complaint(text, "unknown column \"radus (mm)\"; did you mean \"radius\"?");
  write_text(folder.path / "sites.csv", "x (mm),y (mm),z (mm),onset of it (ms),case\n1,0,0,2,a\n");
  expect_complaint(text, "unknown column \"onset of it (ms)\"; expected x, y, z, time, radius, case");
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
