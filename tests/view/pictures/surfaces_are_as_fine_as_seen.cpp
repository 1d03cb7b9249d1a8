// Coarser and finer meshes are the same surface, and a picture of a coarser one is the same picture.
#include "pictures/pictures.hpp"

#include "pictures/surface_forms.hpp"
#include "pictures/surface_scene.hpp"

#include <map>

namespace ibsim {
namespace {

using view::operator-;
using Triangles = std::vector<std::uint32_t>;

struct Surface {
  std::vector<view::Vec3f> points;
  Triangles triangles;
};

Surface red_cell(int n) {
  Surface s;
  const std::vector<Real3> nodes = bauer_spiral(n);
  for (const Real3& node : nodes) {
    const Real3 x = position({ReferenceShape::red_cell, {3.91, 3.91, 3.91}}, node);
    s.points.push_back({static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
  }
  for (const Vec3<int>& t : triangulate(nodes))
    for (int c = 0; c < 3; ++c) s.triangles.push_back(static_cast<std::uint32_t>(t[c]));
  return s;
}

double volume(const Surface& s) {
  double sum = 0;
  for (std::size_t t = 0; t < s.triangles.size(); t += 3)
    sum += static_cast<double>(view::dot(
        s.points[s.triangles[t]], view::cross(s.points[s.triangles[t + 1]], s.points[s.triangles[t + 2]])));
  return sum / 6;
}

/// Every edge is that of two triangles, which go along it in opposite directions; corners - edges + faces =
/// 2.
void expect_a_sphere(const Surface& s) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t t = 0; t < s.triangles.size(); t += 3)
    for (std::size_t c = 0; c < 3; ++c) ++edges[{s.triangles[t + c], s.triangles[t + (c + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_TRUE(edges.contains({edge.second, edge.first}));
  }
  EXPECT_EQ(s.points.size() + s.triangles.size() / 3, edges.size() / 2 + 2);
}

// Twice as long edges: what is cut off a surface of radius of curvature R is about a layer of e^2/(8 R). On a
// red cell of 2400 points coarsened to 600, e = 0.73 um and R about 1 um at the rim, less elsewhere: of the
// mean half thickness of 0.7 um,
// 3 %.
TEST(meshes, coarser_ones_are_the_same_surface) {
  const Surface fine = red_cell(2400);
  const view::CoarserMesh mesh = view::coarser(fine.points, fine.triangles);
  Surface coarse{{}, mesh.triangles};
  for (const std::uint32_t p : mesh.points) coarse.points.push_back(fine.points[p]);
  EXPECT_EQ(coarse.points.size(), 600u);
  expect_a_sphere(coarse);
  EXPECT_NEAR(volume(coarse) / volume(fine), 1, 0.03);
}

// A sphere: the middles of edges lie e^2/(8 R) beneath it, e = 3.8/sqrt(n) R. With the exact normals of the
// ends the error would be of the fourth order; those of a mesh are means over its triangles, which leaves up
// to a quarter of it where edges differ in length.
TEST(meshes, finer_ones_are_rounder) {
  const int n = 300;
  const std::vector<Real3> nodes = bauer_spiral(n);
  SurfaceTriangles topology;
  topology.object.assign(nodes.size(), 0), topology.kind = topology.object;
  for (const Vec3<int>& t : triangulate(nodes))
    for (int c = 0; c < 3; ++c) topology.triangles.push_back(static_cast<std::uint32_t>(t[c]));
  SurfaceFrameData data;
  for (const Real3& p : nodes)
    for (int d = 0; d < 3; ++d) data.positions.push_back(static_cast<float>(50 + 3 * p[d]));
  data.topology = std::make_shared<SurfaceTriangles>(topology);
  const view::SurfaceForms forms(topology, data.positions);
  view::Camera camera;
  camera.eye = {-20, 0, 0}, camera.height = 1; // 1000 pixels: an edge is 600 of them
  const view::RunBox box{{100, 100, 100}, false, {}, {{view::KindLook::What::capsule}}};
  const view::Scene scene = view::surface_scene(data, forms, box, {}, {}, {camera, 1000});
  ASSERT_EQ(scene.surfaces.triangles.size(), 16 * topology.triangles.size());
  expect_a_sphere({std::vector<view::Vec3f>(scene.surfaces.vertices.size()), scene.surfaces.triangles});
  const double flat = 3 * (3.8 * 3.8 / n) / 8;
  double squares = 0, most = 0;
  for (const view::Vertex& v : scene.surfaces.vertices) {
    const double off = std::fabs(view::length(v.position - view::Vec3f{50, 50, 50}) - 3);
    squares += off * off, most = std::max(most, off);
  }
  EXPECT_LT(std::sqrt(squares / static_cast<double>(scene.surfaces.vertices.size())), 0.1 * flat);
  EXPECT_LT(most, 0.35 * flat);
}

class fineness : public DrawingTest {};

// Of cells that are 40 pixels wide, with edges of 0.6 pixels, coarser meshes are taken: edges of at most 4
// pixels, so that outlines move by at most e^2/(8 R) = 4^2/(8 x 8) = a quarter of a pixel, a step of 64 of
// the pixels at outlines (which are a tenth of all that show a cell), and hardly any elsewhere.
TEST_F(fineness, is_not_seen) {
  const Surface cell = red_cell(9000);
  SurfaceTriangles topology;
  SurfaceFrameData data;
  for (int o = 0; o < 3; ++o) {
    const auto first = static_cast<std::uint32_t>(data.positions.size() / 3);
    for (const view::Vec3f& p : cell.points) {
      data.positions.insert(data.positions.end(),
                            {p[0] + 8, p[1] + 3.0f + 5 * static_cast<float>(o), p[2] + 8});
      topology.object.push_back(o), topology.kind.push_back(0);
    }
    for (const std::uint32_t c : cell.triangles) topology.triangles.push_back(first + c);
  }
  data.topology = std::make_shared<SurfaceTriangles>(topology);
  const view::SurfaceForms forms(topology, data.positions);
  EXPECT_EQ(forms.forms.size(), 1u);
  const view::RunBox box{{16, 16, 16}, false, {}, {{view::KindLook::What::red_cell}}};
  constexpr int size = 96;
  for (const view::Look look : {view::Look::microscope, view::Look::studio}) {
    view::PictureOptions options;
    options.look = look, options.width = options.height = size, options.annotations = false;
    const view::Camera camera = view::camera_for(look, view::Vec3f{}, box.size, 1, 1);
    view::Renderer renderer(size, size);
    view::Image seen[2];
    std::size_t triangles[2];
    for (int i = 0; i < 2; ++i) {
      view::Viewer viewer;
      if (i == 1) viewer = {camera, size};
      const view::Scene scene = view::surface_scene(data, forms, box, options, {}, viewer);
      triangles[i] = scene.surfaces.triangles.size();
      renderer.load(scene);
      seen[i] = renderer.draw(scene, camera, options);
    }
    EXPECT_LT(8 * triangles[1], triangles[0]);
    double sum = 0;
    for (std::size_t i = 0; i < seen[0].pixels.size(); ++i)
      sum += std::abs(seen[0].pixels[i] - seen[1].pixels[i]);
    EXPECT_LT(sum / static_cast<double>(seen[0].pixels.size()), 2.0);
  }
}

} // namespace
} // namespace ibsim
