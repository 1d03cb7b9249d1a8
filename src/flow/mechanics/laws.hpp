// Numbers and kernels made of any law of a membrane (any_law.hpp).
#pragma once

#include "mechanics/any_law.hpp"
#include "parallel/backend.hpp"

#include <memory>

namespace ibsim {

template <class B>
class PassingTerm;

/// W and its derivatives at i1, i2, on the host.
LawEnergy law_energy(const AnyLaw&, real i1, real i2);

/// The shear modulus for small strains, 2 W_1 at rest, pg/us^2: Skalak's E.
real shear_modulus_at_rest(const AnyLaw&);

/// The modulus M against a ripple at rest (surface_stiffness.hpp), pg/us^2: Skalak's 2 (E + K).
real stiffness_at_rest(const AnyLaw&);

/// @throws InputError if a modulus is negative or not finite.
void check(const AnyLaw&);

/// The force term of a law (in_plane.hpp). @throws InputError as check does
template <class B>
std::unique_ptr<PassingTerm<B>> make_in_plane(const AnyLaw&);

} // namespace ibsim
