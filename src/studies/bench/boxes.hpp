// Several runs in one process: a thread and a stream each, and no output. What `ibsim bench boxes` times.
#pragma once

#include "model/scenario.hpp"
#include "parallel/any_stream.hpp"
#include "surface/surface_kind.hpp"

#include <cstdint>
#include <vector>

namespace ibsim {

struct BoxesRun {
  std::vector<std::uint64_t> hashes; ///< of each box: Simulation::hash() at its end
  std::vector<double> seconds;       ///< of each box, for the steps that are timed
  double together = 0;               ///< seconds until the last of them had taken its steps
  double set_up = 0;                 ///< seconds, of all boxes: one after another
};

/// Runs the scenarios side by side on the stream's device, as run() does without reporters. Each has its part
/// of the cores. A box has the same bits as alone.
/// @param scenarios with a fixed step and one rank each
/// @param kinds of each scenario
/// @param before steps that are not timed; the first ones load kernels, record the step and allocate memory
/// @throws ResourceError where memory does not suffice, Diverged
BoxesRun run_boxes(const AnyStream&, const std::vector<Scenario>& scenarios,
                   const std::vector<SurfaceKind>& kinds, int before, int timed);

} // namespace ibsim
