// Common parts of tests of pictures: shapes as triangles, runs without a simulation, and a context to draw
// in.
#pragma once

#include "base/error.hpp"
#include "files/run_folder.hpp"
#include "flow_files/cells_frames.hpp"
#include "pictures/view.hpp"
#include "renderer/gl_context.hpp"
#include "renderer/renderer.hpp"
#include "surface/reference_surface.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {

/// An object of a made-up run: where it is, how it was stretched, of which kind.
struct PlacedObject {
  int kind = 0;
  Real3 at, stretch{1, 1, 1};
  double turn = 0; ///< about x, rad
};

/// A run's folder with frames of surfaces that nobody simulated: kind 0 is a red cell, kind 1 a sphere of 1.5
/// um. In frame i all objects have moved i um along z. Tension is that of a number that grows along z.
enum class InY { periodic, walls, slides };
inline void write_run(const std::filesystem::path& folder, const std::vector<PlacedObject>& objects,
                      int frames, InY in_y) {
  std::filesystem::create_directories(folder);
  const std::vector<Real3> nodes = bauer_spiral(1200);
  const std::vector<Vec3<int>> triangles = triangulate(nodes);
  std::string scenario = "domain: {size: [16 um, 12 um, 16 um], cell: 1 um}\n";
  if (in_y == InY::walls) scenario += "flow: {ends_in_y: walls}\n";
  if (in_y == InY::slides) scenario += "flow: {ends_in_y: lees-edwards, shear_rate: 0.25 1/us}\n";
  scenario += "time: {step: 0.1 us, end: 1 us}\nobjects:\n";
  for (int kind = 0; kind < 2; ++kind) {
    scenario += kind == 0 ? "  - shape: red cell\n    name: cells\n"
                          : "  - shape: sphere\n    name: spheres\n    radius: 1.5 um\n";
    scenario +=
        "    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}\n    data_sites: 100\n    "
        "sample_sites: 400\n    at: [8 um, 6 um, " +
        std::string(kind == 0 ? "8" : "3") + " um]\n";
  }
  write_text(run_files(folder).scenario, scenario);
  SurfaceMesh mesh;
  std::vector<Real3> points;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    const PlacedObject& object = objects[o];
    const int first = static_cast<int>(points.size());
    ReferenceSurface surface{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
    if (object.kind == 1) surface = {ReferenceShape::sphere, {1.5, 1.5, 1.5}};
    for (const Real3& node : nodes) {
      const Real3 x = position(surface, node);
      const Real3 s{x.x * object.stretch.x, x.y * object.stretch.y, x.z * object.stretch.z};
      const double c = std::cos(object.turn), d = std::sin(object.turn);
      points.push_back({object.at.x + s.x, object.at.y + c * s.y - d * s.z, object.at.z + d * s.y + c * s.z});
      mesh.object.push_back(static_cast<int>(o)), mesh.kind.push_back(object.kind);
    }
    for (const Vec3<int>& t : triangles) mesh.triangles.push_back({first + t.x, first + t.y, first + t.z});
  }
  mesh.points = points.size();
  CellsFrames series(folder, cells_series, mesh, {{"velocity", "um/us", 3}, {"tension_1", "dyn/cm", 1}}, {});
  for (int frame = 0; frame < frames; ++frame) {
    std::vector<double> positions, velocity(3 * points.size(), 0.01), tension;
    for (const Real3& p : points)
      for (int d = 0; d < 3; ++d) positions.push_back(p[d] + (d == 2 ? frame : 0));
    for (const Real3& p : points) tension.push_back(1e-3 * std::sin(p.z));
    series.append<double>(frame, positions, {velocity, tension}, 1);
  }
  series.settle();
}

/// A single cell, and cells between walls of which some cross the periodic boundary.
inline std::vector<PlacedObject> one_cell() { return {{0, {8, 6, 8}, {1.1, 0.95, 1}, 0.9}}; }
inline std::vector<PlacedObject> some_cells() {
  return {{0, {4, 4, 4}, {1, 1, 1}, 0.3},        {0, {12, 7, 3}, {1, 1, 1}, 1.4},
          {0, {6, 7.5, 15}, {1.1, 0.9, 1}, 2.2}, {0, {13, 4.5, 10}, {1, 1, 1}, 0},
          {1, {9, 2, 8}, {1, 1, 1}, 0},          {1, {2, 9, 10}, {1.3, 0.8, 0.96}, 0}};
}

using view::operator+;
using view::operator*;

/// A context, or what is missing for one.
struct DrawingTest : ::testing::Test {
  std::unique_ptr<view::OffscreenContext> context;
  void SetUp() override {
    try {
      context = std::make_unique<view::OffscreenContext>();
    } catch (const ResourceError& e) {
      GTEST_SKIP() << e.what();
    }
  }
};

/// A sphere of `around` meridians, its corners on the sphere.
inline view::Scene sphere_scene(float radius, int around, float box) {
  view::Scene scene;
  scene.high = {box, box, box};
  scene.colours = view::colours_of({{view::KindLook::What::red_cell}}, view::Look::microscope);
  const float half = box / 2;
  const int rings = around / 2;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double theta = M_PI * i / rings, phi = 2 * M_PI * j / around;
      const view::Vec3f n{static_cast<float>(std::sin(theta) * std::cos(phi)),
                          static_cast<float>(std::sin(theta) * std::sin(phi)),
                          static_cast<float>(std::cos(theta))};
      scene.surfaces.add({view::Vec3f{half, half, half} + radius * n, n, n[2], 0});
    }
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < around; ++j) {
      const auto a = static_cast<std::uint32_t>(i * around + j),
                 b = static_cast<std::uint32_t>(i * around + (j + 1) % around);
      const auto down = static_cast<std::uint32_t>(around);
      if (i > 0) scene.surfaces.add_triangle(a, a + down, b);
      if (i + 1 < rings) scene.surfaces.add_triangle(b, a + down, b + down);
    }
  return scene;
}

} // namespace ibsim
