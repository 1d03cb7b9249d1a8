// A number of each listed site that tells its pairs and their order.
#pragma once

#include "mechanics/close_sites.hpp"

#include <vector>

namespace ibsim {

struct OrderOfPairs {
  std::vector<real> by_cells; ///< of the sites of a structure, as for_each_close_pair has them
  std::vector<real> by_sites; ///< the same as CloseSites::for_each_near has them
  /// of other objects: as for_each_pair_of_others has them
  std::vector<real> others_by_cells, others_by_sites;
};

/// Of each point of structure k, 0 where it is not listed.
template <class B>
OrderOfPairs order_of_pairs(const Stream<B>&, CloseSitesFinder<B>&, std::span<const StructureSites<B>>,
                            std::size_t k);

} // namespace ibsim
