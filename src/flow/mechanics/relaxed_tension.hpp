// The in-plane tension of a membrane, of its law and of a Maxwell element, for steps beyond the explicit
// limit (tension_relaxation.hpp): adds to the forces of the law, which are those of the strain at
// extrapolated sites,
//   F_k = e_a,i grad_a P_ik,   P_ik = e_a,i (T - T_law)^ab X_b,k        per area of the parameter domain
// (of a surface with a weak form the stress -w (T - T_law)^ab X_b, surface/weak_form.hpp) with T what follows
// T_law + T_Maxwell. In place of the term of membrane_viscosity.hpp where a Maxwell
// element is there. At rest it adds what the element has alone.
#pragma once

#include "mechanics/any_law.hpp"
#include "mechanics/force_term.hpp"
#include "mechanics/tension_relaxation.hpp"
#include "mechanics/viscosity_properties.hpp"

#include <memory>

namespace ibsim {

/// @param kind with a weak form, or operators at the data sites @param viscosity of a Maxwell element,
/// or none @param stretches as of make_membrane_viscosity
/// @throws std::invalid_argument without either
template <class B>
AnyTerm<B> make_relaxed_tension(const Stream<B>&, const SurfaceKind& kind, int objects, const AnyLaw&,
                                const ViscosityProperties& viscosity, const std::vector<Real3>& stretches,
                                const RippleResponse&);

} // namespace ibsim
