// The maker of a PairForceSpec's force: pair_force_maker(f) with f(stream, surroundings) for either backend.
#pragma once

#include "mechanics/neighbour_search.hpp"
#include "mechanics/pair_force.hpp"
#include "model/pair_force_spec.hpp"
#include "parallel/both_backends.hpp"

namespace ibsim {

/// The objects that this rank has, and who finds what is near them.
template <class B>
struct PairSurroundings {
  const Grid& grid;
  /// Kinds that meet others, in the order of the model
  const std::vector<ContactStructure>& structures;
  std::vector<const ObjectKind*> kinds; ///< of these structures
  /// The search that forces share; null where no force uses it
  std::shared_ptr<NeighbourSearch<B>> search;
};

template <class F>
PairForceMaker pair_force_maker(F f) {
  return for_both_backends<PairForceMaker>(f);
}

} // namespace ibsim
