// A scenario being simulated on a backend: the clock of its state, the plan of its steps, objects that come
// and go, and a watch over the numbers. A Stepper takes the steps and has the state (stepper.hpp), by one
// rank or by several (device.ranks). What gives the state itself, or a step for all of it, is of one rank
// alone: present(), state(), step(), evaluate(), pressure().
#pragma once

#include "ranks/stepper.hpp"
#include "state/make_structures.hpp"

#include <memory>

namespace ibsim {

struct Scenario;

template <class B>
class Simulation {
 public:
  /// The scenario at time zero; it and the stream must outlive this, and the kinds too with several ranks or
  /// objects that come and go.
  /// @param kinds as make_surface_kinds gives them for this scenario.
  Simulation(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds);
  /// Makes a simulation with structures in place of the scenario's, one a kind, and forces between them.
  Simulation(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds,
             std::vector<Structure<B>> structures, typename ImmersedBoundaryStep<B>::PairForces = {});

  /// One time step. Allocates nothing and does not wait for the stream, but at the decisions of `time.step:
  /// auto` (time_plan.hpp).
  /// @throws Diverged if no step is small enough for what the flow has come to
  void advance();

  /// Wait for the stream. @throws Diverged if anything has failed at a site; every 64 steps, and without
  /// objects, also if the flow has.
  void check() const;
  /// @throws Diverged if the fluid moves by more than a cell in a step, or is not finite.
  void check_flow() const;
  /// Checks sites, flow and volumes in any case.
  void check_all();
  /// @throws Diverged if the volume of an object of this kind has changed beyond most_volume_change.
  void check_volumes(std::size_t kind, const std::vector<StructureIntegrals>&) const;

  /// Keep a copy of the state, which has been checked; the last two copies are kept, on the device or, where
  /// that has no room for them, on the host (kept_states.hpp).
  void remember();

  /// Repeats, after a Diverged, the steps from the older of the copies one by one with all checks until one
  /// fails. The state is then the failed one.
  struct Trace {
    Failure failure;
    /// the newer of the copies that is 32 steps or more before the failure, else the older
    State<B>* good;
    State<B> before; ///< the last state before the step that failed
  };
  Trace trace(const Failure&);
  /// Go on from another state: `other` and the present one change places.
  void exchange_state(State<B>& other);

  /// Makes, after a resume with another time.step, the present time one within the scenario's intervals, by
  /// shorter steps to the end of the next one if need be.
  void join_intervals();

  /// The largest safe step for the present state, us: time.safety times its limits of stability; and the
  /// automatic one, which is accurate besides (accuracy.hpp). Wait for the stream.
  real safe_step() { return present_limits().stable; }
  real automatic_step();

  /// Values of the present state, for output.
  ValuesOfState<B>& values() const { return *stepper_; }
  /// SurfaceField of all sample sites of a kind on the host, [site][component]. Waits for the stream.
  std::vector<real> surface_field_on_host(std::size_t kind, SurfaceField);
  // Of one rank, as Stepper has them.
  void evaluate() { stepper_->evaluate(); }
  void pressure(real* p) { stepper_->pressure(p); }
  ImmersedBoundaryStep<B>& step() const { return stepper_->step(); }

  // Values that are remembered until the state advances or is replaced.

  /// The integrals of each object of a kind. Waits for the stream.
  const std::vector<StructureIntegrals>& integrals(std::size_t kind);
  /// Evaluation::unresolved of a kind.
  const std::vector<real>& unresolved_part_of_forces(std::size_t kind);
  /// u on the faces, component by component. Waits for the stream.
  std::vector<real> velocity_on_host() const;
  /// Energy and distances of the forces between structures. Wait for the stream.
  real pair_energy() { return pairs().energy; }
  LeastDistances least_distances() { return pairs().least; }
  /// Measures of each force (pair_forces_of), with all objects together.
  const std::vector<PairMeasures>& pair_measures();
  /// What holds objects together, each pair from both sides (PairForce::held_areas). Waits for the stream.
  const std::vector<HeldArea>& held_areas();
  /// state_hash() of it, another one in mixed and in single precision. Waits for the stream.
  std::uint64_t hash();

  /// Time a step by phase, sampled over the run. Waits for the stream.
  std::vector<PhaseTime> phase_times() { return timer_.summary(stream_); }

  /// Times of each of several ranks; none for a single rank.
  std::vector<RankTimes> times_of_ranks() { return stepper_->times(phase_times()); }

  /// V/V_0 - 1 of an object, V_0 at the start of the run; 0 of one that encloses nothing.
  real volume_change(std::size_t kind, std::size_t object, const StructureIntegrals& now) const {
    const bool changes = state_.population.changes();
    const real at_start =
        changes ? state_.population.kinds[kind][object].volume : volumes_at_start_[kind][object];
    return at_start > 0 ? now.volume / at_start - 1 : 0;
  }

