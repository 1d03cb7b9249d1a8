// Aggregation: an energy per area that draws membranes of two objects together (aggregation_law.hpp), as a
// force between structures.
//
//   F_i = sum_j A_i A_j F(r_ij) r_ij/r_ij     over points i and j of two objects
//
// Points are made as those of contact (contact_points.hpp) but lie farther apart, since the law is smoother
// (points_of_attraction), so there is a search of their own. What holds for contact does here: forces are
// minus the gradient of one energy, equal and opposite to the bit, and summed in a fixed order. An object
// does not feel itself.
#pragma once

#include "mechanics/aggregation_law.hpp"
#include "mechanics/neighbour_search.hpp"

#include <memory>

namespace ibsim {

/// The search that these laws need: the largest range, and points at most `spacing_of_attraction` of the
/// smaller of their starts and widths apart.
PairRanges ranges_of_attraction(const std::vector<AggregationLaw>&);
constexpr real spacing_of_attraction = 0.5, spacing_of_morse = 0.4;

/// @param laws of each structure of the search with each: the law of k with l at k times their number plus l;
/// symmetric @param h side of a cell of the grid, um
template <class B>
std::unique_ptr<PairForce<B>> make_aggregation(const Stream<B>&, const std::vector<AggregationLaw>& laws,
                                               real h, std::shared_ptr<NeighbourSearch<B>> search);

} // namespace ibsim
