// The gap between an object and its own images in a periodic box: what is as long as the box shares the fluid
// at its ends with itself (bdf2_steps.hpp).
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct Grid;

/// The least distance of sites of one object from its images, um; infinite if it is more than `reach`. In
/// unbounded shear an image in y may lie anywhere along z.
/// @param X of the sites: all x, all y, all z, not wrapped into the box, um
/// @param apart the distance of neighbouring sites, um: surfaces may be as much nearer as two rows of sites
/// that are half of it out of step make it
real gap_to_images(const Grid&, const std::vector<real>& X, real apart, real reach);

} // namespace ibsim
