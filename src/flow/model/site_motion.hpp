#pragma once

namespace ibsim {

/// How sites follow the flow with imex_rk (immersed_boundary_step.hpp).
enum class SiteMotion {
  forward_euler, ///< the paper's: first order in the time step
  midpoint       ///< second order
};

} // namespace ibsim
