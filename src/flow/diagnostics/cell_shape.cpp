#include "diagnostics/cell_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

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

/// The eigenvector of the least eigenvalue of a symmetric matrix, by Jacobi's rotations: each makes one mixed
/// element zero, and what is left of the others falls quadratically. Not a number where another eigenvalue is
/// as small.
Real3 thinnest(const Real3 (&matrix)[3]) {
  Real3 m[3] = {matrix[0], matrix[1], matrix[2]}, e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; // rows
  for (int sweep = 0; sweep < 12; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      if (m[p][q] == 0) continue;
      const real cotangent = (m[q][q] - m[p][p]) / (2 * m[p][q]), // of twice the angle
          t = std::copysign(1, cotangent) / (std::abs(cotangent) + std::hypot(cotangent, 1)),
                 c = 1 / std::hypot(t, 1), s = t * c;
      const auto turn = [c = c, s = s](real& x, real& y) {
        std::tie(x, y) = std::pair{c * x - s * y, s * x + c * y};
      };
      for (int i = 0; i < 3; ++i) turn(m[i][p], m[i][q]), turn(e[i][p], e[i][q]);
      for (int j = 0; j < 3; ++j) turn(m[p][j], m[q][j]);
    }
  int order[3] = {0, 1, 2};
  std::sort(order, order + 3, [&](int a, int b) { return m[a][a] < m[b][b]; });
  const int least = order[0];
  const real thin = std::sqrt(m[least][least]), next = std::sqrt(m[order[1]][order[1]]);
  constexpr real none = std::numeric_limits<real>::quiet_NaN();
  if (!(next - thin >= least_deformation * (next + thin))) return {none, none, none};
  const Real3 axis{e[0][least], e[1][least], e[2][least]};
  // not for rounding to choose the sign
  const real ahead = std::abs(axis.y) > 1e-9 ? axis.y : (std::abs(axis.z) > 1e-9 ? axis.z : axis.x);
  return ahead < 0 ? -axis : axis;
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
  shape.axis = thinnest(integrals.gyration);
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
