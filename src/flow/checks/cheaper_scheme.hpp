// Comparison with the cost of the other scheme in time, for `ibsim check`.
#pragma once

#include "fluid/time_scheme.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;

struct CheaperScheme {
  TimeScheme scheme;
  real step;     ///< its largest stable one, us, as far as the scenario alone tells
  real part = 1; ///< of the time that a run takes by the model's own scheme, each in its largest steps
};

/// None where it would save less than a fifth, or nothing limits the steps.
std::optional<CheaperScheme> cheaper_scheme(const FlowModel&);

} // namespace ibsim
