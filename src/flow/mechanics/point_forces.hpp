// Forces along the pairs of points that are near each other (contact_pairs.hpp), summed over pairs:
//
//   F_i = sum_j q(i, j) r_ij,   r_ij = X_i - X_j,   q the force over the distance
//
// and given to the sample sites of each point. A Law has q: real per_distance(pair). Contact and aggregation
// differ in their law and in the walk over the pairs. For kernel files only.
#pragma once

#include "mechanics/contact_pairs.hpp"
#include "mechanics/pairs_of_others.hpp"

namespace ibsim {

/// F += the forces on the sites of a structure. The sum over the pairs of a point is in T, as they are.
template <class Law, class T = real>
struct ForcesOfPoints {
  using Number = T;
  Law law;
  const Index* numbers; ///< CloseSites::numbers
  ContactPoints points; ///< of the structure
  VectorsView<real> F;  ///< of its sample sites, pg um/us^2

  struct Pair {
    T per_distance;
    Vec3<T> apart;
  };
  struct Sum {
    Vec3<T> force;
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePairOf<T>& p) const { return {law.per_distance(p), p.apart}; }
  /// In a walk over pairs of others (pairs_of_others.hpp).
  IBSIM_IN_KERNEL Pair of_pair(const OtherPair& p) const { return {law.per_distance(p), p.apart}; }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& of) const { sum.force += of.per_distance * of.apart; }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const {
    const Real3 force{sum.force.x, sum.force.y, sum.force.z};
    if (force == Real3{}) return;
    const VectorsView<real> to = F;
    points.for_each_site(numbers[i], [&](Index s, real part) { to.set(s, to.at(s) + part * force); });
  }
};

} // namespace ibsim
