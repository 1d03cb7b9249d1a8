// A stepper takes the steps of a simulation and has its state. One rank does so by itself (step_alone.hpp);
// several do it together (step_of_ranks.hpp), to the same bits. A Simulation asks both in the same way: it
// keeps the clock, decides on steps, and remembers values until the state changes.
//
// The backend is that of StepperOn<B> (stepper_on.hpp). Nobody above needs it.
#pragma once

#include "parallel/phase_timer.hpp"
#include "ranks/values_of_state.hpp"

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

/// A copy of a state, by its clock: a State of the stepper's backend.
using StateCopy = std::shared_ptr<Clock>;

class Stepper : public ValuesOfState {
 public:
  /// The clock and the population of the present state.
  virtual Clock& clock() = 0;
  virtual bool on_cuda() const = 0;
  /// Waits for the stream.
  virtual void synchronize() const = 0;

  /// Advances by clock().time_step. Allocates nothing and does not wait for the stream.
  virtual void advance() = 0;
  /// Time a step by phase. Waits for the stream.
  virtual std::vector<PhaseTime> phase_times() = 0;
  /// ImmersedBoundaryStep::failure.
  virtual std::optional<Failure> failure() const = 0;
  /// max_speed() of the fluid.
  virtual real max_speed() const = 0;
  /// The state has been changed, or its clock: what is known of it is forgotten.
  virtual void forget() {}

  /// A copy of the state, on the device or on the host (kept_states.hpp). @param into its memory is taken
  virtual StateCopy copy(StateCopy into) = 0;
  /// Goes on from a copy, which stays.
  virtual void go_back(const Clock& copy) = 0;
  /// The state and a copy, or a state of another stepper of this kind, change places.
  virtual void exchange(Clock& other) = 0;

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
  /// The arrays become those of clock().population: objects that it lacks go, and new ones come, by their
  /// placements or as copies.
  virtual void change_population() { of_ranks_alone(); }
  /// Objects keep the volumes of clock().population, which has the same objects as the arrays.
  virtual void keep_volumes() { of_ranks_alone(); }
  /// Times of each rank. Waits for the streams.
  virtual std::vector<RankTimes> times() { return {}; }

 private:
  [[noreturn]] static void of_ranks_alone() {
    throw std::logic_error("objects come and go in a state of ranks");
  }
};

} // namespace ibsim
