// A stepper takes the steps of a simulation and has its state. One rank does so by itself (step_alone.hpp);
// several do it together (step_of_ranks.hpp), to the same bits. A Simulation asks both in the same way: it
// keeps the clock, decides on steps, and remembers values until the state changes.
#pragma once

#include "ranks/values_of_state.hpp"

#include <functional>
#include <stdexcept>
#include <utility>

namespace ibsim {

/// Times of a rank's steps by phase.
struct RankTimes {
  std::vector<PhaseTime> phases;
  /// Seconds a step from when it gives messages of a kind (message_names) to when all are there. On a GPU
  /// transposes go beside the transforms of other components.
  std::vector<double> messages;
  /// Seconds of these in which others were not there yet: what messages take longer than on the rank that
  /// waits least.
  double waits = 0;
  std::size_t objects = 0; ///< of which it makes the forces now
};

template <class B>
class Stepper : public ValuesOfState<B> {
 public:
  /// The present state. Where several ranks have its arrays, it is the clock and the population alone.
  State<B>& state() { return state_; }

  /// Advances by state().time_step. Allocates nothing and does not wait for the stream.
  virtual void advance(PhaseTimer<B>&) = 0;
  /// ImmersedBoundaryStep::failure.
  virtual std::optional<Failure> failure() const = 0;
  /// max_speed() of the fluid.
  virtual real max_speed() const = 0;
  /// The state has been changed, or its clock: what is known of it is forgotten.
  virtual void forget() {}

  /// A copy of the state, on the device or on the host (kept_states.hpp). @param into its memory is taken
  virtual State<B> copy(State<B> into) = 0;
  /// Goes on from a copy, which stays.
  virtual void go_back(const State<B>& copy) = 0;
  /// The state and a copy change places.
  virtual void exchange(State<B>& other) {
    State<B> present = copy({});
    go_back(other);
    other = std::move(present);
  }

  /// The arrays of the state, in the order of for_each_array: names and sizes, and one of them on the host.
  virtual std::vector<std::pair<std::string, std::size_t>> array_names() const = 0;
  virtual std::vector<real> array_on_host(std::size_t number) const = 0;
  /// The state has its clock and these arrays. @param array Simulation::set_arrays
  using ArraysByName = std::function<const std::vector<real>&(const std::string&, std::size_t)>;
  virtual void set_arrays(const ArraysByName& array) = 0;
  /// state_hash() of arrays and clock, with that of the population.
  virtual std::uint64_t hash() const = 0;

  // Values that a Simulation remembers.

  /// StructureIntegrals of all objects of a kind.
  virtual std::vector<StructureIntegrals> integrals(std::size_t kind) = 0;
  /// Structure::stiffness of a kind.
  virtual Stiffness stiffness(std::size_t kind) = 0;
  /// Measures of each force between structures, with all objects together.
  virtual std::vector<PairMeasures> pair_measures() = 0;
  /// ImmersedBoundaryStep::held_areas of all objects.
  virtual std::vector<HeldArea> held_areas() = 0;

  // Objects that come and go, which ranks have.

  /// boxes_of_objects() of a kind; of absent ones zeros.
  virtual std::vector<ObjectBox> boxes(std::size_t) { of_ranks_alone(); }
  /// The arrays become those of state().population: objects that it lacks go, and new ones come, by their
  /// placements or as copies.
  virtual void change_population() { of_ranks_alone(); }
  /// Objects keep the volumes of state().population, which has the same objects as the arrays.
  virtual void keep_volumes() { of_ranks_alone(); }
  /// Times of each rank. @param of_first as the timer given to advance() has them. Waits for the streams.
  virtual std::vector<RankTimes> times(const std::vector<PhaseTime>& /*of_first*/) { return {}; }

  // One rank alone, which has the whole state.

  virtual ImmersedBoundaryStep<B>& step() { of_one_rank_alone(); }
  /// Makes forces, sample sites and site velocities of step() those of the present state.
  virtual void evaluate() { of_one_rank_alone(); }
  /// The pressure at the cell centres, pg/(um us^2), mean zero.
  virtual void pressure(real*) { of_one_rank_alone(); }

 protected:
  State<B> state_;

 private:
  [[noreturn]] static void of_ranks_alone() {
    throw std::logic_error("objects come and go in a state of ranks");
  }
  [[noreturn]] static void of_one_rank_alone() {
    throw std::logic_error("several ranks have no step of the whole state");
  }
};

} // namespace ibsim
