// Meshes as users have them: joined from parts, with baths and insulators, lines and surfaces, binary files,
// directions at vertices.
#include "activation_files/activation_text.hpp"
#include "activation_files/mesh_file.hpp"
#include "eikonal/solver.hpp"
#include "eikonal/statistics.hpp"
#include "test_folder.hpp"

#include <cstring>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// openCARP's files of a mesh, lengths in um.
void write_carp(const TestFolder& folder, const TetMesh& mesh, const std::string& fibres = "",
                const std::string& further_elements = "", int further = 0) {
  std::string points = std::to_string(mesh.points.size()) + "\n",
              cells = std::to_string(mesh.tetrahedra.size() + static_cast<std::size_t>(further)) + "\n";
  for (const Real3& p : mesh.points) points += text("%.17g %.17g %.17g\n", p.x, p.y, p.z);
  for (Index i = 0; i < mesh.cells(); ++i) {
    const Index* v = mesh.tetrahedra[static_cast<std::size_t>(i)].vertex;
    cells += text("Tt %d %d %d %d %d\n", v[0], v[1], v[2], v[3],
                  mesh.region.empty() ? 1 : mesh.region[static_cast<std::size_t>(i)]);
  }
  write_text(folder.path / "m.pts", points);
  write_text(folder.path / "m.elem", cells + further_elements);
  if (!fibres.empty()) write_text(folder.path / "m.lon", fibres);
}

std::string scenario(const TestFolder& folder, const std::string& velocity = "{all: 0.5 m/s}",
                     const std::string& mesh = "") {
  return "kind: activation\nmesh: {carp: " + (folder.path / "m").string() + mesh +
         "}\nvelocity: " + velocity + "\nstimuli: [{vertices: [0]}]\n";
}

/// Times in ms in the order of the file.
std::vector<real> times_of(const std::string& text, PreparedActivation* keep = nullptr) {
  const ActivationScenario s = read(text);
  PreparedActivation p = prepare_activation(s);
  const Stream<Cpu> stream;
  ActivationSolver<Cpu> solver(stream, p.mesh, p.medium, s.solve);
  SolveStatistics statistics;
  std::vector<real> times = p.in_file_order(solver.solve(stream, p.starts, statistics)[0]);
  for (real& t : times) t /= 1e3;
  if (keep) *keep = std::move(p);
  return times;
}

/// A bar of 8 x 1 x 1 mm from the origin, vertex 0; the vertex at (8, 0, 0) mm is number 8.
TetMesh bar() { return make_mesh(BoxMesh{{8000, 1000, 1000}, 1000, 0, 1}); }

/// The same in two parts: tetrahedra beyond x = 4 mm have vertices of their own there, moved by `gap`.
TetMesh bar_in_two(real gap) {
  TetMesh mesh = bar();
  std::vector<Index> twin(mesh.points.size(), -1);
  for (Tetrahedron& t : mesh.tetrahedra)
    if (centroid(mesh, t).x > 4000)
      for (Index& v : t.vertex) {
        if (mesh.points[static_cast<std::size_t>(v)].x != 4000) continue;
        Index& other = twin[static_cast<std::size_t>(v)];
        if (other < 0) {
          other = mesh.vertices();
          mesh.points.push_back(mesh.points[static_cast<std::size_t>(v)] + Real3{gap, 0, 0});
          twin.push_back(-1);
        }
        v = other;
      }
  return mesh;
}

// Along edges the front is exact: the end of the bar is reached after 8 mm at 0.5 m/s, 16 ms. Vertices that
// are an edge times 1e-4 apart are one, those 1e-2 apart are not.
TEST(MeshesOfUsers, are_joined_where_vertices_coincide) {
  for (const real gap : {0.0, 0.1}) {
    TestFolder folder;
    write_carp(folder, bar_in_two(gap));
    PreparedActivation p;
    const std::vector<real> times = times_of(scenario(folder), &p);
    ASSERT_EQ(times.size(), bar().points.size() + 4);
    EXPECT_NEAR(times[8], 16, 16 * 1e-10 + gap * 2e-3);
    EXPECT_EQ(times[4], times[bar().points.size()]); // the first twin, at (4, 0, 0) mm
    EXPECT_EQ(p.mesh_in_file_order().tetrahedra, bar_in_two(gap).tetrahedra);
    ASSERT_EQ(p.warnings.size(), 1u);
    EXPECT_NE(p.warnings[0].find("mesh: 4 vertices are at the place of another one"), std::string::npos)
        << p.warnings[0];
    expect_complaint(scenario(folder, "{all: 0.5 m/s}", ", coincident: kept"), "is connected to no stimulus");
  }
  TestFolder folder;
  write_carp(folder, bar_in_two(10));
  expect_complaint(scenario(folder), "is connected to no stimulus");
}

