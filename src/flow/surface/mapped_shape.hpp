// Closed surfaces given by solid harmonics: polynomials in xi, which on the unit sphere are the spherical
// harmonics of degree <= L.
//
//   p(xi) = sum_lm c_lm r^l Y_lm(xi),   X_d = half axis_d p_d,   max |p_d| = 1
//
// A sphere and an ellipsoid are of degree 1, the paper's red cell of degree 5. fit_mesh.hpp makes such a
// shape of a mesh.
#pragma once

#include "surface/sites.hpp"

#include <memory>

namespace ibsim {

class MeshDistance;

constexpr int most_degree_of_map = 20;

struct MappedShape {
  int degree = 0;
  std::vector<Real3> amounts;               ///< c, number l^2 + l + m
  std::shared_ptr<const MeshDistance> body; ///< triangles of p, for what is inside
  /// Area and volume with these half axes; zero where they were not integrated.
  Real3 measured_axes;
  AreaAndVolume measured{0, 0};
  friend bool operator==(const MappedShape& a, const MappedShape& b) {
    return a.degree == b.degree && a.amounts == b.amounts;
  }
};

/// Half axes times a place p, component by component.
inline Real3 scaled(const Real3& a, const Real3& p) { return {a.x * p.x, a.y * p.y, a.z * p.z}; }

Real3 position(const MappedShape&, const Real3& xi);
Real3 derivative(const MappedShape&, const Real3& xi, const Real3& v);
Real3 second_derivative(const MappedShape&, const Real3& xi, const Real3& v, const Real3& w);

/// A surface from amounts in um, whatever its half axes, which follow from them. Where `half_axes` are given,
/// amounts are those of p.
/// @throws InputError if the map folds, turns the inside out or meets itself: with the place in um
ReferenceSurface mapped_surface(int degree, std::vector<Real3> amounts);
ReferenceSurface mapped_surface(int degree, std::vector<Real3> amounts, const Real3& half_axes);

/// The part of a mapped surface up to a degree, in the same half axes.
ReferenceSurface up_to_degree(const ReferenceSurface&, int degree);

} // namespace ibsim
