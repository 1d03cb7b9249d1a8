// Forces from outside on patches of a membrane, over time: optical tweezers, a needle.
//
//   F_i(t) = f_i r(t),   r = min(1, t/ramp) until the release, and 0 from then on
//
// at sample site i; f_i is the force of its object on the patch times the site's part of the patch's area. A
// step has the mean of r over a time as long as it, so that the momentum it gives is exact, whether ramp and
// release end with steps or within them: over the step itself, or, with bdf2, whose forces act at its end,
// about its end. The time is a part of the simulation's state, so that it is the same in a recorded
// step, after a resume and in a repeated one.
#pragma once

#include "mechanics/force_term.hpp"
#include "mechanics/pull_history.hpp"

#include <memory>

namespace ibsim {

/// A patch of each object of a structure, pulled.
struct Pull {
  std::vector<real> shares;  ///< of the sample sites of an object: sum 1 over the patch, else 0
  std::vector<Real3> forces; ///< on each object, pg um/us^2 (= nN)
  PullHistory history;
};

/// @param at_end of a step is when its forces act: with bdf2
template <class B>
std::unique_ptr<SampleTerm<B>> make_pulls(const Stream<B>&, const std::vector<Pull>&, bool at_end = false);

} // namespace ibsim