  /// The way of an object's centre since the start of the run, um, across the ends of the box.
  Real3 displacement(std::size_t kind, std::size_t object, const StructureIntegrals& now) const {
    if (state_.population.changes()) return now.centre - state_.population.kinds[kind][object].centre;
    return now.centre - centres_at_start_[kind][object];
  }

  const Stream<B>& stream() const { return stream_; }
  const Scenario& scenario() const { return scenario_; }
  const FlowModel& model() const;
  const State<B>& present() const { return state_; }
  /// The state, to be changed: forgets what is known of it.
  State<B>& state() { return forget(), state_; }
  /// Give the state another clock.
  void set_clock(const State<B>& clock) { copy_clock(clock, state_), forget(); }
  /// Who is there. Another one is for a state that set_arrays() gives afterwards.
  const Population& population() const { return state_.population; }
  void set_population(Population population) { state_.population = std::move(population), forget(); }
  bool is_there(std::size_t kind, std::size_t slot) const { return state_.population.is_there(kind, slot); }
  /// Number of an object in tables and frames.
  std::size_t id_of(std::size_t kind, std::size_t slot) const {
    return ibsim::id_of(model(), state_.population, kind, slot);
  }
  /// The state's clock; of several ranks it has no arrays.
  const State<B>& clock() const { return state_; }
  real time_step() const { return state_.time_step; }
  /// All arrays of the present state, by their names, in the order of its hash, on the host; and from there,
  /// for the clock that it has.
  /// @param array (name, size) -> values, which are there until the next call
  using HostArray = std::pair<std::string, std::vector<real>>;
  std::vector<HostArray> arrays_on_host() const;
  /// The array of this name. @throws std::logic_error if there is none
  std::vector<real> array_on_host(const std::string& name) const;
  void set_arrays(const typename Stepper<B>::ArraysByName& array) { stepper_->set_arrays(array), forget(); }
  std::uint64_t steps() const { return state_.step; }
  real time() const { return state_.time; }
  /// True at the end of an interval (time_plan.hpp), where output may be due: always with a fixed step.
  bool between_intervals() const { return state_.steps_left == 0; }
  std::uint64_t interval() const { return state_.interval; }
  /// Steps taken and steps to come; with automatic steps, if these stay as they are.
  std::uint64_t steps_in_all() const;

 private:
  Simulation(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds,
             std::unique_ptr<Stepper<B>>);
  void plan_step();
  /// Lets objects come and go as the state asks for (come_and_go.cpp). Waits for the stream where it looks.
  void let_come_and_go();
  void measure_newcomers(const Population& before);
  /// Decides State::apart where it is due. Waits for the stream then. @return whether it has changed
  bool look_at_distances();
  void forget() { known_ = {}, stepper_->forget(); }
  PairMeasures pairs() { return sum_of(pair_measures()); }
  /// The least distance of objects, or of the only one from its images, where it is looked for
  /// (bdf2_steps.hpp).
  std::optional<real> present_gap();
  /// us, times time.safety.
  struct PresentLimits {
    real stable, accurate;
  };
  PresentLimits present_limits();
  [[noreturn]] void diverged(Failure) const;

  const Stream<B>& stream_;
  const Scenario& scenario_;
  const std::vector<SurfaceKind>& kinds_; ///< where objects come and go; else they may have gone
  const std::unique_ptr<Stepper<B>> stepper_;
  State<B>& state_;                         ///< the stepper's
  const bool asks_for_distances_;           ///< apart.hpp
  std::vector<SurfaceTopology> topologies_; ///< of each kind
  struct Known {
    /// of each kind; empty where not asked for
    std::vector<std::vector<StructureIntegrals>> integrals;
    std::vector<std::vector<real>> unresolved;      ///< the same
    std::optional<std::vector<PairMeasures>> pairs; ///< of each force
    std::optional<std::vector<HeldArea>> held_areas;
    std::optional<std::uint64_t> hash;
  };
  Known known_;                                      ///< of the present state
  std::vector<State<B>> kept_;                       ///< the older first
  std::vector<real> reference_volumes_;              ///< of an object of each kind before its stretch, um^3
  std::vector<std::vector<real>> volumes_at_start_;  ///< of each object of each kind, um^3
  std::vector<std::vector<Real3>> centres_at_start_; ///< um
  PhaseTimer<B> timer_;
};

/// The number of steps to the end of a scenario: end / step, rounded to the nearest whole number.
std::uint64_t steps_to(real time, real time_step);

} // namespace ibsim
