// The fastest waves that a network of vessels will have: pressure stiffens walls, so a step that is stable at
// the start need not stay so.
#pragma once

#include "swept/line_scenario.hpp"

namespace ibsim::line {

/// The place and time at which a wave takes the least time for a cell.
struct FastestWave {
  real rate = 0; ///< (|u| + c)/dx, 1/us
  std::size_t vessel = 0;
  real x = 0, time = 0, pressure = 0; ///< um from the vessel's begin, us, kPa
  /// false: it was looked for in the first part of the run alone, to `until`
  bool complete = true;
  real until = 0; ///< us
};

/// Fastest wave of some values, [C][points].
FastestWave fastest_wave(const LineScenario&, const LineSetUp&, const std::vector<real>& values, real time);

/// Fastest wave of a run, from a run on coarser cells, which costs a few hundredths of it.
FastestWave forecast_fastest_wave(const LineScenario&, const LineSetUp&);

/// "artery at 63 mm, where the pressure is 18 kPa at 0.31 s".
std::string in_words(const LineScenario&, const FastestWave&);

} // namespace ibsim::line
