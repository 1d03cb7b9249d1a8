// The local solver on many tetrahedra at once, for the vector units of a CPU.
//
// As local_solver.hpp, but without branches: triangle and edges are all computed, and one is chosen. The
// least of all edges serves where the minimum is not within the triangle, for the function is convex. Items
// of a batch may come from anywhere, and each has the same bits in any batch.
#pragma once

#include "base/precision.hpp"
#include "eikonal/local_solver.hpp"

namespace ibsim {

template <class T>
struct SolverBatch {
  static constexpr int most = 64;
  int size = 0;
  T phi1[most], phi2[most], phi3[most];
  T a11[most], a12[most], a22[most], b1[most], b2[most], c[most];
  T arrival[most];
  Index target[most]; ///< the vertex, and its time as it was
  T old[most];

  void add(T p1, T p2, T p3, const SolverProducts<T>& p, Index vertex, T time) {
    const int i = size++;
    phi1[i] = p1, phi2[i] = p2, phi3[i] = p3;
    a11[i] = p.a11, a12[i] = p.a12, a22[i] = p.a22, b1[i] = p.b1, b2[i] = p.b2, c[i] = p.c;
    target[i] = vertex, old[i] = time;
  }
  void solve();
};

/// through_edge without branches.
template <class T>
inline __attribute__((always_inline)) T through_edge_chosen(T phi_a, T phi_c, T g, T beta, T gamma) {
  const T delta = phi_c - phi_a, w = g - delta * delta, q = gamma * g - beta * beta;
  const T ratio = std::sqrt(q / w), l = delta * ratio - beta;
  const T within = phi_c + (delta * beta + ratio * w) / g;
  const T far = g + 2 * beta + gamma;
  const T near_end = phi_c + std::sqrt(gamma), far_end = phi_a + std::sqrt(far > 0 ? far : T(0));
  const T ends = near_end < far_end ? near_end : far_end;
  const bool is_within = (w > 0) & (q > 0) & (l > 0) & (l < g);
  return is_within ? within : ends;
}

template <class T>
void SolverBatch<T>::solve() {
#pragma omp simd
  for (int i = 0; i < size; ++i) {
    const T p1 = phi1[i], p2 = phi2[i], p3 = phi3[i];
    const T m11 = a11[i], m12 = a12[i], m22 = a22[i], n1 = b1[i], n2 = b2[i], k = c[i];
    const T d1 = p3 - p1, d2 = p3 - p2;
    const T inverse = 1 / (m11 * m22 - m12 * m12);
    const T u1 = (m22 * d1 - m12 * d2) * inverse, u2 = (m11 * d2 - m12 * d1) * inverse;
    const T v1 = (m22 * n1 - m12 * n2) * inverse, v2 = (m11 * n2 - m12 * n1) * inverse;
    const T w = 1 - (d1 * u1 + d2 * u2), q = k - (n1 * v1 + n2 * v2);
    const T ratio = std::sqrt(q / w), l1 = ratio * u1 - v1, l2 = ratio * u2 - v2;
    const T within = p3 + (d1 * v1 + d2 * v2) + ratio * w;
    const T e23 = through_edge_chosen(p2, p3, m22, n2, k);
    const T e13 = through_edge_chosen(p1, p3, m11, n1, k);
    const T e12 = through_edge_chosen(p1, p2, m11 - 2 * m12 + m22, m12 - m22 + n1 - n2, m22 + 2 * n2 + k);
    const T least3 = e23 < e13 ? e23 : e13;
    const T least = least3 < e12 ? least3 : e12;
    const bool is_within = (w > 0) & (q > 0) & (l1 >= 0) & (l2 >= 0) & (l1 + l2 <= 1);
    arrival[i] = is_within ? within : least;
  }
}

} // namespace ibsim
