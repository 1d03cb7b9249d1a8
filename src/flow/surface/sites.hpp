// Node sets on the unit sphere, and the surfaces that they are made for.
//
// An object is a topological sphere: every material point is a point xi of the unit sphere, and its place at
// rest is X(xi). Nodes are unit vectors, chosen so that their images X(xi) are quasi-uniform on the reference
// surface.
#pragma once

#include "base/vec3.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ibsim {

struct MappedShape; // mapped_shape.hpp

enum class ReferenceShape {
  sphere,    ///< X = a xi
  ellipsoid, ///< X = (a xi_x, b xi_y, c xi_z)
  /// paper, equation (16): X = R0 (xi_x, xi_y, p(rho) xi_z), p(r) = 0.105 + r^2 - 0.56 r^4, rho^2 = xi_x^2 +
  /// xi_y^2
  red_cell,
  /// X = (a p_x(xi), b p_y(xi), c p_z(xi)), p solid harmonics fitted to a mesh (mapped_shape.hpp)
  mapped,
};

/// A reference surface: which shape, and its half axes (sphere: all equal to the radius; red cell: x = y =
/// R0, z ignored; mapped: the farthest that the surface reaches from its centre along each axis).
struct ReferenceSurface {
  ReferenceShape shape = ReferenceShape::sphere;
  Real3 half_axes{1, 1, 1};                    ///< um
  std::shared_ptr<const MappedShape> map = {}; ///< of a mapped shape
};
bool operator==(const ReferenceSurface&, const ReferenceSurface&);

/// X(xi), um. xi need not be of unit length: the formula is the smooth extension used to differentiate it.
Real3 position(const ReferenceSurface&, const Real3& xi);
/// Its derivative along v: dX(xi) v, um.
Real3 derivative(const ReferenceSurface&, const Real3& xi, const Real3& v);

/// Bauer's (2000, J. Guid. Control Dyn. 23, doi:10.2514/2.4497) spiral of n nodes, uniform on the sphere.
std::vector<Real3> bauer_spiral(int n);

/// n nodes on the unit sphere whose images are quasi-uniform on the surface: a spiral with equal areas of the
/// *surface* between its turns where it has an axis of symmetry; on a sphere, bauer_spiral(n). On an
/// ellipsoid with three different axes, the spiral of the nearest one with an axis, after which the images
/// push each other apart on the surface itself. If 4 divides n (and it is no sphere) the nodes are orbits of
/// the half turns, for operators four times smaller (site_symmetry.hpp).
/// @throws InputError if n < 1 or a half axis is not positive.
std::vector<Real3> quasi_uniform_nodes(const ReferenceSurface&, int n);

/// 4 if quasi_uniform_nodes of this surface are such orbits for both numbers of sites, else 1.
int quasi_uniform_symmetry(const ReferenceSurface&, int n_data, int n_sample);

/// Exact (quadrature to round-off) area (um^2) and enclosed volume (um^3) of a reference surface.
struct AreaAndVolume {
  real area, volume;
};
AreaAndVolume area_and_volume(const ReferenceSurface&);

/// Triangles (three node indices each, counter-clockwise seen from outside) of the convex hull of nodes on
/// the sphere.
/// @throws InputError if there are fewer than four, two of them coincide, or they do not surround the centre.
std::vector<Vec3<int>> triangulate(const std::vector<Real3>& nodes);

} // namespace ibsim
