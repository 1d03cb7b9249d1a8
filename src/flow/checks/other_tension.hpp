// Comparison with the steps of the other treatment of tensions, for `ibsim check`.
#pragma once

#include "base/precision.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
enum class Tension;

struct OtherTension {
  Tension tension;
  real step; ///< its largest stable one, us, as far as the scenario alone tells
};

/// Relaxed tensions where they let steps be half as long again; explicit ones where one is relaxed.
std::optional<OtherTension> other_tension(const FlowModel&);

} // namespace ibsim
