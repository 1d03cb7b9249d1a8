// The attraction between objects of a model (mechanics/aggregation.hpp): between which kinds it acts, by
// which laws, and the numbers by which it is known.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "model/pair_force_spec.hpp"

#include <optional>
#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Whether objects of these kinds feel this attraction.
bool acts_between(const AggregationProperties&, const ObjectKind&, const ObjectKind&);

/// All attractions of a model.
struct Attractions {
  std::vector<AggregationProperties> entries;
  real contact_range; ///< um

  /// Law of objects of two kinds; of no energy where they feel none. The last entry of two kinds counts.
  AggregationLaw between(const ObjectKind&, const ObjectKind&) const;
};
/// Without contact there are none.
Attractions attractions_of(const FlowModel&);

/// The laws of each of these kinds with each, as make_aggregation takes them; empty if none attract each
/// other.
std::vector<AggregationLaw> laws_between(const Attractions&, const std::vector<const ObjectKind*>&);

/// The force of all entries of a model; nothing if there are none, or no contact.
std::optional<PairForceSpec> aggregation_force(const FlowModel&);

/// Attraction of a kind with itself against what resists it, of objects of one kind.
struct AggregationNumbers {
  real energy = 0;         ///< pg/us^2
  real over_bending = 0;   ///< e R^2/kappa, R the radius of a sphere of the same area
  real over_shear = 0;     ///< e/G
  real over_flow = 0;      ///< e/(mu gamma R); infinite at rest
  real bending_length = 0; ///< sqrt(kappa/e), um
};
/// Nothing where objects of the kind do not feel each other. Ratios are 0 where a membrane does not resist.
std::optional<AggregationNumbers> aggregation_numbers(const FlowModel&, const ObjectKind&);

} // namespace ibsim