TEST(MeshesOfUsers, have_each_tetrahedron_once) {
  TestFolder folder;
  TetMesh mesh = bar_in_two(0);
  const Index n = mesh.cells(), *v = mesh.tetrahedra[2].vertex;
  mesh.tetrahedra.push_back({{v[1], v[2], v[0], v[3]}}); // an even permutation
  write_carp(folder, mesh);
  expect_complaint(scenario(folder), text("tetrahedron %d has the vertices of tetrahedron 2", n));
}

/// Regions 1, 9 and 2 of the bar: up to 3 mm, up to 5 mm, beyond.
TetMesh bar_with_insulator() {
  TetMesh mesh = bar();
  for (const Tetrahedron& t : mesh.tetrahedra) {
    const real x = centroid(mesh, t).x;
    mesh.region.push_back(x < 3000 ? 1 : x < 5000 ? 9 : 2);
  }
  return mesh;
}

TEST(MeshesOfUsers, may_hold_tissue_that_does_not_conduct) {
  TestFolder folder;
  write_carp(folder, bar_with_insulator());
  const std::string insulated = "[{all: 0.5 m/s}, {regions: [9], all: 0 m/s}]";
  expect_complaint(scenario(folder, insulated), "is connected to no stimulus");
  PreparedActivation p;
  const std::vector<real> times = times_of(scenario(folder, insulated, ", unreached: allowed"), &p);
  EXPECT_NEAR(times[3], 6, 6e-10); // 3 mm along edges at 0.5 m/s
  EXPECT_TRUE(std::isinf(times[4]));
  EXPECT_TRUE(std::isinf(times[8]));
  EXPECT_EQ(p.mesh_in_file_order().region, bar_with_insulator().region);
  expect_complaint(scenario(folder, insulated, ", unreached: allowed") +
                       "points: [{at: [4 mm, 0 mm, 0 mm]}]\n",
                   "no complaint"); // the nearest vertex of tissue
  std::string inside = scenario(folder, insulated, ", unreached: allowed");
  inside.replace(inside.find("vertices: [0]"), 13, "vertices: [4]");
  expect_complaint(inside, "vertex 4 belongs to no tissue that conducts");
  expect_complaint(scenario(folder, "{along: 0.5 m/s, across: 0 m/s}"), "all speeds are zero, or none is");
  expect_complaint(scenario(folder, "{all: 0 m/s}"), "no tissue conducts");
}

TEST(MeshesOfUsers, may_hold_a_bath_of_opencarp) { // whose fibres are zero
  TestFolder folder;
  const TetMesh mesh = bar_with_insulator();
  std::string fibres = "1\n";
  for (const Index region : mesh.region) fibres += region == 9 ? "0 0 0\n" : "1 0 0\n";
  write_carp(folder, mesh, fibres);
  const std::string speeds = "{along: 0.5 m/s, across: 0.25 m/s}";
  PreparedActivation p;
  const std::vector<real> times = times_of(scenario(folder, speeds, ", unreached: allowed"), &p);
  EXPECT_NEAR(times[3], 6, 6e-10);
  EXPECT_TRUE(std::isinf(times[8]));
  ASSERT_FALSE(p.warnings.empty());
  EXPECT_NE(p.warnings[0].find("12 tetrahedra have a fibre of zeros"), std::string::npos) << p.warnings[0];
  // with a speed of its own it is tissue that conducts: 2 mm at 1 m/s between 3 and 3 mm at 0.5 m/s
  EXPECT_NEAR(times_of(scenario(folder, "[" + speeds + ", {regions: [9], all: 1 m/s}]"))[8], 14, 14e-10);
}

TEST(MeshesOfUsers, may_hold_lines_and_surfaces) { // a Purkinje fibre, whose end is a vertex of its own
  TestFolder folder;
  TetMesh mesh = bar();
  mesh.points.push_back({9000, 0, 0});
  write_carp(folder, mesh, "", text("Ln 8 %d 5\nTr 0 1 2\nQd 0 1 2 3 7\n", mesh.vertices() - 1), 3);
  PreparedActivation p;
  const std::vector<real> times = times_of(scenario(folder), &p);
  EXPECT_NEAR(times[8], 16, 16e-10);
  EXPECT_TRUE(std::isinf(times.back()));
  EXPECT_EQ(p.warnings.size(), 3u);
  write_text(folder.path / "m.elem", "1\nHx 0 1 2 3 4 5 6 7 1\n");
  expect_complaint(scenario(folder), "m.elem:2: element of kind \"Hx\"");
  write_text(folder.path / "m.elem", "1\nXx 0 1\n");
  expect_complaint(scenario(folder), "there is no kind of element \"Xx\"");
}

/// Numbers of four bytes, little-endian or turned.
struct Bytes {
  std::string all;
  bool turned = false;
  template <class T>
  void add(T value) {
    static_assert(sizeof(T) == 4);
    char bytes[4];
    std::memcpy(bytes, &value, 4);
    if (turned) std::reverse(bytes, bytes + 4);
    all.append(bytes, 4);
  }
};

