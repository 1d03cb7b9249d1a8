// What one of several ranks has of a simulation (step_of_ranks.hpp): a slab of the fluid, the sites of all
// objects, and of what force terms remember that of the objects of which it makes the forces
// (listed_objects.hpp).
//
// All functions but must_be_dealt are called by all ranks at once, threads or processes: they speak to each
// other by their Communicator and its World alone. Whole states are those of rank 0; others pass null.
#pragma once

#include "simulation/step_of_ranks.hpp"

#include <mutex>

namespace ibsim {

/// What all ranks know of a state before it is dealt out.
struct Dealt {
  std::vector<std::vector<Extent>> extents; ///< of the objects of each kind
  std::size_t fluid_memory = 0;             ///< State::fluid_memory, its size
};

template <class B>
class RankStep {
 public:
  /// @param scenario, kinds, stream must outlive it
  RankStep(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds,
           std::unique_ptr<Communicator<B>>);
  ~RankStep();

  /// Of rank 0.
  Dealt about(const State<B>& whole) const;

  /// StepOfRanks::deal. @param one_by_one held while a rank's step is made, by ranks of one process
  void deal(const State<B>* whole, const Dealt&, std::mutex& one_by_one);
  /// StepOfRanks::must_be_dealt, on rank 0.
  bool must_be_dealt();
  /// Volumes are kept from now on that objects have in the present state.
  void keep_volumes();
  /// @param clock of which the clock alone is read and advanced @param timer of rank 0; null: its own
  void advance(State<B>& clock, PhaseTimer<B>* timer);
  void gather(State<B>* whole) const;

  // The same on all ranks:
  std::optional<Failure> failure() const;
  real max_speed() const;
  /// @param of_first StepOfRanks::times, on rank 0
  std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first);

 private:
  void make_lists(const std::vector<std::vector<Extent>>& extents);
  void follow_list(const Dealt&, std::mutex& one_by_one);
  State<B> new_state(std::size_t fluid_memory) const;
  Slab slab_of_rank(std::size_t rank) const;
  const ListedObjects& listed() const { return lists_[static_cast<std::size_t>(communicator_->rank())]; }
  void deal_remembered(const State<B>* whole);
  void gather_remembered(State<B>* whole) const;
  std::vector<std::vector<Extent>> extents_of(const State<B>&) const;

  const Stream<B>& stream_;
  const Scenario& scenario_;
  const std::vector<SurfaceKind>& kinds_;
  std::unique_ptr<Communicator<B>> communicator_;
  LocalGrid<B> local_;
  std::optional<ImmersedBoundaryStep<B>> step_;
  State<B> state_;
  PhaseTimer<B> timer_;
  std::vector<ListedObjects> lists_; ///< of all ranks
  bool has_lists_ = false;           ///< some rank makes the forces of some objects alone
  int steps_since_look_ = 0;
};

} // namespace ibsim
