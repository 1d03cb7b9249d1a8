// Surfaces fitted to meshes: the body's own area and volume, to the accuracy of the mesh's vertices and not
// of its triangles; sites that lie evenly on them; derivatives that are those of the map.
#include "base/error.hpp"
#include "geometry/mesh_distance.hpp"
#include "geometry/meshes.hpp"
#include "surface/fit_mesh.hpp"
#include "surface/mapped_shape.hpp"
#include "surface/reference_surface.hpp"
#include "surface/surface_kind.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <omp.h>

namespace ibsim {
namespace {

using namespace meshes;
constexpr real pi = std::numbers::pi;

const ReferenceSurface red_cell{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};

Real3 on_red_cell(const Real3& xi) { return position(red_cell, xi); }
/// A red cell bent to a cup: x keeps its volume, since the map has the determinant 1.
Real3 on_cup(const Real3& xi) {
  const Real3 x = on_red_cell(xi);
  return {x.x + 1, x.y - 2, x.z + 0.12 * (x.x * x.x + x.y * x.y)};
}

MeshFit cup_fitted_by(int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const MeshFit fit = fit_mesh(moved(icosphere(3), on_cup), "cup");
  omp_set_num_threads(before);
  return fit;
}
/// The fit of a cup's mesh by one thread, which takes a second: once for all that ask about it.
const MeshFit& fitted_cup() {
  static const MeshFit fit = cup_fitted_by(1);
  return fit;
}

// Vertices of a sphere or an ellipsoid lie on a surface of degree 1, which is found to what the search stops
// at: a tenth of the depth of the edges, of which the fit of that degree is far better or does not exist.
// Flat triangles would have 0.9 % less volume.
TEST(SurfacesFromMeshes, of_ellipsoids_are_ellipsoids) {
  for (const Real3& a : {Real3{2, 2, 2}, Real3{3, 2, 1}, Real3{1.55, 1.55, 0.5}}) {
    const MeshFit fit = fit_mesh(moved(icosphere(3),
                                       [&](const Real3& x) {
                                         return Real3{a.x * x.x + 1, a.y * x.y, a.z * x.z - 5};
                                       }),
                                 "body");
    EXPECT_EQ(fit.degree, 1);
    EXPECT_LT(norm(fit.centre - Real3{1, 0, -5}), 1e-12);
    EXPECT_LT(fit.largest, 1e-4);
    const AreaAndVolume found = area_and_volume(fit.surface),
                        wanted = area_and_volume({ReferenceShape::ellipsoid, a});
    // errors of positions of 1e-5 um rms on a body of half a micrometre at least: 3 x 2e-5
    EXPECT_NEAR(found.volume, wanted.volume, 6e-5 * wanted.volume);
    EXPECT_NEAR(found.area, wanted.area, 6e-5 * wanted.area);
    EXPECT_LT(fit.mesh_volume, 0.993 * wanted.volume);
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(fit.surface.half_axes[d], a[d], 1e-4);
  }
}

// A tenth of the depth of the edges is 3e-4 um of a red cell with 2562 vertices. The error of the volume is
// at most that times the area, 4e-4 of the volume; it oscillates over the surface, so a tenth of it is asked
// for.
TEST(SurfacesFromMeshes, of_red_cells_have_their_area_and_volume) {
  const AreaAndVolume wanted = area_and_volume(red_cell);
  const MeshFit fit = fit_mesh(moved(icosphere(4), on_red_cell), "cell");
  const AreaAndVolume found = area_and_volume(fit.surface);
  EXPECT_NEAR(found.volume, wanted.volume, 4e-5 * wanted.volume);
  EXPECT_NEAR(found.area, wanted.area, 4e-5 * wanted.area);
  EXPECT_LT(fit.rms, 4e-4);
  // The surface is the cell's, whatever the map: points of the one lie on the other.
  for (const Real3& xi : bauer_spiral(500)) {
    const Real3 x = position(red_cell, xi), a = fit.surface.half_axes;
    const Real3 at{x.x / a.x, x.y / a.y, x.z / a.z};
    // and the triangles of `body` are 2000: edges of 0.3 um, on a rim of radius 1.1 um 0.01 um deep
    EXPECT_LT(std::abs(fit.surface.map->body->nearest(at).distance), 0.012);
  }
}

// A cup is not star-shaped. Bending by z += c r^2 keeps volumes exactly. Edges of 642 vertices are four times
// as deep as those of 2562 (above).
TEST(SurfacesFromMeshes, need_not_be_star_shaped) {
  const real volume = area_and_volume(red_cell).volume;
  const MeshFit& fit = fitted_cup();
  EXPECT_NEAR(area_and_volume(fit.surface).volume, volume, 1.6e-4 * volume);
  EXPECT_LT(std::hypot(fit.centre.x - 1, fit.centre.y + 2), 1e-3);
}

// The same mesh, its triangles in another order and turned in space, is the same surface: only the vertices
// count.
TEST(SurfacesFromMeshes, turn_with_the_mesh) {
  TriangleMesh mesh = moved(icosphere(3), on_red_cell);
  TriangleMesh turned = moved(mesh, [](const Real3& x) { return Real3{x.y, x.z, x.x}; });
  std::rotate(turned.triangles.begin(), turned.triangles.begin() + 77, turned.triangles.end());
  const MeshFit first = fit_mesh(mesh, "cell"), second = fit_mesh(turned, "cell");
  const AreaAndVolume a = area_and_volume(first.surface), b = area_and_volume(second.surface);
  // two fits, each within a tenth of the depth of its edges, 1e-3 um: as above
  EXPECT_NEAR(a.volume, b.volume, 2e-4 * a.volume);
  EXPECT_NEAR(a.area, b.area, 2e-4 * a.area);
}

TEST(SurfacesFromMeshes, have_the_same_bits_with_any_number_of_threads) {
  EXPECT_EQ(cup_fitted_by(3).surface, fitted_cup().surface);
}

TEST(SurfacesFromMeshes, have_derivatives_of_their_map) {
  const ReferenceSurface& surface = fitted_cup().surface;
  const Real3 xi = normalized(Real3{0.3, -0.5, 0.6}), v{0.2, 0.7, -0.4}, w{-0.5, 0.1, 0.3};
  const auto at = [&](real s, real t) { return position(surface, xi + s * v + t * w); };
  constexpr real e = 1e-4;
  // central differences: e^2/6 of third derivatives, which are below 1e3 um, and round-off of 1e-15/e (of
  // 4e-15/e^2)
  EXPECT_LT(norm(derivative(surface, xi, v) - (at(e, 0) - at(-e, 0)) / (2 * e)), 2e-6);
  EXPECT_LT(norm(second_derivative(surface, xi, v, w) -
                 (at(e, e) - at(-e, e) - at(e, -e) + at(-e, -e)) / (4 * e * e)),
            1e-4);
}

TEST(SurfacesFromMeshes, have_evenly_spread_sites) {
  const ReferenceSurface& surface = fitted_cup().surface;
  for (const int n : {220, 864}) {
    const std::vector<Real3> nodes = quasi_uniform_nodes(surface, n);
    EXPECT_EQ(nodes, quasi_uniform_nodes(surface, n)); // the same bits each time
    real least = 1e300;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        least = std::min(least, norm(position(surface, nodes[i]) - position(surface, nodes[j])));
    // as other nodes that push each other apart (nodes_are_quasi_uniform.cpp)
    EXPECT_GT(least / std::sqrt(area_and_volume(surface).area / n), 0.75) << n;
  }
}

// In a space of fewer functions the object starts as the part of the shape that the space has, at all sites.
TEST(SurfacesFromMeshes, start_as_what_their_space_has) {
  const ReferenceSurface& surface = fitted_cup().surface;
  constexpr int degree = 6;
  ASSERT_GT(surface.map->degree, degree);
  const SurfaceKind kind = make_resolved_surface(surface, 200, 400, degree);
  const ReferenceSurface held = up_to_degree(surface, degree);
  ASSERT_EQ(kind.samples_at_start.size(), 400u);
  for (int i = 0; i < 200; ++i)
    EXPECT_LT(norm(kind.data_at_rest[i] - position(held, kind.data_nodes[i])), 1e-13);
  // what is left out is less than a hundredth of the radius
  EXPECT_LT(norm(kind.data_at_rest[7] - position(surface, kind.data_nodes[7])), 0.03);
}

TEST(SurfacesFromMeshes, with_few_vertices_or_folds_are_refused) {
  const auto says = [](const std::function<void()>& make, const std::string& part) {
    try {
      make();
      ADD_FAILURE() << part;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  };
  says([] { fit_mesh(icosphere(1), "cell"); },
       "cell: has 42 vertices, and a smooth surface takes at least 100; refine the mesh");
  says([] { mapped_surface(1, std::vector<Real3>(3)); }, "a map of degree 1 has 4 amounts, not 3");
  const real one = std::sqrt(4 * pi / 3); // of y, z, x: the unit sphere
  says([&] { mapped_surface(1, {{}, {0, one, 0}, {0, 0, one}, {-one, 0, 0}}); }, "inside out");
  says([&] { mapped_surface(1, {{}, {0, one, 0}, {0, 0, 0}, {one, 0, 0}}); }, "the surface is flat");
  // two spheres that run through each other, joined: a sphere bent by 2.2 half turns
  says(
      [] {
        fit_mesh(moved(icosphere(3),
                       [](const Real3& x) {
                         const real a = 3.3 * x.x, r = 1.2 + 0.6 * x.y;
                         return Real3{r * std::sin(a), r * std::cos(a), 0.6 * x.z};
                       }),
                 "ring");
      },
      "ring: no smooth surface of degree");
}

} // namespace
} // namespace ibsim
