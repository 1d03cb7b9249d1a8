// A surface of triangles: plain data, its integrals, and what makes it the boundary of a body.
//
//   V = sum_t a . (b x c) / 6      area = sum_t |(b - a) x (c - a)| / 2
//
// A closed and oriented mesh has every edge twice, once in each direction. A negative volume means that the
// triangles are clockwise seen from outside.
#pragma once

#include "base/vec3.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct TriangleMesh {
  std::vector<Real3> vertices;      ///< um
  std::vector<Vec3<int>> triangles; ///< counter-clockwise seen from outside
};

real area_of(const TriangleMesh&);
real volume_of(const TriangleMesh&);
/// The centre of the enclosed volume. @param mesh closed, with a volume
Real3 centre_of(const TriangleMesh& mesh);

/// Corners of the box around all vertices, um.
struct MeshBox {
  Real3 low, high;
  Real3 size() const { return high - low; }
};
MeshBox box_of(const TriangleMesh&);

/// Merges vertices that are closer than 1e-6 of the largest side, drops triangles with two equal vertices,
/// and vertices of no triangle. Keeps the order of what remains. @return number of dropped triangles
int weld(TriangleMesh&);

/// Number of connected components, by shared vertices; `of_vertex` gets the component of each, in the order
/// of their first vertices.
int components_of(const TriangleMesh&, std::vector<int>& of_vertex);

/// What keeps a mesh from being closed and oriented: the first bad edge with its place, and how many there
/// are. Empty: nothing. @param mesh welded
std::string fault_of_edges(const TriangleMesh& mesh);

/// "(1, 2.5, 3) um"
std::string place_text(const Real3&);

} // namespace ibsim
