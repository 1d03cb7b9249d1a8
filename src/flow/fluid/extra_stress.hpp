// The force of viscous stress beyond that of a constant viscosity, on the MAC grid:
//
//   (E u)_d = D_e[x (G_e u_d + G_d u_e)],   x = mu - mean of mu, given at the cell centres
//
// D_d of 2 x G_d u_d at cell centres, D_e of the shear stress at edges, where x is the mean of the four cells
// around (Fai, Griffith, Mori and Peskin 2013, SIAM J. Sci. Comput. 35, doi:10.1137/120903038). An edge is
// shared by the faces on either side of it, so the sum of E u over the box is zero; for x constant and D u =
// 0 it is x L u.
//
// What lies beside a cell is `at`, as for the operators of grid/difference_operators.hpp, for u and x alike.
#pragma once

#include "grid/neighbours.hpp"

namespace ibsim {

namespace detail {

/// 4 times the mean of x at the edge between four cells.
template <class T>
IBSIM_HD T four_x(const T* x, Index here, Index before_d, Index before_e, Index before_both) {
  return (x[here] + x[before_d]) + (x[before_e] + x[before_both]);
}

/// 4 h times the stress at the edge between four cells: `here`, and those before it along d, along e and
/// along both.
template <int d, int e, class T>
IBSIM_HD T four_h_shear_stress(FaceView<const T> u, const T* x, Index here, Index before_d, Index before_e,
                               Index before_both) {
  return four_x(x, here, before_d, before_e, before_both) *
         ((u[d][here] - u[d][before_e]) + (u[e][here] - u[e][before_d]));
}

/// 4 h times the stress at the next edge along e of a face of component d, less that at this edge.
template <int d, int e, class T>
IBSIM_HD T four_h_shear_stress_difference(FaceView<const T> u, const T* x, const Neighbours& at) {
  const Index c = at.here, across = c + at.next[e], back = at.previous[d];
  return four_h_shear_stress<d, e>(u, x, across, across + back, c, c + back) -
         four_h_shear_stress<d, e>(u, x, c, c + back, c + at.previous[e], c + back + at.previous[e]);
}

} // namespace detail

template <int d, class T>
IBSIM_HD T extra_stress_at_face(FaceView<const T> u, const T* x, const Neighbours& at,
                                std::type_identity_t<T> inverse_h_squared) {
  constexpr int e = (d + 1) % 3, f = (d + 2) % 3;
  const T* const carried = u[d];
  const Index c = at.here, before = c + at.previous[d];
  const T normal = x[c] * (carried[c + at.next[d]] - carried[c]) - x[before] * (carried[c] - carried[before]);
  return (8 * normal + (detail::four_h_shear_stress_difference<d, e>(u, x, at) +
                        detail::four_h_shear_stress_difference<d, f>(u, x, at))) *
         (inverse_h_squared / 4);
}

/// Extra stress where u is a velocity without its mean shear, h_rate/h along z over y, whose
/// stress x h_rate/h at the edges along x has a divergence too.
template <int d, class T>
IBSIM_HD T extra_stress_in_shear_at_face(FaceView<const T> u, const T* x, const Neighbours& at,
                                         std::type_identity_t<T> inverse_h_squared,
                                         std::type_identity_t<T> h_rate) {
  const T of_u = extra_stress_at_face<d>(u, x, at, inverse_h_squared);
  if constexpr (d == 0) {
    return of_u;
  } else {
    constexpr int e = 3 - d;
    const Index c = at.here, across = c + at.next[e], back = at.previous[d];
    return of_u + h_rate * (inverse_h_squared / 4) *
                      (detail::four_x(x, across, across + back, c, c + back) -
                       detail::four_x(x, c, c + back, c + at.previous[e], c + back + at.previous[e]));
  }
}

} // namespace ibsim
