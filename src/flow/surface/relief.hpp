// The height of a sheet over its plane: a landscape that repeats in x and z.
#pragma once

#include "base/vec3.hpp"

namespace ibsim {

/// Height of a sheet over its plane, with one period in both directions:
///   y = A w^2,  a = 2 pi z/Lz, b = 2 pi x/Lx
/// (Kassen, Barrett, Shankar and Fogelson 2022, arXiv 2108.09396, whose A is 1 um and L 16 um).
struct Relief {
  enum class Form {
    flat,        ///< w = 0
    cobblestone, ///< w = cos((a - b)/2) cos((a + b)/2)
    elongated    ///< w = cos(a - b) sin(b/2): cells that the flow has drawn out
  };
  Form form = Form::flat;
  real height = 1;                   ///< A, um
  real length_x = 16, length_z = 16; ///< Lx and Lz, of one period, um
};

/// y and its derivatives.
struct ReliefAt {
  real y = 0, dx = 0, dz = 0, dxx = 0, dxz = 0, dzz = 0; ///< um, 1, 1/um
};
ReliefAt relief_at(const Relief&, real x, real z);

/// The unit normal of a relief there, upward.
Real3 upward(const ReliefAt&);

} // namespace ibsim
