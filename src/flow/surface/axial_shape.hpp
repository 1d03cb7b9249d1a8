// Smooth closed surfaces round about the z axis and symmetric to z = 0, as polynomials:
//
//   X(xi) = (a(q) xi_x, a(q) xi_y, b(q) xi_z),   q = xi_x^2 + xi_y^2
//   a = sum_k a_k P_k(2 q - 1),   b = sum_k b_k P_k(2 q - 1),   P_k Legendre's polynomials
//
// Every smooth map of the sphere with that symmetry is of this form, and poles and equator are ordinary
// points of it. Spheres, spheroids (b constant) and the paper's red cell (b of degree 2) are exact.
#pragma once

#include "surface/sites.hpp"

namespace ibsim {

struct AxialShape {
  std::vector<real> across, along; ///< a_k and b_k, as many of both, um

  Real3 position(const Real3& xi) const;
};

/// A reference surface that is_round_about_z (stress_free.hpp), with `terms` terms in a and in b.
AxialShape axial_shape(const ReferenceSurface&, int terms);

/// sin(t) P_k(2 q - 1) and cos(t) P_k(2 q - 1), q = sin^2 t, at the colatitude t, with their first and second
/// derivatives by t: what r and z of the meridian are made of.
struct MeridianBasis {
  struct Jet {
    real value = 0, first = 0, second = 0;
  };
  std::vector<Jet> across, along; ///< [k]
};
MeridianBasis meridian_basis(real t, int terms);

inline MeridianBasis::Jet product(const MeridianBasis::Jet& f, const MeridianBasis::Jet& g) {
  return {f.value * g.value, f.first * g.value + f.value * g.first,
          f.second * g.value + 2 * f.first * g.first + f.value * g.second};
}

} // namespace ibsim
