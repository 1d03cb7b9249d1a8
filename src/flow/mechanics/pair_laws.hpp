// The laws by which pairs of points push and pull each other (point_forces.hpp): contact, and the attraction
// of aggregation. For kernel files only.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/contact_law.hpp"
#include "mechanics/contact_pairs.hpp"
#include "mechanics/pairs_of_others.hpp"

namespace ibsim {

struct ContactOfPairs {
  ContactLaw law;

  template <class T>
  IBSIM_IN_KERNEL T per_distance(const ClosePairOf<T>& p) const {
    const T range = static_cast<T>(law.range), reach = p.reach < range ? p.reach : range;
    if (!(p.r < reach)) return 0; // the list is of the largest range of all forces
    return p.area * p.its_area * law.force_within(reach, p.r) / p.r;
  }
};

/// The laws of a structure with each, as kernels see them. Copied into lambdas.
struct LawsWithOthers {
  bool is_one;                   ///< the same with all structures
  AggregationLaw one;            ///< then
  const AggregationLaw* with;    ///< each structure
  const Index* structure;        ///< of each object of all structures
  const Index* object_of_listed; ///< CloseSites::objects

  /// The law with a listed site.
  IBSIM_IN_KERNEL const AggregationLaw& of(Index other) const {
    return is_one ? one : with[structure[object_of_listed[other]]];
  }
};

struct AttractionOfPairs {
  LawsWithOthers laws;

  IBSIM_IN_KERNEL real per_distance(const OtherPair& p) const {
    const real r = std::sqrt(p.r2);
    const AggregationLaw& law = laws.of(p.other);
    return law.acts(r) ? p.area * p.its_area * law.force_per_distance(r, 1 / r) : 0;
  }
};

} // namespace ibsim
