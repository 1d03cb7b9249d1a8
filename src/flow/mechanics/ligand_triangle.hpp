// A ligand on a triangle of sample sites X1, X2, X3 of another object, and the bond from it to a receptor x
// (object_bonds.hpp):
//
//   Y = X1 + b e1 + c e2,   e1 = X2 - X1,  e2 = X3 - X1,   n = +-(e1 x e2)/|e1 x e2|
//   d = D - g n,   D = x - Y,   g = min(gap, D n),   L = |d|
//
// The ligand lies a gap in front of the membrane, as those of a wall do. The energy E(L) of the spring is a
// function of the four sites, which no translation or rotation changes. So the forces -dE/dX have neither a
// sum nor a torque. With u = E' d/L, p = (u - (u n) n) +-1/|e1 x e2| and the weights w = (1 - b - c, b, c):
//
//   F_x = -u,   F_k = w_k u + g G_k,   G_2 = e2 x p,   G_3 = p x e1,   G_1 = -G_2 - G_3
//
// g G is the couple of a force that acts a gap in front of the membrane. d is normal to n where D n < gap.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <cmath>

namespace ibsim {

/// A triangle as a receptor sees it, um. Copied into lambdas.
struct LigandTriangle {
  Real3 from;   ///< x - X1, by the nearest image of the box
  Real3 e1, e2; ///< X2 - X1 and X3 - X1
  real side;    ///< 1: the ligands lie where the corners are counter-clockwise, -1: on the other side

  /// The ligand of the weights b and c, as the receptor sees it.
  struct Bond {
    Real3 d, normal; ///< from the ligand to the receptor, um; n
    real off;        ///< g, um
  };
  IBSIM_HD Bond bond(real b, real c, real gap) const {
    const Real3 n = side * normalized(cross(e1, e2)), D = from - b * e1 - c * e2;
    const real height = dot(D, n), off = height < gap ? height : gap;
    return {D - off * n, n, off};
  }

  /// Forces on the corners X2 and X3 of a spring that pulls the receptor by -u.
  struct OnCorners {
    Real3 second, third;
  };
  IBSIM_HD OnCorners on_corners(real b, real c, const Bond& of, const Real3& u) const {
    const Real3 p = (side / norm(cross(e1, e2))) * (u - dot(u, of.normal) * of.normal);
    return {b * u + of.off * cross(e2, p), c * u + of.off * cross(p, e1)};
  }

  /// The foot of the perpendicular from the receptor to the plane of the triangle.
  struct Foot {
    real b, c, height; ///< weights; height over the plane, um, negative on the clockwise side
    /// The least of the three weights: negative outside of the triangle.
    IBSIM_HD real least() const {
      const real a = 1 - b - c, less = b < c ? b : c;
      return a < less ? a : less;
    }
  };
  IBSIM_HD Foot foot() const {
    const Real3 area = cross(e1, e2);
    const real a2 = dot(area, area);
    return {dot(cross(from, e2), area) / a2, dot(cross(e1, from), area) / a2,
            dot(from, area) / std::sqrt(a2)};
  }
};

/// Rounds to a multiple of 2^-42 nN, where it is below 1000 nN. Sums of these are exact, and so do not
/// depend on their order.
IBSIM_HD Real3 exact_part(const Real3& force) {
  constexpr real unit = 4398046511104.0; // 2^42
  return {std::rint(force.x * unit) / unit, std::rint(force.y * unit) / unit,
          std::rint(force.z * unit) / unit};
}

} // namespace ibsim
