// Angles of a cell and its membrane in the shear plane, followed from row to row of the tables.
//
//   rotation        of a marker on the membrane about the centre, in the laboratory, since the start
//   tank treading   rotation less the turning of the body, which is that of its long axis
// (CellShape::inclination)
//
// A cell that tumbles rigidly rotates and does not tank-tread; one of a steady shape and inclination
// tank-treads as fast as its membrane rotates. The axis is known up to half turns, the marker up to whole
// ones: both are followed by the nearest angle, so rows must be closer than a quarter turn of the axis and
// half a turn of the marker. A cell that is round in the shear plane has no axis: while D <
// least_deformation, and up to the next row in which it has one, its body counts as not turning.
#pragma once

#include "diagnostics/cell_shape.hpp"

#include <limits>

namespace ibsim {

struct CellAngles {
  real rotation = 0;      ///< rad
  real tank_treading = 0; ///< rad
  /// inclination without jumps, rad; NaN if the cell had no axis when looked at last
  real axis = std::numeric_limits<real>::quiet_NaN();

  /// @param marker_angle shear_plane_angle of the marker less that at the start
  void follow(real marker_angle, const CellShape&);
};

} // namespace ibsim
