// A step taken by several ranks together, each with a slab of the fluid (grid/slab.hpp), to the bits of one.
//
// A Simulation that has it looks at whole states as ever, and hands over its steps alone:
//   deal     the whole state -> those of the ranks      at the start, and when the state was changed
//   advance  all ranks: the step of ImmersedBoundaryStep, each on its planes
//   gather   their states -> the whole one               when somebody asks for it
// A rank's state has the planes of its slab and, of all else, everything: sites are moved by all ranks alike.
#pragma once

#include "simulation/immersed_boundary_step.hpp"

namespace ibsim {

struct Scenario;

template <class B>
class StepOfRanks {
 public:
  virtual ~StepOfRanks() = default;

  virtual int ranks() const = 0;

  /// Go on from this state, and forget what has failed before.
  virtual void deal(const State<B>& whole) = 0;
  /// Advance by clock.time_step: ImmersedBoundaryStep::advance of all ranks. Of `clock` only the clock is
  /// read and advanced, its arrays are left alone. @param timer of rank 0
  virtual void advance(State<B>& clock, PhaseTimer<B>& timer) = 0;
  /// The arrays of the whole state.
  virtual void gather(State<B>& whole) const = 0;

  /// ImmersedBoundaryStep::failure.
  virtual std::optional<Failure> failure() const = 0;
  /// max_speed().
  virtual real max_speed() const = 0;
};

/// Those of scenario.device; null: one. @param stream of rank 0, and of the whole states that it is given
/// @param at_start the state at time zero, from which volumes are kept
/// @throws InputError for what several ranks cannot do (require_distributable)
template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>&, const Scenario&,
                                                   const std::vector<SurfaceKind>& kinds,
                                                   const State<B>& at_start);

} // namespace ibsim
