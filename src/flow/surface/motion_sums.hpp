// Sums over the sites of each object, of which its motion as a whole is made (diagnostics/rigid_motion.hpp).
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
/// object, on the device. @param objects_in_all of which these are some; sums are cut as for all of them.
/// Waits for the stream.
template <class B>
std::vector<MotionSums> motion_sums(const Stream<B>&, int objects, VectorsView<const real> X,
                                    VectorsView<const real> U, const Index* markers,
                                    Index objects_in_all = 0);

} // namespace ibsim
