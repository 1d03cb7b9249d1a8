// The step of a run against the fastest wave that it will have, and where it diverged when it has.
#pragma once

#include "swept/line_solver.hpp"
#include "swept/pulse_forecast.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

/// The largest stable step of all of a run: that of the start, or for vessels that of the fastest wave to
/// come. @throws InputError if the scenario's step is longer, which is a warning where the scenario wants it
line::StepLimit require_stable_step(const line::LineScenario&, const line::LineSetUp&,
                                    const std::filesystem::path& file, std::vector<std::string>& warnings);

/// Values of a solver at a step.
struct LineState {
  std::uint64_t steps = 0;
  std::vector<real> values; ///< none: not yet known
};

/// What a run that has diverged since `good` says: the step, the place, and the wave there.
std::string divergence_message(const line::LineScenario&, const line::LineSetUp&, line::LineSolver&,
                               const LineState& good, std::uint64_t bad_step);

} // namespace ibsim
