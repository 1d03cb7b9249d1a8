// Measures of aggregation (aggregation.hpp) at the pairs of points that are near each other
// (contact_pairs.hpp). For kernel files only.
#pragma once

#include "mechanics/pair_laws.hpp"

namespace ibsim {

/// What a point feels: half the energy of its pairs, and the whole by the object of the other point over
/// minus the depth of the law, which is an area.
struct HeldPoint {
  static constexpr int most = 8; ///< objects that one point feels
  real energy = 0;
  real area[most] = {};
  Index object[most] = {-1, -1, -1, -1, -1, -1, -1, -1};

  IBSIM_IN_KERNEL void add(Index of, real more) {
    for (int k = 0; k < most; ++k) {
      if (object[k] >= 0 && object[k] != of) continue;
      object[k] = of, area[k] += more;
      return;
    }
  }
};

/// Measures each point of a structure.
struct LookAtAggregation {
  using Number = real;
  const Index* numbers;
  LawsWithOthers laws;
  HeldPoint* at; ///< of each point of the structure

  struct Pair {
    real energy, area;
    Index object;
  };
  using Sum = HeldPoint;
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const {
    if (p.of_one_object) return {0, 0, -1};
    const AggregationLaw& law = laws.of(p.other);
    if (!law.acts(p.r)) return {0, 0, -1};
    const real energy = p.area * p.its_area * law.potential(p.r);
    return {0.5 * energy, -energy / law.energy, laws.object_of_listed[p.other]};
  }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& of) const {
    if (of.object < 0) return;
    sum.energy += of.energy, sum.add(of.object, of.area);
  }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const { at[numbers[i]] = sum; }
};

} // namespace ibsim
