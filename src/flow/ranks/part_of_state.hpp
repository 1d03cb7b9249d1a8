// The part of a state that a rank has. One rank is the part that has all.
#pragma once

#include "step/immersed_boundary_step.hpp"

namespace ibsim {

template <class B>
struct PartOfState {
  const Stream<B>& stream;
  const FlowModel& model; ///< of all
  const Slab& slab;
  ImmersedBoundaryStep<B>& step;
  State<B>& state;
  const Evaluation* found; ///< of this state; null: nobody needs it (Needs::state)

  DerivativeBlock derivatives(std::size_t kind) const { return found->derivatives[kind]; }
};

} // namespace ibsim
