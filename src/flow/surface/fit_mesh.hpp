// A closed surface from a mesh: solid harmonics through its vertices (mapped_shape.hpp).
//
// The vertices are laid onto the sphere (sphere_map.hpp). Least squares give the harmonics; then each vertex
// takes the nearest point of the fitted surface as its point of the sphere, and so on: what is left is the
// distance between mesh and surface, not between two parameters. The degree is the least that is as near to
// the mesh as the mesh is to a smooth surface.
#pragma once

#include "geometry/triangle_mesh.hpp"
#include "surface/sites.hpp"

namespace ibsim {

struct MeshFit {
  ReferenceSurface surface;            ///< about the centre of its volume, um
  int degree = 0;                      ///< of its harmonics
  Real3 centre;                        ///< of its volume in the file, um
  real rms = 0, largest = 0;           ///< distance of the mesh's vertices from the surface, um
  Real3 where;                         ///< the vertex with the largest, in the file's coordinates, um
  real mesh_area = 0, mesh_volume = 0; ///< um^2, um^3
  int vertices = 0, triangles = 0;
};

/// @param name of the file, for messages @throws InputError for a mesh that is no body of genus zero, has
/// fewer than 100 vertices, or has a form that no surface of degree 20 comes near to
MeshFit fit_mesh(TriangleMesh mesh, const std::string& name);

} // namespace ibsim
