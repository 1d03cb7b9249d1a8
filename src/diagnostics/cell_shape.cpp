#include "diagnostics/cell_shape.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

CellShape cell_shape(const MembraneIntegrals& integrals) {
  // The symmetric 2 x 2 block (z, y) of the moments; its eigenvalues are a^2/5.
  const real zz = integrals.gyration[2].z, yy = integrals.gyration[1].y, zy = integrals.gyration[2].y;
  const real mean = (zz + yy) / 2, half_difference = (zz - yy) / 2;
  const real radius = std::hypot(half_difference, zy);
  CellShape shape;
  shape.length = 2 * std::sqrt(5 * (mean + radius));
  shape.width = 2 * std::sqrt(5 * std::fmax(mean - radius, 0));
  shape.taylor_deformation = (shape.length - shape.width) / (shape.length + shape.width);
  shape.inclination = std::atan2(zy, half_difference) / 2;
  // upright: not for rounding to choose the sign
  if (shape.inclination < -std::numbers::pi / 2 * (1 - 1e-12)) shape.inclination += std::numbers::pi;
  return shape;
}

real shear_plane_angle(const Real3& point, const Real3& centre) {
  return std::atan2(point.y - centre.y, point.z - centre.z);
}

real unwrapped(real wrapped, real previous) {
  constexpr real turn = 2 * std::numbers::pi;
  return wrapped + turn * std::round((previous - wrapped) / turn);
}

} // namespace ibsim
