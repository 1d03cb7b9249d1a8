// What aggregation (aggregation.hpp) does with the pairs of points that are near each other
// (contact_pairs.hpp). For kernel files only.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/contact_pairs.hpp"

namespace ibsim {

/// The laws of a structure with each, as kernels see them. Copied into lambdas.
struct LawsWithOthers {
  const AggregationLaw* with;    ///< each structure
  const Index* structure;        ///< of each object of all structures
  const Index* object_of_listed; ///< CloseSites::objects

  IBSIM_IN_KERNEL const AggregationLaw& of(const ClosePair& p) const {
    return with[structure[object_of_listed[p.other]]];
  }
};

/// F += the forces on the sites of a structure.
struct ForcesOfAggregation {
  const Index* numbers; ///< CloseSites::numbers
  LawsWithOthers laws;
  ContactPoints points; ///< of the structure
  VectorsView<real> F;  ///< of its sample sites, pg um/us^2

  struct Pair {
    real factor; ///< times the vector
    Real3 apart;
  };
  struct Sum {
    Real3 force;
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const {
    if (p.of_one_object) return {0, p.apart};
    const AggregationLaw& law = laws.of(p);
    return {law.acts(p.r) ? p.area * p.its_area * law.force(p.r) / p.r : 0, p.apart};
  }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& of) const { sum.force += of.factor * of.apart; }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const {
    const Real3 force = sum.force;
    if (force == Real3{}) return;
    const VectorsView<real> to = F;
    points.for_each_site(numbers[i], [&](Index s, real part) { to.set(s, to.at(s) + part * force); });
  }
};

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
    const AggregationLaw& law = laws.of(p);
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
