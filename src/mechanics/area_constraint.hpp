// A membrane that resists a change of its area as a whole: each object has one tension, that of all its area,
//
//   energy = (k_A/2) (A - A_0)^2/A_0,   sigma = k_A (A/A_0 - 1),   F = 2 sigma H sqrt(det g) n
//
// per area of the parameter domain (curvature.hpp), since F = d_a[sigma sqrt(det g) g^ab X_b]. A_0 is the
// area at rest, by the same quadrature. Lipids flow within a red cell's membrane, so that the area of a piece
// may change where that of the whole does not.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// @param modulus k_A, pg/us^2 @throws InputError if it is negative or not finite
template <class B>
std::unique_ptr<ForceTerm<B>> make_area_constraint(const Stream<B>&, const SurfaceKind&, int objects,
                                                   real modulus);

/// By how much a modulus k_A stiffens the surface at rest (Stiffness::modulus): as if its area were larger by
/// a hundredth. A sphere that had k_A and nothing else would otherwise be told that any step will do.
constexpr real stiffness_of_area(real modulus) { return 2 * 0.01 * modulus; }

} // namespace ibsim
