// Motion of each object as a whole: the rigid motion nearest to that of its membrane.
//
// Of all V + W x (X - c) it is the one with the least sum of |U - V - W x (X - c)|^2 over the data sites,
// which lie quasi-uniformly on the membrane. With r = X - mean X, v = U - mean U:
//   (sum |r|^2 I - r r^T) W = sum r x v,   V = mean U + W x (c - mean X)
// So the velocity is that of the centre c of its volume, and W is the spin of a body that hardly deforms (a
// platelet); a membrane that tank-treads about a steady shape has a spin too.
#pragma once

#include "surface/motion_sums.hpp"

namespace ibsim {

struct RigidMotion {
  Real3 velocity; ///< of the centre, um/us
  Real3 spin;     ///< angular velocity, rad/us
};
RigidMotion rigid_motion(const MotionSums&, const Real3& centre);

} // namespace ibsim
