// The objects of a scenario of data/validation as a run goes on: what cases compare with publications.
#pragma once

#include "diagnostics/cell_angles.hpp"
#include "validation/validation.hpp"

namespace ibsim {

struct Scenario;

/// One object at one time.
struct Sighting {
  real time = 0; ///< us
  CellShape shape;
  CellAngles angles; ///< since the start; series_every must be short enough to follow them (cell_angles.hpp)
  Real3 centre, extent; ///< um; of the sample sites along each axis, from the least to the largest coordinate
  real volume = 0;      ///< um^3
  /// where there are tubes: mean velocity, um/us, and viscosity (diagnostics/tube_diagnostics.hpp)
  real tube_velocity = 0, tube_viscosity = 0;
};

/// A scenario of data/validation, built into the program. @param name without ".yaml"
/// @param overrides as after --set @param s whose refinement and precision it has @throws InputError
Scenario validation_scenario(const std::string& name, const std::vector<std::string>& overrides,
                             const ValidationSettings& s = {});

/// Runs it; each object (in the order of the scenario) at the start, every output.series_every, and at the
/// end. @throws NumericalError, Interrupted
std::vector<std::vector<Sighting>> follow_objects(const Scenario&, const ValidationSettings&);

/// y at x, in straight lines between points; NaN outside. x rises.
real interpolated(const std::vector<double>& x, const std::vector<double>& y, double at);

} // namespace ibsim
