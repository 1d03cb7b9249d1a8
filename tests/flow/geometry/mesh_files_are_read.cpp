// Meshes from files: all formats give the same mesh; what is no surface of a body is refused with its place.
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "geometry/closed_mesh.hpp"
#include "geometry/mesh_file.hpp"
#include "geometry/meshes.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

using namespace meshes;

TriangleMesh cell() {
  return moved(icosphere(2), [](const Real3& x) { return Real3{3 * x.x + 1, 2 * x.y, x.z}; });
}

std::string complaint_of(const std::string& bytes) {
  try {
    TriangleMesh mesh = parse_mesh(bytes, "cell", 1);
    require_one_body(mesh, "cell");
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

/// The corners of each triangle, in the order of the file.
std::vector<Real3> corners(const TriangleMesh& mesh) {
  std::vector<Real3> all;
  for (const Vec3<int>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) all.push_back(mesh.vertices[t[k]]);
  return all;
}

TEST(MeshFiles, of_all_formats_hold_the_same_mesh) {
  const TriangleMesh mesh = cell();
  const std::vector<Real3> wanted = corners(mesh);
  for (const std::string& bytes : {as_off(mesh), as_ascii_stl(mesh), as_ply(mesh, Ply::ascii),
                                   as_ply(mesh, Ply::little), as_ply(mesh, Ply::big), as_binary_stl(mesh)}) {
    const TriangleMesh found = parse_mesh(bytes, "cell", 2);
    EXPECT_EQ(found.vertices.size(), mesh.vertices.size()); // corners of an STL are welded
    EXPECT_EQ(found.triangles.size(), mesh.triangles.size());
    const std::vector<Real3> got = corners(found);
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) // a binary STL has floats, 6e-8 of 4 um, twice for the unit
      EXPECT_LT(norm(got[i] - 2.0 * wanted[i]), 1e-6);
  }
}

// A number of the file means half a micrometre, so a volume an eighth; a binary STL has floats.
TEST(MeshFiles, are_read_in_their_unit) {
  const TestFolder folder;
  write_file(folder.path / "cell.stl", as_binary_stl(cell()));
  const TriangleMesh found = read_mesh(folder.path / "cell.stl", 0.5);
  EXPECT_EQ(found.vertices.size(), cell().vertices.size());
  EXPECT_NEAR(volume_of(found), volume_of(cell()) / 8, 1e-6 * volume_of(cell()));
}

// The volume of the chord polyhedron of a sphere, and the centre of a body, are those of its tetrahedra.
TEST(MeshFiles, have_area_volume_and_centre) {
  const TriangleMesh brick = box({1, 2, 3}, {2, 4, 6});
  EXPECT_NEAR(volume_of(brick), 6, 1e-13);
  EXPECT_NEAR(area_of(brick), 2 * (2 + 3 + 6), 1e-13);
  EXPECT_LT(norm(centre_of(brick) - Real3{1.5, 3, 4.5}), 1e-13);
}

TEST(MeshFiles, that_are_no_body_are_refused_with_the_place) {
  const auto says = [](const TriangleMesh& mesh, const std::string& part) {
    for (const std::string& bytes : {as_off(mesh), as_ascii_stl(mesh)}) {
      const std::string message = complaint_of(bytes);
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  };
  TriangleMesh hole = box({0, 0, 0}, {1, 1, 2});
  hole.triangles.pop_back();
  says(hole, "cell: is not closed: the edge from (1, 0, 0) um to (1, 0, 2) um is in one triangle only");
  says(hole, "(3 edges of holes, 0 between flipped triangles, 0 in more than two)");
  TriangleMesh flipped = box({0, 0, 0}, {1, 1, 2});
  std::swap(flipped.triangles[3].x, flipped.triangles[3].y);
  says(flipped, "oriented in opposite senses: one of them is flipped (0 edges of holes, 3 between");
  says(together(box({0, 0, 0}, {1, 1, 1}), box({3, 0, 0}, {4, 1, 1})),
       "has 2 separate surfaces, and one is wanted; they have vertices at (0, 0, 0) um, (3, 0, 0) um");
  says(torus(3, 1, 20, 10), "is a body with 1 hole through it, as a ring");
  // two boxes that share a vertex, and two that share an edge
  says(together(box({0, 0, 0}, {1, 1, 1}), box({1, 1, 1}, {2, 2, 2})), "touch each other in a single vertex");
  says(together(box({0, 0, 0}, {1, 1, 1}), box({1, 1, 0}, {2, 2, 1})), "is in more than two triangles");
  says(box({0, 0, 0}, {1, 1, 0}), "cell: ");
}

TEST(MeshFiles, that_are_inside_out_are_turned) {
  TriangleMesh inside = cell();
  for (Vec3<int>& t : inside.triangles) std::swap(t.x, t.y);
  EXPECT_LT(volume_of(inside), 0);
  require_one_body(inside, "cell");
  EXPECT_GT(volume_of(inside), 0);
}

TEST(MeshFiles, that_are_damaged_are_refused_with_the_line) {
  const TriangleMesh mesh = icosphere(0);
  const auto says = [](const std::string& bytes, const std::string& part) {
    const std::string message = complaint_of(bytes);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  std::string text = as_ascii_stl(mesh);
  says(text.substr(0, text.size() / 2), "cell:");
  says(text.substr(0, text.rfind("endsolid")), "the file ends without \"endsolid\": a part of it is missing");
  const std::string bytes = as_binary_stl(mesh);
  says(bytes.substr(0, bytes.size() - 7), "is a binary STL of which a part is missing or too much");
  says("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 x\n3 0 1 2\n", "cell:5: \"x\" is no number, where a coordinate");
  says("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "cell:6: \"3\" is no vertex from 0 to 2");
  says("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 nan\n3 0 1 2\n", "cell:5: \"nan\" is no number");
  says("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n",
       "vertex 0 has no finite x, y and z");
  says(as_ply(mesh, Ply::big).substr(0, 400), "the file ends where a number is expected");
  says("v 0 0 0\nf 1 2 3\n", "cell: is none of the mesh files that are read");
}

} // namespace
} // namespace ibsim
