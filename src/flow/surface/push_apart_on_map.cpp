// The image X_i is moved by  c sum_j (1 - r_ij / R)^2 (X_i - X_j) / r_ij  over its neighbours within R = 2.2
// d on the same side of the body, d = sqrt(area/n); its node by what the map's derivatives make of that.
#include "surface/push_apart_on_map.hpp"

#include "geometry/point_cells.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// Derivatives of the map along two unit tangents of the sphere, e1 x e2 = xi.
struct Tangents {
  Real3 e1, e2, d1, d2;
};
Tangents tangents_at(const ReferenceSurface& surface, const Real3& xi) {
  const Real3 away = std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0};
  const Real3 e1 = normalized(cross(away, xi)), e2 = cross(xi, e1);
  return {e1, e2, derivative(surface, xi, e1), derivative(surface, xi, e2)};
}

/// The node whose image is moved by `move`, to first order.
Real3 moved_along(const Tangents& t, const Real3& xi, const Real3& move) {
  const real a = dot(t.d1, t.d1), b = dot(t.d1, t.d2), c = dot(t.d2, t.d2), det = a * c - b * b;
  const real r1 = dot(t.d1, move), r2 = dot(t.d2, move);
  return normalized(xi + (c * r1 - b * r2) / det * t.e1 + (a * r2 - b * r1) / det * t.e2);
}

} // namespace

void push_apart_on_map(const ReferenceSurface& surface, std::vector<Real3>& nodes) {
  const int n = static_cast<int>(nodes.size());
  const real spacing = std::sqrt(area_and_volume(surface).area / n), reach = 2.2 * spacing;
  // a box so large that no node is near the image of another
  const Real3 margin{reach, reach, reach}, corner = surface.half_axes + margin;
  PointCells cells(PeriodicBox{2.0 * (corner + margin)}, reach);
  std::vector<Real3> images(n), in_box(n), moved(n);
  std::vector<Tangents> tangents(n);
  for (int sweep = 0; sweep < 80; ++sweep) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
      images[i] = position(surface, nodes[i]);
      in_box[i] = images[i] + corner;
      tangents[i] = tangents_at(surface, nodes[i]);
    }
    cells.fill(in_box);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
      const Real3 up = cross(tangents[i].d1, tangents[i].d2);
      Real3 push;
      cells.for_near(in_box[i], [&](int j) {
        const Real3 apart = images[i] - images[j];
        const real r = norm(apart);
        if (r == 0 || r >= reach || dot(up, cross(tangents[j].d1, tangents[j].d2)) <= 0) return;
        push += (1 - r / reach) * (1 - r / reach) / r * apart;
      });
      moved[i] = moved_along(tangents[i], nodes[i], 0.15 * spacing * push);
    }
    nodes.swap(moved);
  }
}

} // namespace ibsim
