// The viscosity of a membrane: a Maxwell element (maxwell_element.hpp) at each data site, whose metric at
// rest A is a part of the simulation's state, A = G at the start.
//
//   F_k = e_a,i grad_a P_ik,   P_ik = e_a,i T^ab X_b,k        per area of the parameter domain
//
// The nine fields P are made at the data sites, and so is F, which is interpolated to the sample sites: e_a
// are the frames there, and P does not depend on them, so that it is smooth over the sphere.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// Of a kind of objects.
struct ViscosityProperties {
  real viscosity = 0; ///< eta_m, pg/us (1e-7 N s/m = 100 pg/us); 0: none
  real modulus = 0.3; ///< k' of the Maxwell element, pg/us^2
  friend bool operator==(const ViscosityProperties&, const ViscosityProperties&) = default;
};

/// @param kind with operators at the data sites (surface/surface_kind.hpp)
/// @throws InputError if a property is not positive and finite; std::invalid_argument without the operators
template <class B>
std::unique_ptr<ForceTerm<B>> make_membrane_viscosity(const Stream<B>&, const SurfaceKind& kind, int objects,
                                                      const ViscosityProperties&);

} // namespace ibsim
