// A pilot vessel: a straight tube along z through the whole box, next to a device, with the cross-section
// that the device has at one of its mouths. Where it crosses a plenum, a wall of solid stands around it.
#pragma once

#include "geometry/signed_distance.hpp"

namespace ibsim {

/// The cross-section of a mouth across z, um.
struct MouthSection {
  Real3 middle;        ///< of the mouth, in its plane
  real behind = 0;     ///< distance of the section from that plane, into the vessel, um
  real margin = 0;     ///< within which there is no other fluid, um
  Real3 low, high;     ///< corners in x and y around the connected part that has the middle, without a margin
  real area = 0;       ///< um^2
  real radius() const; ///< of a circle of that area, um
};

/// The connected fluid about a place in the plane z = middle.z + `behind`, found in steps of `step`.
/// @throws InputError where there is no fluid, or other fluid, or it reaches an end of the box
MouthSection section_of_mouth(const SignedDistance& vessel, const Real3& middle, real behind, real margin,
                              real step, const PeriodicBox&);

/// The tube through the box whose section is that of the mouth in the same plane, `offset` before it.
ImplicitShape pilot_shape(ImplicitShape vessel, const MouthSection&, const Real3& offset, const PeriodicBox&);

/// Fluid with a pilot and a wall of this thickness around it, um.
ImplicitShape with_pilot(ImplicitShape fluid, ImplicitShape pilot, real wall);

} // namespace ibsim
