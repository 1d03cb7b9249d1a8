// The laws by which pairs of points push and pull each other (point_forces.hpp): contact, the attraction of
// aggregation, and both in one walk over the pairs. For kernel files only.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/contact_law.hpp"
#include "mechanics/contact_pairs.hpp"

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

  IBSIM_IN_KERNEL const AggregationLaw& of(const ClosePair& p) const {
    return is_one ? one : with[structure[object_of_listed[p.other]]];
  }
};

struct AttractionOfPairs {
  LawsWithOthers laws;

  IBSIM_IN_KERNEL real per_distance(const ClosePair& p) const {
    if (p.of_one_object) return 0;
    const AggregationLaw& law = laws.of(p);
    return law.acts(p.r) ? p.area * p.its_area * law.force_per_distance(p.r, 1 / p.r) : 0;
  }
};

/// With one division a pair: it rounds otherwise than contact alone.
struct ContactAndAttraction {
  ContactLaw contact;
  real per_range; ///< 1 over that of contact
  LawsWithOthers laws;

  IBSIM_IN_KERNEL real per_distance(const ClosePair& p) const {
    const real inverse = 1 / p.r;
    if (p.of_one_object) {
      const real reach = p.reach < contact.range ? p.reach : contact.range;
      if (!(p.r < reach)) return 0;
      return p.area * p.its_area * contact.within(reach).force_per_distance(p.r, inverse, 1 / reach);
    }
    const AggregationLaw& law = laws.of(p);
    real sum = 0;
    if (p.r < contact.range) sum = contact.force_per_distance(p.r, inverse, per_range);
    if (law.acts(p.r)) sum += law.force_per_distance(p.r, inverse);
    return p.area * p.its_area * sum;
  }
};

} // namespace ibsim
