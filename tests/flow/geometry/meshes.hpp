// Meshes of known bodies, and their files, for tests.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <numbers>
#include <string>

namespace ibsim::meshes {

/// An icosahedron on the unit sphere, each triangle cut into four `times` times: 10 4^times + 2 vertices.
inline TriangleMesh icosphere(int times) {
  const real t = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh{{{-1, t, 0},
                     {1, t, 0},
                     {-1, -t, 0},
                     {1, -t, 0},
                     {0, -1, t},
                     {0, 1, t},
                     {0, -1, -t},
                     {0, 1, -t},
                     {t, 0, -1},
                     {t, 0, 1},
                     {-t, 0, -1},
                     {-t, 0, 1}},
                    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (Real3& x : mesh.vertices) x = normalized(x);
  for (int step = 0; step < times; ++step) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [found, is_new] = middles.emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(normalized(mesh.vertices[a] + mesh.vertices[b]));
      return found->second;
    };
    std::vector<Vec3<int>> finer;
    for (const Vec3<int>& f : mesh.triangles) {
      const int a = middle(f.x, f.y), b = middle(f.y, f.z), c = middle(f.z, f.x);
      finer.insert(finer.end(), {{f.x, a, c}, {f.y, b, a}, {f.z, c, b}, {a, b, c}});
    }
    mesh.triangles = finer;
  }
  return mesh;
}

inline TriangleMesh moved(TriangleMesh mesh, const std::function<Real3(const Real3&)>& to) {
  for (Real3& x : mesh.vertices) x = to(x);
  return mesh;
}

/// A torus about z.
inline TriangleMesh torus(real radius, real tube, int around, int across) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const real a = 2 * std::numbers::pi * i / around, b = 2 * std::numbers::pi * j / across;
      mesh.vertices.push_back({(radius + tube * std::cos(b)) * std::cos(a),
                               (radius + tube * std::cos(b)) * std::sin(a), tube * std::sin(b)});
      const int next = (i + 1) % around, above = (j + 1) % across;
      const int p = i * across + j, q = next * across + j, r = next * across + above, s = i * across + above;
      mesh.triangles.push_back({p, q, r}), mesh.triangles.push_back({p, r, s});
    }
  return mesh;
}

inline TriangleMesh together(TriangleMesh a, const TriangleMesh& b) {
  const int first = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Vec3<int>& t : b.triangles) a.triangles.push_back({t.x + first, t.y + first, t.z + first});
  return a;
}

/// A box of 12 triangles.
inline TriangleMesh box(const Real3& low, const Real3& high) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

inline std::string number(real value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

inline std::string as_off(const TriangleMesh& mesh) {
  std::string text = "OFF\n# a comment\n" + std::to_string(mesh.vertices.size()) + " " +
                     std::to_string(mesh.triangles.size()) + " 0\n";
  for (const Real3& x : mesh.vertices) text += number(x.x) + " " + number(x.y) + " " + number(x.z) + "\n";
  for (const Vec3<int>& t : mesh.triangles)
    text += "3 " + std::to_string(t.x) + " " + std::to_string(t.y) + " " + std::to_string(t.z) + " 255 0 0\n";
  return text;
}

inline std::string as_ascii_stl(const TriangleMesh& mesh) {
  std::string text = "solid cell of a user\n";
  for (const Vec3<int>& t : mesh.triangles) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (int k = 0; k < 3; ++k) {
      const Real3& x = mesh.vertices[t[k]];
      text += "      vertex " + number(x.x) + " " + number(x.y) + " " + number(x.z) + "\n";
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid cell of a user\n";
}

/// A binary STL whose header begins with `solid`, as some programs write it.
inline std::string as_binary_stl(const TriangleMesh& mesh) {
  std::string bytes = "solid but binary";
  bytes.resize(80, ' ');
  const auto put = [&](const void* data, std::size_t n) { bytes.append(static_cast<const char*>(data), n); };
  const std::uint32_t count = static_cast<std::uint32_t>(mesh.triangles.size());
  put(&count, 4);
  for (const Vec3<int>& t : mesh.triangles) {
    const float none[3] = {0, 0, 0};
    put(none, 12);
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < 3; ++d) {
        const float x = static_cast<float>(mesh.vertices[t[k]][d]);
        put(&x, 4);
      }
    bytes.append(2, '\0');
  }
  return bytes;
}

enum class Ply { ascii, little, big };
inline std::string as_ply(const TriangleMesh& mesh, Ply form) {
  const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  std::string bytes = std::string("ply\nformat ") + names[static_cast<int>(form)] +
                      " 1.0\ncomment of a user\nelement vertex " + std::to_string(mesh.vertices.size()) +
                      "\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\n"
                      "element face " +
                      std::to_string(mesh.triangles.size()) +
                      "\nproperty list uchar int vertex_indices\nend_header\n";
  const auto put = [&](const void* data, int n) {
    std::string part(static_cast<const char*>(data), static_cast<std::size_t>(n));
    bytes += form == Ply::big ? std::string(part.rbegin(), part.rend()) : part;
  };
  for (const Real3& x : mesh.vertices) {
    if (form == Ply::ascii) {
      bytes += number(x.x) + " " + number(x.y) + " " + number(x.z) + " 200\n";
      continue;
    }
    for (int d = 0; d < 3; ++d) put(&x[d], 8);
    bytes += '\7';
  }
  for (const Vec3<int>& t : mesh.triangles) {
    if (form == Ply::ascii) {
      bytes += "3 " + std::to_string(t.x) + " " + std::to_string(t.y) + " " + std::to_string(t.z) + "\n";
      continue;
    }
    bytes += '\3';
    for (int k = 0; k < 3; ++k) put(&t[k], 4);
  }
  return bytes;
}

} // namespace ibsim::meshes
