// The height of a sheet over its plane: a landscape that repeats in x and z.
#pragma once

#include "base/vec3.hpp"
#include "surface/height_map.hpp"

#include <memory>
#include <string>

namespace ibsim {

/// Height of a sheet over its plane, with one period in both directions: y = A w^2, a = 2 pi z/Lz, b = 2 pi
/// x/Lx. Source: (Kassen, Barrett, Shankar and Fogelson 2022, arXiv 2108.09396, whose A is 1 um and L 16 um).
struct Relief {
  enum class Form {
    flat,        ///< w = 0
    cobblestone, ///< w = cos((a - b)/2) cos((a + b)/2)
    elongated,   ///< w = cos(a - b) sin(b/2): cells that the flow has drawn out
    map          ///< y of a map of heights, whatever A is
  };
  Form form = Form::flat;
  real height = 1;                        ///< A, um
  real length_x = 16, length_z = 16;      ///< Lx and Lz, of one period, um
  std::shared_ptr<const HeightMap> map{}; ///< of such a form
};

/// y and its derivatives.
struct ReliefAt {
  real y = 0, dx = 0, dz = 0, dxx = 0, dxz = 0, dzz = 0; ///< um, 1, 1/um
};
ReliefAt relief_at(const Relief&, real x, real z);

/// The heights between which it lies; of a map those of its spline's coefficients, which are farther apart.
struct Heights {
  real low = 0, high = 0; ///< um
};
Heights heights_of(const Relief&);

/// The steepest slope, um/um, at points of the relief 64 a period apart, of a map at twice as many as it has.
real steepest_slope(const Relief&);

/// ", 1 um high, a period of 16 x 16 um": what it is, behind other words; empty where it is flat.
std::string described(const Relief&);

/// The unit normal of a relief there, upward.
Real3 upward(const ReliefAt&);

} // namespace ibsim
