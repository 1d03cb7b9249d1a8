// Second-order centred differences on the MAC grid (paper, section 2), each at one place.
//
//   divergence_at_cell      D u   = sum_d (u_d(next face) - u_d(this face)) / h       faces -> cell centre
//   gradient_at_face<d>     G_d p = (p(this cell) - p(previous cell)) / h             cell centres -> face d;
//   G = -D^T
//   laplacian               L q   = (the six neighbours - 6 q) / h^2                  of any one component,
//   or of a cell field
//   advection_at_face<d>    N_d u = sum_e D_e[(A_d u_e)(A_e u_d)]                     faces -> face d,
//   conservative
//
// A_d is the average of two neighbours along d. The fluxes of N lie at cell centres (e = d) and at edges (e
// != d), and each is shared by the two faces on either side of it, so the sum of N_d u over the box is zero.
// Face (i, j, k) of component d and cell (i, j, k) have the same index; that face is the cell's lower one
// along d. T is the number type of the fields.
#pragma once

#include "grid/neighbours.hpp"

#include <type_traits>

namespace ibsim {

/// The number type of values of type T, which are constant or not. Not deduced from an argument.
template <class T>
using NumberOf = std::remove_const_t<T>;

/// In the wider type of u and 1/h.
template <class T, class H>
IBSIM_HD auto divergence_at_cell(FaceView<T> u, const Neighbours& at, H inverse_h) {
  using R = std::common_type_t<NumberOf<T>, H>;
  const Index c = at.here;
  return ((R{u.x[c + at.next.x]} - u.x[c]) + (R{u.y[c + at.next.y]} - u.y[c]) +
          (R{u.z[c + at.next.z]} - u.z[c])) *
         inverse_h;
}

template <int d, class T>
IBSIM_HD T gradient_at_face(const T* p, const Neighbours& at, NumberOf<T> inverse_h) {
  return (p[at.here] - p[at.here + at.previous[d]]) * inverse_h;
}

template <class T>
IBSIM_HD T laplacian(const T* q, const Neighbours& at, NumberOf<T> inverse_h_squared) {
  const Index c = at.here;
  return ((q[c + at.next.x] + q[c + at.previous.x]) + (q[c + at.next.y] + q[c + at.previous.y]) +
          (q[c + at.next.z] + q[c + at.previous.z]) - 6 * q[c]) *
         inverse_h_squared;
}

namespace detail {

/// 4 h times the part e of N_d: the flux (A_d u_e)(A_e u_d) of the next edge minus that of this one.
template <int d, int e, class T>
IBSIM_HD NumberOf<T> four_flux_differences(FaceView<T> u, const Neighbours& at) {
  const T* const carried = u[d];
  const Index c = at.here;
  if constexpr (d == e) {
    const NumberOf<T> after = carried[c] + carried[c + at.next[d]],
                      before = carried[c + at.previous[d]] + carried[c];
    return after * after - before * before;
  } else {
    const T* const carrier = u[e];
    const Index across = c + at.next[e];
    return (carrier[across + at.previous[d]] + carrier[across]) * (carried[c] + carried[across]) -
           (carrier[c + at.previous[d]] + carrier[c]) * (carried[c + at.previous[e]] + carried[c]);
  }
}

} // namespace detail

template <int d, class T>
IBSIM_HD NumberOf<T> advection_at_face(FaceView<T> u, const Neighbours& at, NumberOf<T> inverse_h) {
  return (detail::four_flux_differences<d, 0>(u, at) + detail::four_flux_differences<d, 1>(u, at) +
          detail::four_flux_differences<d, 2>(u, at)) *
         (inverse_h / 4);
}

} // namespace ibsim
