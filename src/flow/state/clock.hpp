// The clock of a state: all of it that is no array, and who is there.
//
// Time is divided into equal intervals (time_plan.hpp), each into a whole number of steps: with a fixed step
// one, otherwise as many as the limits ask for. Then times at the ends of intervals, where output is due, are
// exact, whatever the steps between them:
//   time = interval * length - steps_left * time_step
#pragma once

#include "base/precision.hpp"
#include "objects/population.hpp"

#include <cstdint>

namespace ibsim {

struct Clock {
  std::uint64_t step = 0; ///< steps taken
  real time = 0;          ///< us
  /// k of the next step (of the last one, at the end of an interval), us
  real time_step = 0;
  std::uint64_t interval = 0;   ///< the number of the present interval: 1 is the first
  std::uint64_t steps_left = 0; ///< to its end
  /// the largest k found safe at the last decision, us (time.step: auto)
  real step_limit = 0;
  /// with TimeScheme::bdf2: length of the step from u^{n-1}, us; 0 before the first step
  real step_before = 0;
  bool has_step_before = false; ///< u^{n-1} and what goes with it
  /// Objects are too far from each other to meet, and membranes have their moduli for that (apart.hpp)
  bool apart = false;
  Population population; ///< who is there; the Simulation's, which copies it with the clock
};

/// Names of what the fluid remembers between walls (WallAccount in fluid/wall_stage.hpp), and of the forces
/// at the points of rigid walls (held_walls.hpp), pg um/us^2: all x, all y, all z. Behind these are the
/// forces of a vessel's pumps, and their levels (held_flow_rates.hpp).
inline constexpr const char *fluid_memory = "fluid_memory", *wall_forces = "wall_forces";

/// The clock but for the population, from one to another or to an order (rank_orders.hpp).
template <class From, class To>
void copy_clock(const From& from, To& to) {
  to.step = from.step, to.time = from.time, to.time_step = from.time_step, to.step_before = from.step_before;
  to.has_step_before = from.has_step_before;
  to.interval = from.interval, to.steps_left = from.steps_left, to.step_limit = from.step_limit;
  to.apart = from.apart;
}

} // namespace ibsim
