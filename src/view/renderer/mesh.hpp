// Triangles as the renderer takes them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ibsim::view {

using Vec3f = std::array<float, 3>;

inline Vec3f operator+(const Vec3f& a, const Vec3f& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec3f operator-(const Vec3f& a, const Vec3f& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec3f operator*(float s, const Vec3f& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline float dot(const Vec3f& a, const Vec3f& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vec3f cross(const Vec3f& a, const Vec3f& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
float length(const Vec3f&);
Vec3f unit(const Vec3f&); ///< of zero: z

/// Looks of what is drawn; surfaces of cells take 0 to 7. shaders/frame.glsl knows `by_value` too.
namespace kind {
constexpr std::uint32_t wall = 8, outline = 9, by_value = 10, bead = 6, trail = 7, most_surfaces = 6;
}

struct Vertex {
  Vec3f position{}; ///< um
  Vec3f normal{};
  float value = 0; ///< what the map colours by
  std::uint32_t kind = 0;
};
static_assert(sizeof(Vertex) == 32);

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> triangles; ///< [triangle][3]

  std::uint32_t add(const Vertex& v) {
    vertices.push_back(v);
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    triangles.insert(triangles.end(), {a, b, c});
  }
};

/// Each vertex's normal is the sum of those of its triangles, which are as long as twice their areas (so
/// large ones count more): for smooth shading. @param first, n the vertices, and all triangles are theirs
void set_normals(Mesh&);

void add_box(Mesh&, const Vec3f& low, const Vec3f& high, std::uint32_t kind);
/// The twelve edges of a box as beams of this radius, um.
void add_outline(Mesh&, const Vec3f& low, const Vec3f& high, float radius, std::uint32_t kind);
void add_ball(Mesh&, const Vec3f& centre, float radius, std::uint32_t kind);
/// A tube along points. @param values one a point, or empty
void add_tube(Mesh&, const std::vector<Vec3f>& points, const std::vector<float>& values, float radius,
              std::uint32_t kind);
/// A cone from base to tip.
void add_cone(Mesh&, const Vec3f& base, const Vec3f& tip, float radius, float value, std::uint32_t kind);

} // namespace ibsim::view
