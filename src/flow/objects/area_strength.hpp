// The modulus of area at which flow and contact do not press a membrane together.
//
// A flow of viscosity mu and rate gamma (rate_at_objects) pulls at an object of radius R with tensions of
// about mu gamma R. With K = 25 mu gamma R areas change by some per cent, as real ones do;
// docs/notes/remedies.md has cells and capsules that folded with less and lived with it.
//
// Contact squeezes a membrane beside what presses it, by up to T = pressure x range (contact_tension). Areas
// of cells at 40 % changed by up to 0.106 T/(G + 2 K) in a strain of 100 (docs/notes/membranes.md), so with K
// = 5.5 T by up to 0.96 %.
#pragma once

#include "mechanics/any_law.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// K over T, so that areas stay within 1 % among other cells.
constexpr real area_modulus_over_squeeze = 5.5;

/// K, pg/us^2; infinite where the law has none.
real area_modulus_of(const AnyLaw&);

/// K for the objects of a kind, of two digits, rounded up, pg/us^2; 0 where nothing flows and no contact
/// presses.
real area_modulus_for_flow(const FlowModel&, const ObjectKind&);

} // namespace ibsim
