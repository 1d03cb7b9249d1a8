// A network of vessels as plain data: what a scenario says, and the lines and numbers that follow from it.
#pragma once

#include "swept/lines.hpp"
#include "swept/pulse_ends.hpp"

#include <string>
#include <vector>

namespace ibsim::line {

/// Internal units: um, us, pg (pressure kPa, resistance pg/(um^4 us), compliance um^4 us^2/pg).
struct VesselSpec {
  std::string name;
  int parent = -1; ///< index of the vessel that it branches from; -1: the inflow is here
  real length = 0, radius = 0;
  real wall_elasticity = 0;    ///< E h, pg/us^2
  real reference_pressure = 0; ///< p_0: where the radius is the one given
  enum class Outflow { none, reflection, windkessel, resistance, pressure } outflow = Outflow::none;
  real reflection = 0;
  real proximal = 0, distal = 0, compliance = 0, outlet_pressure = 0; ///< distal: of a resistance alone too
  real loss = 0;                    ///< K: K rho u^2/2 of the total pressure is lost where it begins
  std::vector<int> other_parents{}; ///< vessels beside `parent` that end where it begins
  real radius_at_end = 0;           ///< the radius is a straight line between both; 0: the same
};

struct PulseNetwork {
  std::vector<VesselSpec> vessels;
  real density = 1, viscosity = 0;
  real profile = 2;                 ///< zeta
  real initial_pressure = 0;        ///< in all vessels, and in the capacitances
  std::vector<real> inflow;         ///< samples of Q, um^3/us
  std::vector<real> inflow_times{}; ///< of the samples, us; none: `inflow_spacing` apart
  real inflow_spacing = 1;
  bool inflow_repeats = true;
  bool inflow_is_pressure = false; ///< the samples are of the pressure at the inlet, kPa
};

struct PulseModel {
  Lines lines;
  std::vector<Vessel> vessels;
  real density = 1, friction = 0;
  std::vector<real> initial; ///< [3][points]
};

// At a part of the length, 0 where the vessel begins.

/// A_0, um^2.
real rest_area(const VesselSpec&, real part = 0);
/// sqrt(A) at a pressure. @throws InputError if the vessel would close
real root_area_at(const VesselSpec&, real pressure, real part = 0);
real pressure_at(const VesselSpec&, real area, real part = 0);
/// c at the reference area.
real wave_speed(const VesselSpec&, real density, real part = 0);
/// The shear rate at the wall: (zeta + 2) u/R.
real wall_shear_rate(real profile, real area, real speed);

/// @param cell least distance of points, um. A vessel has length/cell points, rounded to a multiple of
/// `unit`.
/// @param small_unit the multiple for vessels of fewer than two units, which have at least two of these. If
/// it is 0, they have two units.
/// @throws InputError for a network that is none
PulseModel make_pulse_model(const PulseNetwork&, real cell, Index unit, Index small_unit = 0);

} // namespace ibsim::line
