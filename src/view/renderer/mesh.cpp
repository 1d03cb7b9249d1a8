#include "renderer/mesh.hpp"

#include <cmath>

namespace ibsim::view {
namespace {

/// Two unit vectors across a direction.
std::pair<Vec3f, Vec3f> across(const Vec3f& along) {
  const Vec3f other = std::fabs(along[1]) < 0.9f ? Vec3f{0, 1, 0} : Vec3f{1, 0, 0};
  const Vec3f u = unit(cross(other, along));
  return {u, cross(along, u)};
}

constexpr int sides = 8;
constexpr float pi = 3.14159265f;

} // namespace

float length(const Vec3f& a) { return std::sqrt(dot(a, a)); }

Vec3f unit(const Vec3f& a) {
  const float l = length(a);
  return l > 0 ? (1 / l) * a : Vec3f{0, 0, 1};
}

void set_normals(Mesh& mesh) {
  for (Vertex& v : mesh.vertices) v.normal = {};
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    Vertex* v[3];
    for (int c = 0; c < 3; ++c) v[c] = &mesh.vertices[mesh.triangles[t + static_cast<std::size_t>(c)]];
    const Vec3f n = cross(v[1]->position - v[0]->position, v[2]->position - v[0]->position);
    for (Vertex* each : v) each->normal = each->normal + n;
  }
  for (Vertex& v : mesh.vertices) v.normal = unit(v.normal);
}

void add_box(Mesh& mesh, const Vec3f& low, const Vec3f& high, std::uint32_t kind) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int end = 0; end < 2; ++end) {
      Vec3f normal{};
      normal[axis] = end ? 1.0f : -1.0f;
      const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      std::uint32_t corner[4];
      for (int c = 0; c < 4; ++c) {
        Vec3f p = low;
        p[axis] = end ? high[axis] : low[axis];
        if (c == 1 || c == 2) p[u] = high[u];
        if (c >= 2) p[v] = high[v];
        corner[c] = mesh.add({p, normal, 0, kind});
      }
      const int second = end ? 1 : 3, last = end ? 3 : 1; // counter-clockwise from outside
      mesh.add_triangle(corner[0], corner[second], corner[2]);
      mesh.add_triangle(corner[0], corner[2], corner[last]);
    }
}

void add_outline(Mesh& mesh, const Vec3f& low, const Vec3f& high, float radius, std::uint32_t kind) {
  const Vec3f r{radius, radius, radius};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int edge = 0; edge < 4; ++edge) {
      Vec3f a = low, b = high;
      const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      a[u] = b[u] = edge & 1 ? high[u] : low[u];
      a[v] = b[v] = edge & 2 ? high[v] : low[v];
      add_box(mesh, a - r, b + r, kind);
    }
}

void add_ball(Mesh& mesh, const Vec3f& centre, float radius, std::uint32_t kind) {
  constexpr int rings = 12, around = 20;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const float theta = pi * static_cast<float>(i) / rings, phi = 2 * pi * static_cast<float>(j) / around;
      const Vec3f n{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
      mesh.add({centre + radius * n, n, 0, kind});
    }
  for (std::uint32_t i = 0; i < rings; ++i)
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t a = first + i * around + j, b = first + i * around + (j + 1) % around;
      mesh.add_triangle(a, a + around, b);
      mesh.add_triangle(b, a + around, b + around);
    }
}

void add_tube(Mesh& mesh, const std::vector<Vec3f>& points, const std::vector<float>& values, float radius,
              std::uint32_t kind) {
  if (points.size() < 2) return;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  Vec3f u{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3f along = unit(points[std::min(i + 1, points.size() - 1)] - points[i > 0 ? i - 1 : 0]);
    // carried along without twist: the frame before, less its part along the tube
    u = i == 0 ? across(along).first : unit(u - dot(u, along) * along);
    const Vec3f v = cross(along, u);
    for (int s = 0; s < sides; ++s) {
      const float angle = 2 * pi * static_cast<float>(s) / sides;
      const Vec3f n = std::cos(angle) * u + std::sin(angle) * v;
      mesh.add({points[i] + radius * n, n, values.empty() ? 0 : values[i], kind});
    }
  }
  for (std::uint32_t i = 0; i + 1 < points.size(); ++i)
    for (std::uint32_t s = 0; s < sides; ++s) {
      const std::uint32_t a = first + i * sides + s, b = first + i * sides + (s + 1) % sides;
      mesh.add_triangle(a, b, a + sides);
      mesh.add_triangle(b, b + sides, a + sides);
    }
}

void add_cone(Mesh& mesh, const Vec3f& base, const Vec3f& tip, float radius, float value,
              std::uint32_t kind) {
  const Vec3f along = unit(tip - base);
  const auto [u, v] = across(along);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int s = 0; s < sides; ++s) {
    const float angle = 2 * pi * static_cast<float>(s) / sides;
    const Vec3f n = std::cos(angle) * u + std::sin(angle) * v;
    mesh.add({base + radius * n, n, value, kind});
  }
  const std::uint32_t top = mesh.add({tip, along, value, kind}),
                      bottom = mesh.add({base, -1.0f * along, value, kind});
  for (std::uint32_t s = 0; s < sides; ++s) {
    mesh.add_triangle(first + s, first + (s + 1) % sides, top);
    mesh.add_triangle(first + (s + 1) % sides, first + s, bottom);
  }
}

} // namespace ibsim::view
