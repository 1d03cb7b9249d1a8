// Advice whether a slow flow would be cheaper in a denser fluid, in which inertia still means nothing, for
// `ibsim check`.
#pragma once

#include "base/precision.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;

struct DenserFluid {
  real density = 0;  ///< pg/um^3
  real reynolds = 0; ///< of the object for which it is largest, at that density
  real step = 0;     ///< the largest stable one, us, as far as the scenario alone tells
};

/// No denser fluid is proposed, pg/um^3: beyond, no liquid is left to compare with.
constexpr real most_density = 10;

/// The density, to two digits, with which Re = rho gamma R^2/mu is 0.1 at most and the Laplace number Re/Ca =
/// rho E R/mu^2 is 1 at most. Then a membrane that was stretched recovers without ringing. The density is at
/// most most_density. None where steps would grow by less than a quarter, in a flow that is driven over time,
/// or without objects or flow.
std::optional<DenserFluid> denser_fluid(const FlowModel&);

} // namespace ibsim
