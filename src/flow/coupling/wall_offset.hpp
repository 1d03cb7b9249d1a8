// Offset of the place where the fluid meets a wall of sites at rest: not at the sites, but nearer to the
// fluid that flows.
//
// A plane of sites at x = 0 holds a shear flow at rest on average over the kernel: with the force -F
// phi(x/h)/h spread by the kernel, and what is felt interpolated by it, the fluid on one side has u = s (x -
// c h) and that on the other, without a force of its own, stands still but for -s c h:
//
//   c = (1/2) sum_k |k| int phi(r) phi(r + k) dr
//
// with phi the kernel across a component, since the fluid moves along the wall. It is half the mean distance,
// in cells, between two points of the grid drawn by the kernel about the same site:
// |k|/2 is Green's function of the second difference. 0.381 for the cosine kernel, 1/2 - 3/(8 pi). The same c
// makes a sphere of sites larger for the fluid outside.
#pragma once

#include "base/precision.hpp"
#include "coupling/delta_kernel.hpp"

namespace ibsim {

/// c, in cells of the grid.
real wall_offset(DeltaKernel);

} // namespace ibsim
