// A box in unbounded simple shear (Lees and Edwards 1972, J. Phys. C 5, 1921): the mean flow is
// rate (y - Ly/2) along z, and the image of the box M heights above has moved by M Ly strain along z, where
// strain is the integral of the rate.
//
// Points are anywhere: one at y in image M = floor(y/Ly) is looked up in the box at y - M Ly, z - M seam.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <cmath>

namespace ibsim {

/// The shear at one time.
struct ShearNow {
  real rate;   ///< 1/us
  real strain; ///< since time 0, rounded to steps of `slip`
  real slip;   ///< of a row past the one below it, as a part of Lz, in 0 .. 2: strain h/Lz, mod 2
  real seam;   ///< of the image above the box, um, in 0 .. Lz: strain Ly, mod Lz
};

/// Where the mean flow takes a point.
IBSIM_HD Real3 carried(const Real3& x, const ShearNow& from, const ShearNow& to, real height) {
  return {x.x, x.y, x.z + (to.strain - from.strain) * (x.y - height / 2)};
}

/// Equivalent point of the flow, with y in the box.
IBSIM_HD Real3 into_box(const Real3& x, const ShearNow& now, real height) {
  const real image = std::floor(x.y / height);
  return {x.x, x.y - image * height, x.z - image * now.seam};
}

} // namespace ibsim
