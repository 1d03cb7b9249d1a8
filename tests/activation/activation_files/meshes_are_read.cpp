// Meshes of openCARP and VTK: read as they were written, and refused where they are wrong.
#include "activation_files/activation_files.hpp"

#include "activation_files/activation_text.hpp"
#include "activation_files/mesh_file.hpp"
#include "activation_files/text_records.hpp"
#include "eikonal/solver.hpp"
#include "parallel/device.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {
namespace fs = std::filesystem;

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
  refused([](CarpMesh& c) { c.cells = "1\nTr 0 1 2 7\n"; }, "heart.elem: has no tetrahedra");
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
  // a fibre of zeros means a bath only where speeds depend on it: region 8 is isotropic
  refused([](CarpMesh& c) { c.fibres = "1\n0 0 0\n0 0 0\n"; }, "vertex 0 belongs to no tissue that conducts");
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
  EXPECT_NE(complaint(scenario(changed("LittleEndian", "BigEndian"), all)).find("map.vtu: "),
            std::string::npos);
  expect_complaint(scenario(changed("NumberOfCells=\"", "NumberOfCells=\"-"), all), "NumberOfCells is");
  expect_complaint(scenario(whole, "velocity: {cells: speed}\n"),
                   "has no cell array \"speed\"; it has \"fibre\"");
  expect_complaint(scenario(whole, "velocity: {cells: fibre}\n"),
                   "speeds of tetrahedron 0 (counted from 0) are 0, 0 and 1 m/s: all are zero, or none is");
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

} // namespace
} // namespace ibsim
