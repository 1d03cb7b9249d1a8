#include "diagnostics/cell_angles.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

void CellAngles::follow(real marker_angle, const CellShape& shape) {
  constexpr real half_turn = std::numbers::pi;
  const real before = rotation, axis_before = axis;
  rotation = unwrapped(marker_angle, before);
  axis = std::numeric_limits<real>::quiet_NaN();
  if (shape.taylor_deformation >= least_deformation) {
    axis = shape.inclination;
    if (!std::isnan(axis_before)) axis += half_turn * std::round((axis_before - axis) / half_turn);
  }
  const real turned = std::isnan(axis) || std::isnan(axis_before) ? 0 : axis - axis_before;
  tank_treading += rotation - before - turned;
}

} // namespace ibsim
