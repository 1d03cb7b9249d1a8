// The in-plane tension of a membrane, of its law and of a Maxwell element, for steps beyond the explicit
// limit (tension_relaxation.hpp): adds to the forces of the law, which are those of the strain at
// extrapolated sites, the stress
//   S^a = -w (T - T_law)^ab X_b                                         (surface/weak_form.hpp)
// with T what follows T_law + T_Maxwell. In place of the term of membrane_viscosity.hpp where a Maxwell
// element is there. At rest it adds what the element has alone.
#pragma once

#include "mechanics/any_law.hpp"
#include "mechanics/force_term.hpp"
#include "mechanics/tension_relaxation.hpp"
#include "mechanics/viscosity_properties.hpp"

#include <memory>

namespace ibsim {

/// @param kind with a weak form @param viscosity of a Maxwell element, or none @param stretches as of
/// make_membrane_viscosity @throws std::invalid_argument without a weak form
template <class B>
std::unique_ptr<StressTerm<B>> make_relaxed_tension(const Stream<B>&, const SurfaceKind& kind, int objects,
                                                    const AnyLaw&, const ViscosityProperties& viscosity,
                                                    const std::vector<Real3>& stretches,
                                                    const RippleResponse&);

} // namespace ibsim