// meshtool's binary files of two tetrahedra and a line: a header of 1024 bytes ("count order checksum", of
// directions "axes count order checksum"), then floats and integers; kinds are numbered Tt 0 .. Ln 7.
TEST(MeshesOfUsers, may_be_binary_files_of_opencarp) {
  const Real3 points[] = {{0, 0, 0}, {1000, 0, 0}, {0, 1000, 0}, {0, 0, 1000}, {1000, 1000, 1000}};
  for (const bool turned : {false, true}) {
    TestFolder folder;
    const auto write = [&](const char* name, const std::string& header, const Bytes& numbers) {
      std::string content = header;
      content.resize(1024, '\0');
      write_text(folder.path / name, content + numbers.all);
    };
    const std::string order = turned ? " 1 666" : " 0 666";
    Bytes p{"", turned}, e{"", turned}, l{"", turned};
    for (const Real3& x : points)
      for (int d = 0; d < 3; ++d) p.add(static_cast<float>(x[d]));
    for (const std::int32_t number : {0, 0, 1, 2, 3, 7, 7, 3, 4, 5, 0, 1, 2, 3, 4, 8}) e.add(number);
    for (const float d : {1.f, 0.f, 0.f, 9.f, 9.f, 9.f, 0.f, 1.f, 0.f}) l.add(d);
    write("m.bpts", "5" + order, p);
    write("m.belem", "3" + order, e);
    write("m.blon", "1 3" + order, l);
    const PreparedActivation prepared =
        prepare_activation(read(scenario(folder, "{along: 0.6 m/s, across: 0.3 m/s}")));
    const TetMesh mesh = prepared.mesh_in_file_order();
    EXPECT_EQ(mesh.points, std::vector<Real3>(points, points + 5));
    EXPECT_EQ(mesh.tetrahedra, (std::vector<Tetrahedron>{{{0, 1, 2, 3}}, {{1, 2, 3, 4}}}));
    EXPECT_EQ(mesh.region, (std::vector<Index>{7, 8}));
    EXPECT_EQ(mesh.fibre, (std::vector<UnitVector>{{1, 0, 0}, {0, 1, 0}}));
    const std::string text = scenario(folder);
    write("m.belem", "4" + order, e);
    expect_complaint(text, "m.belem: is cut off");
    write("m.belem", "900000000" + order, e);
    expect_complaint(text, "the file is shorter");
    write("m.bpts", "5 2 666", p);
    expect_complaint(text, "the byte order in its header is 2");
  }
}

// One tetrahedron with edges of 1 mm along the axes. Fibres at its vertices are x, whatever their sign: 1 mm
// along them takes 1 / 0.5 ms, across them 1 / 0.25 ms.
TEST(MeshesOfUsers, may_have_fibres_at_vertices) {
  TestFolder folder;
  write_text(
      folder.path / "m.vtu",
      "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">"
      "<PointData><DataArray type=\"Float32\" Name=\"fibre\" NumberOfComponents=\"3\" format=\"ascii\">"
      "1 0 0 -2 0 0 -1 0 0 1 0 0</DataArray></PointData><Points><DataArray type=\"Float32\" format=\"ascii\">"
      "0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Cells>"
      "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>"
      "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>"
      "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">10</DataArray></Cells></Piece>"
      "</UnstructuredGrid></VTKFile>");
  const auto with = [&](const std::string& fibres) {
    return "kind: activation\nmesh: {file: " + (folder.path / "m.vtu").string() +
           ", unit: mm}\nvelocity: {along: 0.5 m/s, across: 0.25 m/s}\nstimuli: [{vertices: [0]}]\nfibres: " +
           fibres;
  };
  const std::vector<real> times = times_of(with("{vertices: fibre}"));
  EXPECT_NEAR(times[1], 2, 2e-10);
  EXPECT_NEAR(times[2], 4, 4e-10);
  EXPECT_NEAR(times[3], 4, 4e-10);
  expect_complaint(with("{vertices: sheet}"), "has no vertex array \"sheet\"; it has \"fibre\"");
  expect_complaint(with("{cells: fibre}"), "has no cell array \"fibre\"");
}

TEST(MeshesOfUsers, are_warned_of_speeds_that_no_tissue_has) {
  const auto warnings = [](const std::string& velocity) {
    return prepare_activation(read(small, {"velocity=" + velocity})).warnings;
  };
  EXPECT_TRUE(warnings("{all: 0.05 m/s}").empty());
  EXPECT_TRUE(warnings("{all: 4 m/s}").empty());
  ASSERT_EQ(warnings("{all: 500 m/s}").size(), 1u);
  EXPECT_NE(warnings("{all: 500 m/s}")[0].find("were mm/s or cm/s meant?"), std::string::npos);
  ASSERT_EQ(warnings("{all: 1e-9 m/s}").size(), 1u);
  EXPECT_NE(warnings("{all: 1e-9 m/s}")[0].find("has 0 m/s"), std::string::npos);
}

} // namespace
} // namespace ibsim
