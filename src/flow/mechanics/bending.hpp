// Resistance of a membrane to bending (Helfrich 1973, Z. Naturforsch. C 28, doi:10.1515/znc-1973-11-1209):
//
//   energy = 2 kappa int (H - H_0)^2 dA,   with the signs of curvature.hpp: H = -1/R of a sphere
//
// H_0 is a number, or the curvature of the surface at rest, point by point of the material; with the second,
// a membrane at rest is free of bending. Per area of the parameter domain, with eta = H - H_0,
//
//   F = -2 kappa sqrt(det g) {[Lap eta + 2 eta (H^2 - K + H H_0)] n + 2 eta g^ab (H_0)_b X_a}
//
// of which the last, tangential part is there for an H_0 of the material alone: points of high H_0 are drawn
// to where the surface is curved.
//
// Fourth derivatives of positions come in two steps of two: eta from positions at the data sites, F there
// from derivatives of eta (operators from data to data sites), and F interpolated to the sample sites. Of a
// red cell at rest, with H_0 = 0, the largest error of F is 30 % of the largest F with 400 data sites, 13 %
// with 864, and
// 2.4 % with 1600.
//
// Of a surface with a weak form (surface/weak_form.hpp) the energy is summed over the sample sites, and its
// exact derivative takes none but second derivatives (bending_stress.kernels.cpp).
#pragma once

#include "mechanics/bending_properties.hpp"
#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// @param kind with operators at the data sites (surface/surface_kind.hpp), or a weak form
/// @throws InputError if the modulus is negative or not finite; std::invalid_argument without either
template <class B>
AnyTerm<B> make_bending(const Stream<B>&, const SurfaceKind& kind, int objects, const BendingProperties&);

/// Bending term of a surface with a weak form.
template <class B>
std::unique_ptr<StressTerm<B>> make_bending_stress(const Stream<B>&, const SurfaceKind&,
                                                   const BendingProperties&);

/// The name of the term, by which its energy is found.
inline constexpr const char* bending_name = "bending";

} // namespace ibsim
