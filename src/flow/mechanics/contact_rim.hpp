// The rim of a contact that an attraction of finite range holds, and the area of the contact without it.
//
// The energy of a pair over -e is an area A_E. Part of it lies beyond the edge of the flat contact, where the
// membranes part but still attract each other. Across the edge their distance d(x) minimises, per length,
//
//   int [k d''^2/2 + W(d)] dx,   k = k1 k2/(k1 + k2) of the bending moduli,   d'' = sqrt(2 e/k) farther out
//
// where the membrane has the curvature of an edge without a range. With d = r_c + w y the length of this
// layer is l = (2 k w^2/e)^(1/4): it falls as the square root of the range. Solutions give
//
//   int [-W/e - (x < edge)] dx = b l,             b = 0.59 + 0.44 S^-0.23,
//   int [-W/e - (x < edge)] (x - edge) dx = m l^2,  m = 0.19 + 0.33 S^-0.27,    S = p0 w^4/(e r_c^3),
//
// S the stiffness of contact against attraction, b within 1 % for S from 3 to 1e5, m within 1.2 % for S from
// 10. The edge is that of the parabola farther out. A round contact of the area A so has
//
//   A_E = A + 2 sqrt(pi A) b l + 2 pi m l^2
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/contact_law.hpp"

namespace ibsim {

struct ContactRim {
  real width = 0;  ///< b l, um
  real moment = 0; ///< m l^2, um^2
};
/// Not numbers for Morse's law, which has no end. @param bending k, pg um^2/us^2
ContactRim contact_rim(const AggregationLaw&, const ContactLaw&, real bending);

/// A of A_E, um^2; none where A_E is less than the rim of a point.
real area_within_rim(real area_by_energy, const ContactRim&);

} // namespace ibsim
