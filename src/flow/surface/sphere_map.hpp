// A closed mesh of genus zero on the unit sphere, one to one: a start for fit_mesh.hpp.
//
// 1. One triangle is cut out and the rest is laid into the plane with Floater's (2003, Comput. Aided Geom.
//    Des. 20, 19) mean value weights, which are positive, so that no triangle turns over (Tutte 1963).
// 2. The plane goes to the sphere by stereographic projection; conformal maps of the sphere bring the centre
//    of the areas to its centre.
// 3. A smooth flow evens out what area of the mesh an area of the sphere stands for: with the density rho,
//    points move by grad psi, laplacian psi = log rho, in harmonics of degree <= 8.
#pragma once

#include "geometry/triangle_mesh.hpp"

namespace ibsim {

/// A unit vector for each vertex. @param mesh of one body (closed_mesh.hpp) @throws InputError
std::vector<Real3> map_to_sphere(const TriangleMesh& mesh, const std::string& name);

/// Area of the mesh that belongs to each vertex: a third of its triangles', um^2.
std::vector<real> areas_of_vertices(const TriangleMesh&);

} // namespace ibsim
