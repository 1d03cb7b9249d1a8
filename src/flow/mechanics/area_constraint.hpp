// A membrane that resists a change of its area as a whole: each object has one tension, that of all its area,
//
//   energy = (k_A/2) (A - A_0)^2/A_0,   sigma = k_A (A/A_0 - 1),   F = 2 sigma H sqrt(det g) n
//
// per area of the parameter domain (curvature.hpp), since F = d_a[T^ab X_b], T^ab = sigma sqrt(det g) g^ab;
// of a surface with a weak form the stress -w T^ab X_b (surface/weak_form.hpp). A_0 is the
// area at rest, by the same quadrature. Lipids flow within a red cell's membrane, so that the area of a piece
// may change where that of the whole does not.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// @param modulus k_A, pg/us^2 @throws InputError if it is negative or not finite
template <class B>
AnyTerm<B> make_area_constraint(const Stream<B>&, const SurfaceKind&, int objects, real modulus);

/// Stiffness by k_A of a surface of the area A, the area A_0 at rest and spread = int (H - mean of H)^2 dA.
///
/// A ripple feels the tension, which counts twice (limits/stability.hpp). The area counts as larger by a
/// hundredth, since it may grow before the next look. Motions along the normals in proportion to H less its
/// mean change the area itself. Their restoring force per area is c = (4 k_A/A_0) int (H - mean)^2 dA. A
/// quarter of it counts, since such motions take more fluid along than a ripple. (For a red cell of radius
/// 4 h they grow at 3 to 4 times the limit that c would set.)
Stiffness stiffness_of_area(real modulus, real area_at_rest, real area, real spread);

/// Stiffness before there are sites, of a reference surface stretched along its own axes, by quadrature.
Stiffness stiffness_of_area(real modulus, real area_at_rest, const ReferenceSurface&, const Real3& stretch);

} // namespace ibsim
