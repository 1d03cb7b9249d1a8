// The local solver: when does a front that passes three vertices of a tetrahedron reach the fourth?
//
// phi4 = min over the triangle of l1 phi1 + l2 phi2 + l3 phi3 + |x4 - (l1 x1 + l2 x2 + l3 x3)|_W, with
// |a|_W^2 = <a, a> = a^T W a, W = M^-1 the inverse of the tensor of squared speeds: Fermat's principle
// (Ganellari, Haase and Zumbusch 2018, doi:10.1007/s00791-018-0288-z, equation 5; their (4) to (11) write M
// where M^-1 is meant). With e_ij = x_j - x_i and x3 the common vertex:
//
//   A = [[a11, a12], [a12, a22]], a11 = <e13, e13>, a12 = <e13, e23>, a22 = <e23, e23>;
//   b = (<e13, e34>, <e23, e34>), c = <e34, e34>, d = (phi3 - phi1, phi3 - phi2);
//   u = A^-1 d, v = A^-1 b, w = 1 - d.u, q = c - b.v.
//
// If w, q > 0 the minimum over the plane is at (l1, l2) = sqrt(q/w) u - v; within the triangle it is
// phi4 = phi3 + d.v + sqrt(q w). The function is convex, so otherwise the least lies on an edge on whose far
// side that point is, or, if there is no minimum over the plane, on any edge. Unlike the paper's system (9)
// this needs no division by differences of phi, which vanish where the front is parallel to an edge.
#pragma once

#include "base/host_device.hpp"

#include <cmath>
#include <limits>

namespace ibsim {

/// The inner products of one tetrahedron as one of its vertices, x4, sees it.
template <class T>
struct SolverProducts {
  T a11, a12, a22, b1, b2, c;
};

/// Infinity as a constant of both compilers.
template <class T>
IBSIM_HD constexpr T never() {
  return std::numeric_limits<T>::infinity();
}

template <class T>
IBSIM_HD T smaller(T a, T b) {
  return a < b ? a : b;
}

/// The time through the edge from a to c: least over l in [0, 1] of phi_c + l (phi_a - phi_c) + |x4 - x_c + l
/// e_ac|_W, with g = <e_ac, e_ac>, beta = <e_ac, e_c4>, gamma = <e_c4, e_c4>. An infinite phi is an
/// end that the front has not passed.
template <class T>
IBSIM_HD T through_edge(T phi_a, T phi_c, T g, T beta, T gamma) {
  const T delta = phi_c - phi_a, w = g - delta * delta, q = gamma * g - beta * beta; // both times g
  if (w > 0 && q > 0) {
    const T ratio = std::sqrt(q / w), l = delta * ratio - beta; // times g
    if (l > 0 && l < g) return phi_c + (delta * beta + ratio * w) / g;
    if (l <= 0) return phi_c + std::sqrt(gamma);
  }
  const T far = std::sqrt(g + 2 * beta + gamma > 0 ? g + 2 * beta + gamma : T(0));
  return smaller(phi_c + std::sqrt(gamma), phi_a + far);
}

/// phi4. Infinite values are vertices that the front has not passed: then through the others.
///
/// Edges are looked at one after the other by the same instructions, so that the lanes of a GPU's warp, which
/// differ in their edges, stay together.
template <class T>
IBSIM_HD T arrival(T phi1, T phi2, T phi3, const SolverProducts<T>& p) {
  constexpr int edge_23 = 1, edge_13 = 2, edge_12 = 4;
  int edges = phi1 == never<T>() ? edge_23 : phi2 == never<T>() ? edge_13 : phi3 == never<T>() ? edge_12 : 0;
  if (edges == 0) {
    edges = edge_23 | edge_13 | edge_12;
    const T d1 = phi3 - phi1, d2 = phi3 - phi2;
    const T inverse = 1 / (p.a11 * p.a22 - p.a12 * p.a12);
    const T u1 = (p.a22 * d1 - p.a12 * d2) * inverse, u2 = (p.a11 * d2 - p.a12 * d1) * inverse;
    const T v1 = (p.a22 * p.b1 - p.a12 * p.b2) * inverse, v2 = (p.a11 * p.b2 - p.a12 * p.b1) * inverse;
    const T w = 1 - (d1 * u1 + d2 * u2), q = p.c - (p.b1 * v1 + p.b2 * v2);
    if (w > 0 && q > 0) {
      const T ratio = std::sqrt(q / w), l1 = ratio * u1 - v1, l2 = ratio * u2 - v2;
      edges = (l1 < 0 ? edge_23 : 0) | (l2 < 0 ? edge_13 : 0) | (l1 + l2 > 1 ? edge_12 : 0);
      if (edges == 0) return phi3 + (d1 * v1 + d2 * v2) + ratio * w;
    }
  }
  T least = never<T>();
  do {
    // e12 = e13 - e23 and e24 = e23 + e34
    const bool is_23 = edges & edge_23, is_13 = !is_23 && (edges & edge_13);
    const T g = is_23 ? p.a22 : is_13 ? p.a11 : p.a11 - 2 * p.a12 + p.a22;
    const T beta = is_23 ? p.b2 : is_13 ? p.b1 : p.a12 - p.a22 + p.b1 - p.b2;
    const T gamma = is_23 || is_13 ? p.c : p.a22 + 2 * p.b2 + p.c;
    least = smaller(least, through_edge(is_23 ? phi2 : phi1, is_23 || is_13 ? phi3 : phi2, g, beta, gamma));
    edges &= edges - 1;
  } while (edges != 0);
  return least;
}

} // namespace ibsim
