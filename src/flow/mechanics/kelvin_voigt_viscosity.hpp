// The term of a membrane that is viscous after Kelvin and Voigt (membrane_viscosity.hpp).
#pragma once

#include "mechanics/force_term.hpp"
#include "mechanics/tension_tracker.hpp"

#include <memory>

namespace ibsim {

/// @param response more than nothing: the tension is tracked (tension_tracker.hpp), for time.scheme: bdf2;
/// else it is that of the present velocity, explicit @param stretches as of make_membrane_viscosity
template <class B>
AnyTerm<B> make_kelvin_voigt_viscosity(const Stream<B>&, const SurfaceKind& kind, int objects, real viscosity,
                                       const std::vector<Real3>& stretches, const ViscousResponse& response);

} // namespace ibsim
