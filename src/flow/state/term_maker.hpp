// The maker of a TermSpec's term: term_maker(f) with f(stream, surroundings) for either backend.
#pragma once

#include "mechanics/force_term.hpp"
#include "model/object_kind.hpp"
#include "model/term_spec.hpp"
#include "parallel/both_backends.hpp"

#include <vector>

namespace ibsim {

/// The objects of a kind that this rank has.
struct TermSurroundings {
  const ObjectKind& object;          ///< with the placements of these alone
  const SurfaceKind& kind;           ///< surface of each
  const std::vector<Index>& numbers; ///< of each among all objects of all kinds: for random draws
};

template <class F>
TermMaker term_maker(F f) {
  return for_both_backends<TermMaker>(f);
}

} // namespace ibsim
