#include "diagnostics/cell_shape.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

namespace {

/// The axes of the ellipse with the moments zz, yy, zy, whose eigenvalues are a^2/5.
struct Axes {
  real length, width;
};
Axes axes(real zz, real yy, real zy) {
  const real mean = (zz + yy) / 2, radius = std::hypot((zz - yy) / 2, zy);
  return {2 * std::sqrt(5 * (mean + radius)), 2 * std::sqrt(5 * std::fmax(mean - radius, 0))};
}

} // namespace

CellShape cell_shape(const SurfaceIntegrals& integrals) {
  const Real3* const moments = integrals.gyration;
  const real zz = moments[2].z, yy = moments[1].y, zy = moments[2].y;
  const real xx = moments[0].x, xy = moments[0].y, xz = moments[0].z;
  const Axes projection = axes(zz, yy, zy),
             section = axes(zz - xz * xz / xx, yy - xy * xy / xx, zy - xz * xy / xx),
             from_above = axes(zz, xx, xz);
  CellShape shape;
  shape.length = projection.length, shape.width = projection.width;
  shape.section_length = section.length, shape.section_width = section.width;
  shape.taylor_deformation = (shape.length - shape.width) / (shape.length + shape.width);
  shape.elongation_index = (from_above.length - from_above.width) / (from_above.length + from_above.width);
  shape.inclination = std::atan2(zy, (zz - yy) / 2) / 2;
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
