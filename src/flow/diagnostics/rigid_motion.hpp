// How each object moves as a whole: the rigid motion nearest to that of its membrane.
//
// Of all V + W x (X - c) it is the one with the least sum of |U - V - W x (X - c)|^2 over the data sites,
// which lie quasi-uniformly on the membrane. With r = X - mean X, v = U - mean U:
//   (sum |r|^2 I - r r^T) W = sum r x v,   V = mean U + W x (c - mean X)
// So the velocity is that of the centre c of its volume, and W is the spin of a body that hardly deforms (a
// platelet); a membrane that tank-treads about a steady shape has a spin too.
#pragma once

#include "grid/points.hpp"
#include "parallel/stream.hpp"

#include <vector>

namespace ibsim {

/// Sums over the data sites of one object, about its first one.
struct MotionSums {
  real sites = 0;
  Real3 origin;              ///< X of the first
  Real3 marker;              ///< X of the marked site
  Real3 positions;           ///< of r = X - origin
  Real3 velocities, moments; ///< of U and of r x U
  Real3 diagonal, mixed;     ///< of r_a r_a; x y, x z, y z
};

/// @param X, U of the data sites, object by object: the same number each @param markers a data site of each
/// object, on the device. Waits for the stream.
template <class B>
std::vector<MotionSums> motion_sums(const Stream<B>&, int objects, VectorsView<const real> X,
                                    VectorsView<const real> U, const Index* markers);

struct RigidMotion {
  Real3 velocity; ///< of the centre, um/us
  Real3 spin;     ///< angular velocity, rad/us
};
RigidMotion rigid_motion(const MotionSums&, const Real3& centre);

} // namespace ibsim
