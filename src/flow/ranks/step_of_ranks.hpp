// A step taken by several ranks together, each with a slab of the fluid (grid/slab.hpp), to the bits of one.
//
// The ranks have the state: each its planes of the fluid, and the objects near them (listed_objects.hpp),
// also in copies to which a run may go back. A Simulation that has it keeps the clock, asks what there is to
// know of the state, and takes what output needs, array by array.
// What a rank does is in rank_step.hpp; here is who tells them.
#pragma once

#include "fluid/flow_totals.hpp"
#include "objects/listed_objects.hpp"
#include "objects/touching_objects.hpp"
#include "ranks/part_fields.hpp"
#include "step/immersed_boundary_step.hpp"
#include "surface/motion_sums.hpp"
#include "surface/outline.hpp"

#include <functional>

namespace ibsim {

struct DevicePlan;
struct TimeSettings;

/// Where the time of a rank's steps went.
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
class StepOfRanks {
 public:
  virtual ~StepOfRanks() = default;

  virtual int ranks() const = 0;

  /// Advance by clock.time_step: ImmersedBoundaryStep::advance of all ranks. Of `clock` only the clock is
  /// read and advanced. @param timer of rank 0
  virtual void advance(State<B>& clock, PhaseTimer<B>& timer) = 0;

  /// Keep a copy of the state under a number, each rank of what it has, on its device or its host
  /// (kept_states.hpp); go on from one.
  virtual void keep(int number) = 0;
  virtual void go_back(int number) = 0;
  /// The arrays of the state, in the order of for_each_array: names and sizes, and one of all on the host.
  virtual std::vector<std::pair<std::string, std::size_t>> array_names() const = 0;
  virtual std::vector<real> array_on_host(std::size_t number) const = 0;
  /// The state has this clock and these arrays. @param array Simulation::set_arrays
  using ArraysByName = std::function<const std::vector<real>&(const std::string&, std::size_t)>;
  virtual void set_arrays(const State<B>& clock, const ArraysByName& array) = 0;
  /// The data sites of all objects of a kind, on the device of rank 0, and what the fluid remembers.
  virtual Array<real, B> sites_of_all(std::size_t kind) const = 0;
  virtual const Array<real, B>& fluid_memory() const = 0;
  /// State::wall_forces, which all ranks have.
  virtual const Array<real, B>& wall_forces() const = 0;
  virtual std::uint64_t hash(const State<B>& clock) const = 0;

  // What there is to know of the state that the ranks have, found by each of its own: of one evaluation.
  // @param clock of that state

  /// StructureIntegrals of all objects of a kind, and Evaluation::unresolved.
  virtual std::vector<StructureIntegrals> integrals(const State<B>& clock, std::size_t kind) = 0;
  virtual std::vector<real> unresolved_part_of_forces(const State<B>& clock, std::size_t kind) = 0;
  /// farthest_sites() of all objects of a kind.
  virtual std::vector<FarthestSites> farthest_sites(const State<B>& clock, std::size_t kind) = 0;
  /// The velocities of the data sites of a kind that all ranks have, such as points, um/us, on the device of
  /// rank 0.
  virtual VectorsView<const real> site_velocities(const State<B>& clock, std::size_t kind) = 0;
  /// motion_sums() of all objects of a kind.
  virtual std::vector<MotionSums> motion_sums(const State<B>& clock, std::size_t kind,
                                              const std::vector<Index>& markers) = 0;
  /// Structure::stiffness of a kind.
  virtual Stiffness stiffness(const State<B>& clock, std::size_t kind) = 0;
  /// Totals of all planes of the box.
  virtual std::vector<FlowTotals> flow_totals(const State<B>& clock) = 0;
  /// plane_sums() of all planes of the box, object_sums() of all objects of a kind.
  virtual std::vector<real> plane_sums(const State<B>& clock, PlaneSums) = 0;
  virtual std::vector<real> object_sums(const State<B>& clock, ObjectSums, std::size_t kind) = 0;
  /// TouchingObjects::find of all.
  virtual std::vector<Touch> touches(const State<B>& clock) = 0;
  /// boxes_of_objects() of a kind; of absent ones zeros.
  virtual std::vector<ObjectBox> boxes(const State<B>& clock, std::size_t kind) = 0;
  /// The population of the state becomes another: objects that it lacks go, and new ones come, by their
  /// placements or as copies. @param clock of the state; its population is the next one
  virtual void change_population(const State<B>& clock) = 0;
  /// Volumes that objects keep, those of the population. It has the same objects as that of the state.
  virtual void keep_volumes(const Population&) = 0;
  /// gaps_to_walls() of a kind.
  virtual std::vector<real> gaps_to_walls(const State<B>& clock, std::size_t kind) = 0;
  /// ImmersedBoundaryStep::measure_pairs, of all together.
  virtual std::vector<PairMeasures> pair_measures(const State<B>& clock) = 0;
  virtual std::vector<HeldArea> held_areas(const State<B>& clock) = 0;
  /// surface_field() of all objects of a kind, [site][component], and of the fluid of the box the velocity at
  /// the centres of cells, [cell][3], and then the pressure there: on rank 0's host.
  virtual void surface_field(const State<B>& clock, std::size_t kind, SurfaceField, float* to) = 0;
  virtual void surface_field(const State<B>& clock, std::size_t kind, SurfaceField, double* to) = 0;
  virtual void fluid_field(const State<B>& clock, float* to) = 0;
  virtual void fluid_field(const State<B>& clock, double* to) = 0;
  /// The velocity of the fluid at points, um/us, as coupling/interpolate.hpp has it.
  virtual std::vector<Real3> velocities_at(const std::vector<Real3>&) = 0;
  /// A sample site of an object, or a data site, um.
  virtual Real3 site(const State<B>& clock, bool is_sample, std::size_t kind, Index object, Index site) = 0;
  /// Structure::term_names
  virtual std::vector<std::string> term_names(std::size_t kind) const = 0;

  /// ImmersedBoundaryStep::failure.
  virtual std::optional<Failure> failure() const = 0;
  /// max_speed().
  virtual real max_speed() const = 0;

  /// The times of each rank. @param of_first as the timer given to advance() has them. Waits for the streams.
  virtual std::vector<RankTimes> times(const std::vector<PhaseTime>& of_first) = 0;
};

/// Ranks of a device plan, which have the state at time zero; null: a single one.
/// @param stream of rank 0 @param model, time, device, kinds must outlive it
/// @throws InputError for what several ranks cannot do (require_distributable)
template <class B>
std::unique_ptr<StepOfRanks<B>> make_step_of_ranks(const Stream<B>&, const FlowModel&, const TimeSettings&,
                                                   const DevicePlan&, const std::vector<SurfaceKind>& kinds);

/// What the other processes of several do while the first has a StepOfRanks: its orders, until that goes.
/// @param device of a process that a launcher has started @param model, time, kinds the same as there
template <class B>
void serve_steps(const DevicePlan& device, const Stream<B>&, const FlowModel&, const TimeSettings&,
                 const std::vector<SurfaceKind>& kinds);

} // namespace ibsim
