// The viscosity of a membrane against shear, by one of two models:
//
//   Maxwell        an element (maxwell_element.hpp) at each site, whose metric at rest A is a part of
//                  the simulation's state, at the start that of the object's shape then; for any step
//   Kelvin-Voigt   a stress in proportion to the present rate of shear (kelvin_voigt_element.hpp). With
//                  imex-rk explicit in the velocity of the sites, which limits the step to about 9 rho
//                  h^3/eta_m (limits/stability.hpp); with bdf2 tracked (tension_tracker.hpp), for any
//                  step
//
//   F_k = e_a,i grad_a P_ik,   P_ik = e_a,i T^ab X_b,k        per area of the parameter domain
//
// The nine fields P are made at the data sites, and so is F, which is interpolated to the sample sites: e_a
// are the frames there, and P does not depend on them, so that it is smooth over the sphere. A
// surface with a weak form has elements, and what they remember, at its sample sites, and the stress S^a = -w
// T^ab X_b there (surface/weak_form.hpp).
#pragma once

#include "mechanics/force_term.hpp"
#include "mechanics/tension_tracker.hpp"
#include "mechanics/viscosity_properties.hpp"

#include <memory>

namespace ibsim {

/// @param kind with operators at the data sites (surface/surface_kind.hpp), or a weak form
/// @param stretches of the objects at the start, factors along their own axes; none: they are not stretched
/// @param response of the fluid, with bdf2; else nothing
/// @param by_differences a Maxwell element remembers its metric at rest by backward differences, of second
/// order, as bdf2 has it; else by backward Euler
/// @throws InputError if a property is not positive and finite; std::invalid_argument without the operators
template <class B>
AnyTerm<B> make_membrane_viscosity(const Stream<B>&, const SurfaceKind& kind, int objects,
                                   const ViscosityProperties&, const std::vector<Real3>& stretches = {},
                                   const ViscousResponse& response = {}, bool by_differences = false);

} // namespace ibsim
