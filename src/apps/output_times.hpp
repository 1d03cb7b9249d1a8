// When the files of a run were last written on schedule: in a checkpoint, so that a resume knows where each
// of them has to be cut.
//
// A row or frame that was written only because a part of the run ended there is not on schedule, and goes
// when the run goes on: then the files are those of a run that was never stopped. And a file that ends
// earlier has lost something, which a resume must not hide.
#pragma once

#include "io/checkpoint.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

struct OutputTimes {
  static constexpr real none = -1;
  real series = none, cells = none, fluid = none; ///< us
};

NamedArray output_times_array(const OutputTimes&);

/// Of a checkpoint; never later than itself.
OutputTimes output_times(const Checkpoint&);

/// Look, without changing anything, whether the files of the run hold all that the checkpoint says. @throws
/// InputError
void require_outputs(const Scenario&, const Checkpoint&);

} // namespace ibsim
