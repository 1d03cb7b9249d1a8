// Built-in meshes fill their bodies with well shaped tetrahedra; checks find what is wrong; orders are
// orders.
#include "mesh/built_in_meshes.hpp"
#include "mesh/check_mesh.hpp"
#include "mesh/hilbert.hpp"
#include "mesh/incidences.hpp"
#include "mesh/point_locator.hpp"
#include "parallel/device.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>
#include <set>

namespace ibsim {
namespace {

void expect_sound(const TetMesh& mesh) {
  const MeshFlaws flaws = find_flaws(mesh);
  EXPECT_FALSE(flaws.wild || flaws.dangling || flaws.flat || flaws.turned || flaws.unreferenced ||
               flaws.most_negative);
  EXPECT_EQ(parts(mesh).vertices.size(), 1u);
  std::set<std::array<Index, 3>>
      open; // every face has two tetrahedra or lies on the surface: seen once or twice
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (int k = 0; k < 4; ++k) {
      std::array<Index, 3> face{t.vertex[(k + 1) & 3], t.vertex[(k + 2) & 3], t.vertex[(k + 3) & 3]};
      std::sort(face.begin(), face.end());
      if (!open.insert(face).second) open.erase(face);
    }
  std::set<std::array<Index, 2>>
      edges; // the surface is closed: each of its edges has an even number of faces
  for (const auto& f : open)
    for (const auto& e : {std::array{f[0], f[1]}, std::array{f[0], f[2]}, std::array{f[1], f[2]}})
      if (!edges.insert(e).second) edges.erase(e);
  EXPECT_TRUE(edges.empty());
}

TEST(BuiltInMeshes, box_is_filled) {
  const TetMesh mesh = make_mesh(BoxMesh{{3000, 2000, 1000}, 250, 0.15, 3});
  expect_sound(mesh);
  EXPECT_EQ(mesh.cells(), 12 * 8 * 4 * 6);
  EXPECT_NEAR(size_of(mesh).volume, 6e9, 1e-3);
}

TEST(BuiltInMeshes, ball_is_filled) {
  const TetMesh mesh = make_mesh(BallMesh{1000, 90});
  expect_sound(mesh);
  const real volume = 4 * std::numbers::pi / 3 * 1e9;
  EXPECT_NEAR(size_of(mesh).volume, volume, 0.03 * volume); // the surface is faceted, of second order in 0.09
}

TEST(BuiltInMeshes, ventricle_is_filled_and_as_large_as_asked) {
  Ventricle v;
  v.edge = edge_for(v, 1e5);
  TetMesh mesh = make_mesh(v);
  expect_sound(mesh);
  EXPECT_NEAR(mesh.cells(), 1e5, 3e3);
  const MeshSize size = size_of(mesh);
  EXPECT_NEAR(size.volume, v.volume(), 0.02 * v.volume());
  EXPECT_GT(size.shortest_edge, 0.2 * size.mean_edge);
  EXPECT_LT(size.longest_edge, 2 * size.mean_edge);
  EXPECT_NEAR(mesh.cells() / real(mesh.vertices()), 5.6, 1.0); // the paper's heart: 5.61
}

TEST(BuiltInMeshes, fibres_turn_through_the_wall) {
  const Ventricle v = [] {
    Ventricle w;
    w.edge = 3e3;
    return w;
  }();
  TetMesh mesh = make_mesh(v);
  set_fibres(mesh, v, {});
  for (Index i = 0; i < mesh.cells(); ++i) {
    const Real3 p = centroid(mesh, mesh.tetrahedra[i]);
    const Real3 f{mesh.fibre[i].x, mesh.fibre[i].y, mesh.fibre[i].z},
        s{mesh.sheet[i].x, mesh.sheet[i].y, mesh.sheet[i].z};
    EXPECT_NEAR(norm(f), 1, 1e-6);
    EXPECT_NEAR(dot(f, s), 0, 1e-6);
    if (std::hypot(p.x, p.y) < 1e3) continue;
    const Real3 around = normalized(Real3{-p.y, p.x, 0});
    // at 60 - 120 depth degrees; f is rounded to single precision, three components by 6e-8 each
    EXPECT_NEAR(dot(f, around), std::cos((1 - 2 * v.depth(p)) * std::numbers::pi / 3), 2e-7);
  }
  EXPECT_NEAR(v.depth({25e3, 0, 0}), 0.5, 1e-9);
  EXPECT_NEAR(v.depth({0, 0, -65e3}), 1, 1e-9);
}

TEST(BuiltInMeshes, are_the_same_for_any_number_of_threads) {
  const auto make = [](int threads) {
    set_cpu_threads(threads);
    TetMesh mesh = make_mesh(BallMesh{1000, 150});
    order_along_curve(mesh);
    return mesh;
  };
  const int before = cpu_threads();
  const TetMesh one = make(1), three = make(3);
  set_cpu_threads(before);
  EXPECT_EQ(one.tetrahedra, three.tetrahedra);
  EXPECT_EQ(one.points, three.points);
}

TEST(HilbertOrder, visits_every_cell_once_and_steps_to_neighbours) {
  std::vector<Int3> at(512);
  std::set<std::uint32_t> places;
  for (std::uint32_t z = 0; z < 8; ++z)
    for (std::uint32_t y = 0; y < 8; ++y)
      for (std::uint32_t x = 0; x < 8; ++x) places.insert(hilbert_place(x, y, z));
  EXPECT_EQ(places.size(), 512u);
  EXPECT_EQ(*places.rbegin(), 511u); // the first 512 places are the corner of 8^3 cells
  for (std::uint32_t z = 0; z < 8; ++z)
    for (std::uint32_t y = 0; y < 8; ++y)
      for (std::uint32_t x = 0; x < 8; ++x) at[hilbert_place(x, y, z)] = {int(x), int(y), int(z)};
  for (std::size_t i = 1; i < at.size(); ++i) {
    const Int3 d = at[i] - at[i - 1];
    EXPECT_EQ(std::abs(d.x) + std::abs(d.y) + std::abs(d.z), 1) << i;
  }
}

TEST(HilbertOrder, says_where_everything_went) {
  const TetMesh before = make_mesh(BallMesh{1000, 200});
  TetMesh after = before;
  const Renumbering r = order_along_curve(after);
  for (Index v = 0; v < after.vertices(); ++v) EXPECT_EQ(after.points[v], before.points[r.vertex[v]]);
  for (Index i = 0; i < after.cells(); ++i)
    for (int k = 0; k < 4; ++k)
      EXPECT_EQ(r.vertex[after.tetrahedra[i].vertex[k]], before.tetrahedra[r.cell[i]].vertex[k]);
}

TEST(Incidences, are_all_corners) {
  const TetMesh mesh = make_mesh(BoxMesh{{1000, 1000, 1000}, 250, 0, 1});
  const Incidences found = incidences(mesh.vertices(), mesh.tetrahedra);
  ASSERT_EQ(found.corners.size(), 4u * mesh.tetrahedra.size());
  for (Index v = 0; v < mesh.vertices(); ++v)
    for (std::uint32_t i = found.starts[v]; i < found.starts[v + 1]; ++i) {
      EXPECT_EQ(mesh.tetrahedra[found.corners[i] / 4].vertex[found.corners[i] % 4], v);
      if (i > found.starts[v]) EXPECT_LT(found.corners[i - 1], found.corners[i]);
    }
}

TEST(PointLocator, finds_what_a_plain_search_finds) {
  const TetMesh mesh = make_mesh(BallMesh{1000, 150});
  const PointLocator locator(mesh.points);
  for (int i = 0; i < 200; ++i) {
    const Real3 p{13.0 * (i % 17) * 10 - 1500, 11.0 * (i % 23) * 10 - 1200, 7.0 * (i % 29) * 10 - 900};
    Index nearest = 0;
    std::vector<Index> within;
    for (Index v = 0; v < mesh.vertices(); ++v) {
      if (norm(mesh.points[v] - p) < norm(mesh.points[nearest] - p)) nearest = v;
      if (norm(mesh.points[v] - p) <= 300) within.push_back(v);
    }
    EXPECT_EQ(locator.nearest(p), nearest);
    EXPECT_EQ(locator.within(p, 300), within);
  }
}

TEST(MeshChecks, find_each_flaw) {
  const TetMesh good = make_mesh(BoxMesh{{1000, 1000, 1000}, 500, 0, 1});
  TetMesh mesh = good;
  mesh.points.push_back({0, 0, 0});
  EXPECT_EQ(find_flaws(mesh).unreferenced.first, good.vertices());
  mesh = good;
  std::swap(mesh.tetrahedra[5].vertex[0], mesh.tetrahedra[5].vertex[1]);
  EXPECT_EQ(find_flaws(mesh).turned.first, 5);
  EXPECT_EQ(find_flaws(mesh).turned.count, 1);
  mesh = good;
  mesh.tetrahedra[7].vertex[2] = mesh.tetrahedra[7].vertex[1];
  EXPECT_EQ(find_flaws(mesh).dangling.first, 7);
  mesh = good;
  mesh.points[3].y = std::nan("");
  EXPECT_EQ(find_flaws(mesh).wild.first, 3);
  mesh = good;
  mesh.points.push_back(0.5 * (mesh.points[0] + mesh.points[1]));
  mesh.tetrahedra.push_back({{0, 1, good.vertices(), 2}});
  EXPECT_EQ(find_flaws(mesh).flat.first, good.cells());
  mesh = good;
  for (Tetrahedron& t : mesh.tetrahedra) std::swap(t.vertex[0], t.vertex[1]);
  EXPECT_TRUE(find_flaws(mesh).most_negative); // a convention, no flaw
  EXPECT_FALSE(find_flaws(mesh).turned);
}

} // namespace
} // namespace ibsim
