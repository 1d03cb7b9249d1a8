// A sheet in a picture goes to the sides of the box, though its sites do not; of a tube one sees the inside
// (pictures/walls_in_box.hpp).
#include "pictures/pictures.hpp"

#include "pictures/walls_in_box.hpp"
#include "surface/sheet.hpp"
#include "surface/tube.hpp"

#include <map>
#include <memory>

namespace ibsim {
namespace {

using view::operator-;

constexpr real Lx = 8, Lz = 6;

/// The triangles of a surface as a frame has them.
std::pair<SurfaceFrameData, std::shared_ptr<SurfaceTriangles>> frame_of(const SurfaceKind& kind) {
  auto topology = std::make_shared<SurfaceTriangles>();
  SurfaceFrameData frame;
  for (const Real3& at : kind.data_at_rest) {
    for (const real p : {at.x, at.y, at.z}) frame.positions.push_back(static_cast<float>(p));
    topology->object.push_back(0), topology->kind.push_back(0);
  }
  for (const Vec3<int>& triangle : kind.triangles)
    for (int c = 0; c < 3; ++c) topology->triangles.push_back(static_cast<std::uint32_t>(triangle[c]));
  frame.topology = topology;
  return {frame, topology};
}

/// A cobbled sheet whose middle lies at (x, z), as a frame has it.
view::Mesh drawn(SheetRows rows, real x, real z) {
  SurfaceKind kind = make_sheet({Relief::Form::cobblestone, 1, Lx, Lz}, Lx, Lz, rows, 0);
  for (Real3& at : kind.data_at_rest) at += Real3{x, 0, z};
  const auto [frame, topology] = frame_of(kind);
  const view::SurfaceForms forms(*topology, frame.positions);
  view::Mesh mesh;
  view::add_sheet(mesh, frame, forms.objects[0], forms.forms[0], {Lx, 5, Lz}, {}, 2);
  return mesh;
}

// Its triangles, seen from above, are the rectangle once: no hole and no overlap, to the rounding of floats
// (some hundred sums of 1e-7). Between sites heights miss the relief by its curvatures, (2 pi/8)^2 along x
// and (2 pi/6)^2 along z at most, over the longest edge, 0.75 um along x and 0.5 along z: (0.35 + 0.27)/8 =
// 0.08 um. So does what is cut by the sides of the box.
TEST(sheets_in_pictures, fill_the_box_wherever_their_middle_is) {
  for (const SheetRows rows : {SheetRows{16, 13}, SheetRows{17, 12}})
    for (const Real3 middle : {Real3{Lx / 2, 0, Lz / 2}, Real3{1.3, 0, -2.1}, Real3{Lx, 0, 3 * Lz}}) {
      const view::Mesh mesh = drawn(rows, middle.x, middle.z);
      double area = 0;
      for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        const auto corner = [&](std::size_t c) { return mesh.vertices[mesh.triangles[t + c]].position; };
        const view::Vec3f normal = view::cross(corner(1) - corner(0), corner(2) - corner(0));
        EXPECT_GE(normal[1], -1e-6f); // upward
        area += static_cast<double>(normal[1]) / 2;
      }
      EXPECT_NEAR(area, Lx * Lz, 1e-3);
      const Relief relief{Relief::Form::cobblestone, 1, Lx, Lz};
      for (const view::Vertex& v : mesh.vertices) {
        EXPECT_GE(v.position[0], 0);
        EXPECT_LE(v.position[0], Lx);
        EXPECT_GE(v.position[2], 0);
        EXPECT_LE(v.position[2], Lz);
        const real x = static_cast<real>(v.position[0]) - middle.x + Lx / 2,
                   z = static_cast<real>(v.position[2]) - middle.z + Lz / 2;
        EXPECT_NEAR(v.position[1], relief_at(relief, x, z).y, 0.08);
        EXPECT_NEAR(view::dot(v.normal, v.normal), 1, 1e-5);
        EXPECT_EQ(v.kind, 2u);
      }
    }
}

TEST(sheets_in_pictures, are_rows_of_points) {
  const std::vector<Real3> nodes = bauer_spiral(50); // of a closed surface
  auto topology = std::make_shared<SurfaceTriangles>();
  SurfaceFrameData frame;
  for (const Real3& at : nodes)
    for (const real p : {at.x, at.y, at.z}) frame.positions.push_back(static_cast<float>(p));
  topology->object.assign(50, 0), topology->kind.assign(50, 0);
  topology->triangles = {0, 1, 2};
  frame.topology = topology;
  const view::SurfaceForms forms(*topology, frame.positions);
  view::Mesh mesh;
  EXPECT_THROW(view::add_sheet(mesh, frame, forms.objects[0], forms.forms[0], {Lx, 5, Lz}, {}, 0),
               InputError);
}

// From far away at the side half of the tube turns its inside to the eye; from its axis all of it does.
TEST(tubes_in_pictures, show_their_inside) {
  const SurfaceKind kind = make_tube(3, 10, {40, 20});
  const auto tube = frame_of(kind);
  const SurfaceFrameData& frame = tube.first; // a lambda may not hold a structured binding
  const view::SurfaceForms forms(*tube.second, frame.positions);
  const auto seen = [&](const view::Vec3f& eye) {
    view::Mesh mesh;
    view::add_inside_of_tube(mesh, frame, forms.objects[0], forms.forms[0], eye, {}, 1);
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      const auto corner = [&](std::size_t c) { return mesh.vertices[mesh.triangles[t + c]].position; };
      const view::Vec3f normal = view::cross(corner(1) - corner(0), corner(2) - corner(0));
      EXPECT_GT(view::dot(normal, eye - corner(0)), 0);
      EXPECT_GT(view::dot(normal, mesh.vertices[mesh.triangles[t]].normal), 0);
    }
    return static_cast<double>(mesh.triangles.size()) / static_cast<double>(3 * kind.triangles.size());
  };
  EXPECT_NEAR(seen({1000, 0, 0}), 0.5, 0.05); // two rows of 40 are on edge
  EXPECT_EQ(seen({0, 0, 1}), 1);
}

} // namespace
} // namespace ibsim
