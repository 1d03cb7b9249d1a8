// A step taken by several ranks together, each with a slab of the fluid (grid/slab.hpp), to the bits of one.
//
// A Simulation that has it looks at whole states as ever, and hands over its steps alone:
//   deal     the whole state -> those of the ranks      at the start, and when the state was changed
//   advance  all ranks: the step of ImmersedBoundaryStep, each on its planes
//   gather   their states -> the whole one               when somebody asks for it
// What a rank does is in rank_step.hpp; here is who tells them.
#pragma once

#include "simulation/immersed_boundary_step.hpp"

namespace ibsim {

class LaunchedRanks;
struct Scenario;

/// Where the time of a rank's steps went.
struct RankTimes {
  std::vector<PhaseTime> phases;
  /// seconds a step in which it has made its forces and spread them, and others have not
  double waits = 0;
  std::size_t objects = 0; ///< of which it makes the forces now
};

template <class B>
class StepOfRanks {
 public:
  virtual ~StepOfRanks() = default;

  virtual int ranks() const = 0;

  /// Go on from this state, and forget what has failed before. Lists of objects are made from it.
  virtual void deal(const State<B>& whole) = 0;
  /// Objects have moved so far that the present state has to be dealt out again before the next step.
  virtual bool must_be_dealt() = 0;
  /// Advance by clock.time_step: ImmersedBoundaryStep::advance of all ranks. Of `clock` only the clock is
  /// read and advanced, its arrays are left alone. @param timer of rank 0
  virtual void advance(State<B>& clock, PhaseTimer<B>& timer) = 0;
  /// The arrays of the whole state.
  virtual void gather(State<B>& whole) const = 0;

  /// ImmersedBoundaryStep::failure.
  virtual std::optional<Failure> failure() const = 0;
  /// max_speed().
  virtual real max_speed() const = 0;

  /// The times of each rank. @param of_first as the timer given to advance() has them. Waits for the streams.
  virtual std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) = 0;
};

/// Those of scenario.device; null: one. @param stream of rank 0, and of the whole states that it is given
/// @param scenario, kinds must outlive it @param at_start the state at time zero, from which volumes are kept
/// @throws InputError for what several ranks cannot do (require_distributable)
template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>&, const Scenario&,
                                                   const std::vector<SurfaceKind>& kinds,
                                                   const State<B>& at_start);

/// What the other processes of several do while the first has a StepOfRanks: its orders, until that goes.
/// @param scenario, kinds the same as there
template <class B>
void serve_steps(const LaunchedRanks&, const Stream<B>&, const Scenario&,
                 const std::vector<SurfaceKind>& kinds);

} // namespace ibsim
