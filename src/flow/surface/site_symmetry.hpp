// Half turns about the three axes: the symmetry of node sets that makes the RBF operators four times smaller.
//
// The half turns g = 1, 2, 3 about x, y, z and g = 0, none, are a group: g after h is g XOR h. A node set in
// which site 4j + g is the site 4j turned by g has each orbit in four neighbouring places. The operators M
// then depend on the turn between two sites alone,
//   M[(s, g), (j, h)] = m[s, j, g XOR h],
// and are diagonal in the four characters c(g) = +1, -1 of the group: with sums over turns, X_c = sum_h c(h)
// X[j, h], M_c = sum_g c(g) m[s, j, g]/4,
//   C_c[s] = sum_j M_c[s, j] X_c[j],   C[s, g] = sum_c c(g) C_c[s]:
// four products of a quarter of the rows and a quarter of the columns, a quarter of the work and of the
// memory in all.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

constexpr int half_turns = 4; ///< with that by nothing

/// v turned by g; exact.
IBSIM_HD Real3 half_turn(int g, const Real3& v) {
  return {g & 2 ? -v.x : v.x, g & 1 ? -v.y : v.y, g == 1 || g == 2 ? -v.z : v.z};
}

/// Character number c of the turn g: +1 or -1.
IBSIM_HD real character(int c, int g) {
  const int common = c & g;
  return common == 1 || common == 2 ? -1 : 1;
}

/// 4 if the nodes are such orbits, to the last bit; else 1.
int site_symmetry(const std::vector<Real3>& nodes);

/// The orbits of nodes: four times as many.
std::vector<Real3> orbits(const std::vector<Real3>& nodes);

} // namespace ibsim
