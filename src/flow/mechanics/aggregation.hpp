// Aggregation: an energy per area that draws membranes of two objects together (aggregation_law.hpp), as a
// force between structures.
//
//   F_i = sum_j A_i A_j F(r_ij) r_ij/r_ij     over points i and j of two objects
//
// Points are those of contact (contact_points.hpp), pairs those of the search that both share, so what holds
// for contact does here: forces are minus the gradient of one energy, equal and opposite to the bit, and
// summed in a fixed order. An object does not feel itself.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/pair_force.hpp"

#include <memory>

namespace ibsim {

/// Which walk over the pairs of points adds the forces.
enum class WalkOfAggregation {
  own,       ///< one of its own
  of_contact ///< that of contact, which has the same laws (make_contact): add() has nothing to do
};

/// @param laws of each structure of the search with each: the law of k with l at k times their number plus l;
/// symmetric @param h side of a cell of the grid, um
template <class B>
std::unique_ptr<PairForce<B>> make_aggregation(const Stream<B>&, const std::vector<AggregationLaw>& laws,
                                               real h, std::shared_ptr<NeighbourSearch<B>> search,
                                               WalkOfAggregation walk = WalkOfAggregation::own);

} // namespace ibsim
