#include "window/picking.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::view {
namespace {

/// Moeller and Trumbore (1997): where a ray meets a triangle, in lengths of `along`; negative if nowhere.
float meets(const Vec3f& from, const Vec3f& along, const Vec3f& a, const Vec3f& b, const Vec3f& c) {
  const Vec3f ab = b - a, ac = c - a, p = cross(along, ac);
  const float determinant = dot(ab, p);
  if (std::fabs(determinant) < 1e-12f) return -1;
  const Vec3f s = from - a, q = cross(s, ab);
  const float u = dot(s, p) / determinant, v = dot(along, q) / determinant;
  return u < 0 || v < 0 || u + v > 1 ? -1 : dot(ac, q) / determinant;
}

} // namespace

std::optional<int> picked_object(const Scene& scene, const Vec3f& from, const Vec3f& along) {
  const Mesh& mesh = scene.surfaces;
  float nearest = 1e30f;
  std::size_t hit = 0;
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const float at =
        meets(from, along, mesh.vertices[mesh.triangles[t]].position,
              mesh.vertices[mesh.triangles[t + 1]].position, mesh.vertices[mesh.triangles[t + 2]].position);
    if (at > 0 && at < nearest) nearest = at, hit = t / 3;
  }
  if (nearest > 1e29f || scene.objects.empty()) return {};
  const auto after =
      std::upper_bound(scene.objects.begin(), scene.objects.end(), hit,
                       [](std::size_t t, const ObjectInScene& o) { return t < o.first_triangle; });
  return std::prev(after)->number;
}

} // namespace ibsim::view
