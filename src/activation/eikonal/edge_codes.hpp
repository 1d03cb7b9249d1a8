// Edges of a tetrahedron by code, and which of them the local solver needs for each vertex (the paper's
// section 3.2).
//
// Vertex k = 1 .. 4 has the bit 2^(k-1), an edge the bits of both its ends: codes 3, 5, 6, 9, 10, 12,
// numbered code/2 - 1 = 0 .. 5 (e12, e13, e23, e14, e24, e34). To find phi_k the tetrahedron is turned by 4 -
// k places: the edges that stand for e34, e13, e23 are found by turning the bits of their codes, and an edge
// that changes its direction by that has an odd number of bits carried over the end (Table 8).
//
// Here corners count from 0: corner 3 is vertex 4.
#pragma once

#include "base/host_device.hpp"

namespace ibsim {

/// The number of an edge from its code.
IBSIM_HD constexpr int edge_number(int code) { return code / 2 - 1; }
IBSIM_HD constexpr int edge_code(int number) { // inverse of edge_number
  return number < 3 ? (number == 0 ? 3 : number + 4) : (number == 5 ? 12 : number + 6);
}

/// What holds for an unknown corner: the edges in the places of e34, e13, e23, with their signs, and the
/// corners in the places of vertices 1, 2, 3.
struct Role {
  int edge[3];
  int sign[3];
  int corner[3];
};

IBSIM_HD constexpr Role role_of(int unknown) {
  Role role{};
  const int turned = 3 - unknown;
  const int codes[3] = {12, 5, 6};
  for (int i = 0; i < 3; ++i) {
    const int bits = (codes[i] << 8 | codes[i] << 4) >> turned;
    const int carried = bits & 15;
    role.edge[i] = edge_number(bits >> 4 & 15);
    role.sign[i] = ((carried ^ carried >> 1 ^ carried >> 2 ^ carried >> 3) & 1) ? -1 : 1;
    role.corner[i] = (i + unknown + 1) & 3;
  }
  return role;
}

/// The third edge of the triangle that edges k and l span, and the sign in
/// <e_k, e_l> = sign (|e_k|^2 + |e_l|^2 - |e_s|^2)/2 (equations 11 and 12). Not for opposite edges.
IBSIM_HD constexpr int third_edge(int k, int l) { return edge_number(edge_code(k) ^ edge_code(l)); }
IBSIM_HD constexpr int mixed_sign(int k, int l) {
  const int a = edge_code(k), b = edge_code(l), s = a ^ b;
  return (2 * (s > a) - 1) * (2 * (s > b) - 1);
}

/// Place of <e_k, e_l> among 18 products: the upper triangle of the 6 x 6 matrix row by row, without the
/// pairs of opposite edges (0, 5), (1, 4), (2, 3).
IBSIM_HD constexpr int place_of_product(int k, int l) {
  if (k > l) {
    const int swapped = k;
    k = l, l = swapped;
  }
  int place = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) {
      if (i == k && j == l) return place;
      place += i + j != 5;
    }
  return -1;
}

/// The ends of an edge, from the lower corner to the higher.
IBSIM_HD constexpr int edge_tail(int k) { return k == 0 || k == 1 || k == 3 ? 0 : k == 5 ? 2 : 1; }
IBSIM_HD constexpr int edge_head(int k) { return k == 0 ? 1 : k < 3 ? 2 : 3; }

} // namespace ibsim
