#include "geometry/mesh_shape.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/closed_mesh.hpp"
#include "geometry/mesh_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ibsim {
namespace {

constexpr real in_plane = 1e-4; ///< of the box: how near to a face of it a vertex is in that face

struct MeshShape : SignedDistance {
  MeshDistance mesh;
  ShapeBounds box;
  MeshShape(TriangleMesh of, const ShapeBounds& reach) : mesh(std::move(of)), box(reach) {}
  real distance(const Real3& x) const override { return mesh.nearest(x).distance; }
  ShapeBounds bounds() const override { return box; }
};

/// Whether a vertex lies in the face of the box at 0 (side 0) or at its far end (side 1) along d.
bool is_in_face(const Real3& x, const PeriodicBox& box, int d, int side) {
  return std::abs(x[d] - side * box.size[d]) <= in_plane * box.size[d];
}

/// Whether the mesh ends in both faces across d: it has vertices in both, and none beyond.
bool ends_in_faces(const TriangleMesh& mesh, const PeriodicBox& box, int d) {
  const MeshBox reach = box_of(mesh);
  return std::abs(reach.low[d]) <= in_plane * box.size[d] &&
         std::abs(reach.high[d] - box.size[d]) <= in_plane * box.size[d];
}

/// The mesh without its triangles in both faces, between its images along d.
TriangleMesh with_images(TriangleMesh mesh, const PeriodicBox& box, int d) {
  std::vector<Vec3<int>> walls;
  for (const Vec3<int>& t : mesh.triangles) {
    const auto lies_in = [&](int side) {
      for (int k = 0; k < 3; ++k)
        if (!is_in_face(mesh.vertices[t[k]], box, d, side)) return false;
      return true;
    };
    if (!lies_in(0) && !lies_in(1)) walls.push_back(t);
  }
  for (Real3& x : mesh.vertices)
    for (int side = 0; side < 2; ++side)
      if (is_in_face(x, box, d, side)) x[d] = side * box.size[d];
  TriangleMesh all;
  for (int image = -1; image <= 1; ++image) {
    const int first = static_cast<int>(all.vertices.size());
    for (Real3 x : mesh.vertices) {
      x[d] += image * box.size[d];
      all.vertices.push_back(x);
    }
    for (const Vec3<int>& t : walls) all.triangles.push_back({t.x + first, t.y + first, t.z + first});
  }
  weld(all);
  return all;
}

/// Edges that are not closed, but for those at the outer ends of the images.
void require_closed_images(const TriangleMesh& mesh, const PeriodicBox& box, const bool (&endless)[3],
                           const std::string& name) {
  std::map<std::pair<int, int>, int> sums, uses;
  for (const Vec3<int>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      sums[std::minmax(from, to)] += from < to ? 1 : -1;
      ++uses[std::minmax(from, to)];
    }
  for (const auto& [edge, sum] : sums) {
    if (sum == 0 && uses.at(edge) == 2) continue;
    const Real3 &a = mesh.vertices[edge.first], &b = mesh.vertices[edge.second];
    bool at_outer_end = false, in_face = false;
    for (int d = 0; d < 3; ++d) {
      if (!endless[d]) continue;
      for (const int side : {-1, 2})
        at_outer_end |= is_in_face(a, box, d, side) && is_in_face(b, box, d, side);
      for (const int side : {0, 1}) in_face |= is_in_face(a, box, d, side) || is_in_face(b, box, d, side);
    }
    if (at_outer_end) continue;
    throw InputError(name +
                     (in_face ? ": does not fit to its own image through the end of the box: the edge "
                                "from "
                              : ": is not closed: the edge from ") +
                     place_text(a) + " to " + place_text(b) +
                     text(" is in %d triangle%s", uses.at(edge), uses.at(edge) == 1 ? "" : "s"));
  }
}

/// V = integral of x_d n_d, of which faces across other directions have no part.
real volume_along(const TriangleMesh& mesh, int d) {
  real sum = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 &a = mesh.vertices[t.x], &b = mesh.vertices[t.y], &c = mesh.vertices[t.z];
    sum += (a[d] + b[d] + c[d]) / 3 * cross(b - a, c - a)[d] / 2;
  }
  return sum;
}

TriangleMesh component(const TriangleMesh& mesh, const std::vector<int>& of_vertex, int number) {
  TriangleMesh part{mesh.vertices, {}};
  for (const Vec3<int>& t : mesh.triangles)
    if (of_vertex[t.x] == number) part.triangles.push_back(t);
  weld(part);
  return part;
}

/// Refuses surfaces that cross, and one within another that looks to the same side.
void require_apart(const TriangleMesh& mesh, const std::string& name) {
  std::vector<int> of_vertex;
  const int components = components_of(mesh, of_vertex);
  constexpr int most = 60; // more would take long, and are parts of a device that lie apart
  if (components < 2 || components > most) return;
  std::vector<TriangleMesh> parts;
  for (int c = 0; c < components; ++c) parts.push_back(component(mesh, of_vertex, c));
  for (int b = 0; b < components; ++b) {
    const MeshDistance other(parts[b]);
    const MeshBox reach = box_of(parts[b]);
    const real sense_b = volume_of(parts[b]) < 0 ? -1 : 1;
    for (int a = 0; a < components; ++a) {
      if (a == b) continue;
      const Real3 *in = nullptr, *out = nullptr;
      for (const Real3& x : parts[a].vertices) {
        bool may_be_in = true;
        for (int d = 0; d < 3; ++d) may_be_in &= x[d] > reach.low[d] && x[d] < reach.high[d];
        const real distance = may_be_in ? sense_b * other.nearest(x).distance : 1;
        (distance < 0 ? in : out) = &x;
        if (in && out) break;
      }
      if (in && out)
        throw InputError(name + ": two of its surfaces cross each other between " + place_text(*in) +
                         " and " + place_text(*out) + "; unite them first (MeshLab, Blender and trimesh do)");
      if (in && sense_b * volume_of(parts[a]) > 0)
        throw InputError(name + ": the surface at " + place_text(*in) +
                         " lies within another with the same orientation; take it away, or turn it where it "
                         "is a body in the fluid");
    }
  }
}

} // namespace

ImplicitShape mesh_shape(TriangleMesh mesh, const PeriodicBox& box, const std::string& name) {
  bool endless[3];
  for (int d = 0; d < 3; ++d) endless[d] = ends_in_faces(mesh, box, d);
  const bool any = endless[0] || endless[1] || endless[2];
  const bool closed = fault_of_edges(mesh).empty();
  if (closed || !any) {
    require_closed(mesh, name);
    require_apart(mesh, name);
  } else if (endless[0] && endless[1] && endless[2])
    throw InputError(name +
                     ": is open at all ends of the box, so that its inside is not known; close its ends "
                     "by triangles in the faces of the box");
  const MeshBox reach = box_of(mesh);
  for (int d = 0; d < 3; ++d)
    if (endless[d]) mesh = with_images(std::move(mesh), box, d);
  if (any) require_closed_images(mesh, box, endless, name);
  if (!closed)
    for (int d = 0; d < 3; ++d)
      if (!endless[d]) {
        if (volume_along(mesh, d) < 0)
          for (Vec3<int>& t : mesh.triangles) std::swap(t.y, t.z);
        break;
      }
  constexpr real far = std::numeric_limits<real>::infinity();
  ShapeBounds bounds{reach.low, reach.high};
  for (int d = 0; d < 3; ++d)
    if (endless[d]) bounds.low[d] = -far, bounds.high[d] = far;
  return repeated(std::make_shared<MeshShape>(std::move(mesh), bounds), box);
}

} // namespace ibsim
