// All that changes in a simulation, and so all that a checkpoint must hold.
//
// Time is divided into equal intervals (time_plan.hpp), each into a whole number of steps: with a fixed step
// one, otherwise as many as the limits ask for. Then times at the ends of intervals, where output is due, are
// exact, whatever the steps between them:
//   time = interval * length - steps_left * time_step
#pragma once

#include "grid/grid.hpp"
#include "grid/points.hpp"

#include <cstdint>
#include <vector>

namespace ibsim {

template <class B>
struct State {
  std::uint64_t step = 0;                 ///< steps taken
  FaceField<B> velocity;                  ///< u^n, um/us
  std::vector<Array<real, B>> data_sites; ///< X^n of each kind: all x, all y, all z (um)

  real time = 0; ///< us
  /// k of the next step (of the last one, at the end of an interval), us
  real time_step = 0;
  std::uint64_t interval = 0;   ///< the number of the present interval: 1 is the first
  std::uint64_t steps_left = 0; ///< to its end
  /// the largest k found safe at the last decision, us (time.step: auto)
  real step_limit = 0;

  VectorsView<real> sites(std::size_t kind) {
    return vectors_view(data_sites[kind].data(), static_cast<Index>(data_sites[kind].size() / 3));
  }
};

} // namespace ibsim
