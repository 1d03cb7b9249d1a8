// Kinds of motion of an object in shear, by the angles of cells.csv (cell_angles.hpp): whether it tumbles,
// treads, swings or rolls, with which period, and means over whole half turns.
//
//   rolls    it turns about its own axis, which points along the vorticity x: that of a disc, where the
//            object is thinnest, or of a spindle, where it is longest
//   tumbles  its long axis goes round in the shear plane
//   treads   its membrane goes round a body that keeps its direction
//   swings   it treads, and the inclination goes up and down by more than 1 degree, twice a turn of the
//            membrane (Abkarian, Faivre and Viallat 2007, Phys. Rev. Lett. 98, 188302)
//   rests    none of these
//
// A body is the same after half a turn, so means are over the last whole half turns: of the long axis where
// it tumbles, of the marker where it rolls, else of the membrane.
#pragma once

#include "base/precision.hpp"

#include <span>
#include <string>
#include <vector>

namespace ibsim {

/// The last whole half turns of an angle, as many as there are after a quarter of the series.
struct HalfTurns {
  int number = 0;       ///< 0: not one; then `from` is the middle of the series
  std::size_t from = 0; ///< the first value within them
  real begin = 0;       ///< the abscissa at which they begin, between values
  real angle = 0;       ///< by which it turns from there to the end, rad, at least zero
};
/// @param abscissa rises: time or strain @param angle without jumps, rad
HalfTurns last_half_turns(std::span<const real> abscissa, std::span<const real> angle);

/// What cells.csv has of one object, a value a row.
struct SeriesOfObject {
  std::vector<real> time, strain; ///< us; of the flow, or empty where it has none
  std::vector<real> inclination, tank_treading, rotation, length, width, extent_x, axis_x; ///< rad, um
};

struct MotionInShear {
  std::string motion;   ///< rolls, tumbles, treads, swings or rests; empty of fewer than four rows
  real half_turns = 0;  ///< within the window; not whole where there is less than one
  real period = 0;      ///< of a whole turn, us; NaN where it does not turn
  real frequency = 0;   ///< turns a strain; NaN where the strain is not known
  real inclination = 0; ///< mean, rad, in (-pi/2, pi/2]
  /// half of what the inclination goes up and down in a half turn, rad; NaN if it tumbles
  real amplitude = 0;
  std::size_t from = 0; ///< the first row of the window, which ends with the last
  real begin = 0;       ///< of the window, us
};
MotionInShear motion_in_shear(const SeriesOfObject&);

/// The mean of angles that are known up to half turns, in (-pi/2, pi/2]: arg(m)/2, m the mean of exp(2 i a).
/// NaN ones do not count; NaN if there are no others.
real axial_mean(std::span<const real> angles);

/// Angles that are known up to half turns without jumps: each as near as can be to the one before. NaN stays.
std::vector<real> followed_by_half_turns(std::span<const real> angles);

} // namespace ibsim
