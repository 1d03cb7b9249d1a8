// A scenario being simulated: the clock of its state, the plan of its steps, objects that come and go, and a
// watch over the numbers. A Stepper takes the steps and has the state on a backend (stepper.hpp), by one rank
// or by several (device.ranks). The face has values of the host, so that output and diagnostics need no
// backend. simulation_on.hpp gives the state itself.
#pragma once

#include "parallel/any_stream.hpp"
#include "ranks/stepper.hpp"
#include "state/make_structures.hpp"

#include <memory>

namespace ibsim {

struct Scenario;

class Simulation {
 public:
  /// The scenario at time zero; it and the stream must outlive this, and the kinds too with several ranks or
  /// objects that come and go.
  /// @param kinds as make_surface_kinds gives them for this scenario.
  Simulation(const AnyStream&, const Scenario&, const std::vector<SurfaceKind>& kinds);

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
    StateCopy good;
    StateCopy before; ///< the last state before the step that failed
  };
  Trace trace(const Failure&);
  /// Go on from another state: `other` and the present one change places. @param other a copy
  void exchange_state(Clock& other);

  /// Makes, after a resume with another time.step, the present time one within the scenario's intervals, by
  /// shorter steps to the end of the next one if need be.
  void join_intervals();

  /// The largest safe step for the present state, us: time.safety times its limits of stability; and the
  /// automatic one, which is accurate besides (accuracy.hpp). Wait for the stream.
  real safe_step() { return present_limits().stable; }
  real automatic_step();

  /// Values of the present state, for output.
  ValuesOfState& values() const { return *stepper_; }
  /// SurfaceField of all sample sites of a kind on the host, [site][component]. Waits for the stream.
  std::vector<real> surface_field_on_host(std::size_t kind, SurfaceField);
  /// All x, all y, all z of the data sites of a kind. Waits for the stream.
  std::vector<real> data_sites_on_host(std::size_t kind) const { return stepper_->array_on_host(1 + kind); }

  // Values that are remembered until the state advances or is replaced.

  /// The integrals of each object of a kind. Waits for the stream.
  const std::vector<StructureIntegrals>& integrals(std::size_t kind);
  /// Evaluation::unresolved of a kind.
  const std::vector<real>& unresolved_part_of_forces(std::size_t kind);
  /// u on the faces, component by component. Waits for the stream.
  std::vector<real> velocity_on_host() const;
  /// p at the centres of cells, mean zero, kPa. Waits for the stream.
  std::vector<real> pressure_on_host() const;
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
  std::vector<PhaseTime> phase_times() { return stepper_->phase_times(); }

  /// Times of each of several ranks; none for a single rank.
  std::vector<RankTimes> times_of_ranks() { return stepper_->times(); }

  /// V/V_0 - 1 of an object, V_0 at the start of the run; 0 of one that encloses nothing.
  real volume_change(std::size_t kind, std::size_t object, const StructureIntegrals& now) const {
    const bool changes = clock_.population.changes();
    const real at_start =
        changes ? clock_.population.kinds[kind][object].volume : volumes_at_start_[kind][object];
    return at_start > 0 ? now.volume / at_start - 1 : 0;
  }

  /// The way of an object's centre since the start of the run, um, across the ends of the box.
  Real3 displacement(std::size_t kind, std::size_t object, const StructureIntegrals& now) const {
    if (clock_.population.changes()) return now.centre - clock_.population.kinds[kind][object].centre;
    return now.centre - centres_at_start_[kind][object];
  }

  bool on_cuda() const { return stepper_->on_cuda(); }
  void synchronize() const { stepper_->synchronize(); }
  const Scenario& scenario() const { return scenario_; }
  const FlowModel& model() const;
  /// Give the state another clock.
  void set_clock(const Clock& clock) { copy_clock(clock, clock_), forget(); }
  /// Who is there. Another one is for a state that set_arrays() gives afterwards.
  const Population& population() const { return clock_.population; }
  void set_population(Population population) { clock_.population = std::move(population), forget(); }
  bool is_there(std::size_t kind, std::size_t slot) const { return clock_.population.is_there(kind, slot); }
  /// Number of an object in tables and frames.
  std::size_t id_of(std::size_t kind, std::size_t slot) const {
    return ibsim::id_of(model(), clock_.population, kind, slot);
  }
  const Clock& clock() const { return clock_; }
  real time_step() const { return clock_.time_step; }
  /// All arrays of the present state, by their names, in the order of its hash, on the host; and from there,
  /// for the clock that it has.
  /// @param array (name, size) -> values, which are there until the next call
  using HostArray = std::pair<std::string, std::vector<real>>;
  std::vector<HostArray> arrays_on_host() const;
  /// The array of this name. @throws std::logic_error if there is none
  std::vector<real> array_on_host(const std::string& name) const;
  void set_arrays(const Stepper::ArraysByName& array) { stepper_->set_arrays(array), forget(); }
  std::uint64_t steps() const { return clock_.step; }
  real time() const { return clock_.time; }
  /// True at the end of an interval (time_plan.hpp), where output may be due: always with a fixed step.
  bool between_intervals() const { return clock_.steps_left == 0; }
  std::uint64_t interval() const { return clock_.interval; }
  /// Steps taken and steps to come; with automatic steps, if these stay as they are.
  std::uint64_t steps_in_all() const;

 protected:
  Simulation(const Scenario&, const std::vector<SurfaceKind>& kinds, std::unique_ptr<Stepper>);
  Stepper& stepper() const { return *stepper_; }
  void forget() { known_ = {}, stepper_->forget(); }

 private:
  void plan_step();
  /// Lets objects come and go as the state asks for (come_and_go.cpp). Waits for the stream where it looks.
  void let_come_and_go();
  void measure_newcomers(const Population& before);
  /// Decides State::apart where it is due. Waits for the stream then. @return whether it has changed
  bool look_at_distances();
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

  const Scenario& scenario_;
  const std::vector<SurfaceKind>& kinds_; ///< where objects come and go; else they may have gone
  const std::unique_ptr<Stepper> stepper_;
  Clock& clock_;                            ///< the stepper's
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
  std::vector<StateCopy> kept_;                      ///< the older first
  std::vector<real> reference_volumes_;              ///< of an object of each kind before its stretch, um^3
  std::vector<std::vector<real>> volumes_at_start_;  ///< of each object of each kind, um^3
  std::vector<std::vector<Real3>> centres_at_start_; ///< um
};

/// The number of steps to the end of a scenario: end / step, rounded to the nearest whole number.
std::uint64_t steps_to(real time, real time_step);

} // namespace ibsim
