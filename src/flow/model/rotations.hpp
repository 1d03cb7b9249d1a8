// Rotations of objects as matrices.
#pragma once

#include "base/vec3.hpp"

#include <cmath>

namespace ibsim {

struct Rotation {
  Real3 rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

/// Rodrigues' formula: turn by `angle` about the unit vector `axis`.
inline Rotation about(const Real3& axis, real angle) {
  const real c = std::cos(angle), s = std::sin(angle);
  Rotation r;
  for (int d = 0; d < 3; ++d) {
    Real3 e{};
    e[d] = 1;
    const Real3 image = c * e + s * cross(axis, e) + (1 - c) * axis[d] * axis; // column d
    for (int i = 0; i < 3; ++i) r.rows[i][d] = image[i];
  }
  return r;
}

inline Rotation product(const Rotation& a, const Rotation& b) {
  Rotation c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      c.rows[i][j] = 0;
      for (int k = 0; k < 3; ++k) c.rows[i][j] += a.rows[i][k] * b.rows[k][j];
    }
  return c;
}

/// The smallest turn that brings the z axis to a direction of unit length; about x where that is -z.
inline Rotation turn_of_z_to(const Real3& direction) {
  const Real3 z{0, 0, 1}, axis = cross(z, direction);
  const real sine = norm(axis);
  return about(sine > 0 ? normalized(axis) : Real3{1, 0, 0}, std::atan2(sine, direction.z));
}

} // namespace ibsim
