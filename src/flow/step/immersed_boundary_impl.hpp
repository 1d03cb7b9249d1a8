// Parts of an ImmersedBoundaryStep, and the pieces that its schemes are composed of. For kernel files.
#pragma once

#include "step/immersed_boundary_step.hpp"

#include "limits/apart.hpp"
#include "mechanics/neighbour_search.hpp"
#include "model/flow_model.hpp"
#include "model/site_motion.hpp"
#include "objects/most_sites.hpp"
#include "objects/viscosity_bounds.hpp"
#include "parallel/concurrent_streams.hpp"
#include "parallel/graph.hpp"
#include "state/move_sites.hpp"
#include "step/body_forces.hpp"
#include "step/held_flow_rates.hpp"
#include "step/held_walls.hpp"
#include "step/inner_fluid.hpp"
#include "step/keep_volume.hpp"
#include "step/site_coupling.hpp"
#include "step/sites_of_walls.hpp"
#include "walls/driven_flow.hpp"

#include <bit>
#include <limits>

namespace ibsim {

template <class B>
struct ImmersedBoundaryStep<B>::Impl {
  Grid grid;
  const Communicator<B>* ranks; ///< null: this one is alone
  NavierStokes<B> fluid;
  std::vector<Structure<B>> structures; ///< of the listed objects
  /// laws of each kind of membranes near and apart, where they differ (apart.hpp); and which it has now
  std::vector<std::optional<LawsOfMembrane>> laws;
  bool laws_are_apart = false;
  PairForces pair_forces;
  ListedObjects listed;                     ///< which these are
  std::vector<Array<Index, B>> told;        ///< of each kind of which not all are listed: ListedKind::told
  FaceField<B> own_force;                   ///< where the fluid has no room for it
  AnyFaces force;                           ///< density on the own planes
  bool walls;                               ///< in y
  real height;                              ///< of the upper wall; infinite without walls
  std::optional<SiteCoupling<B>> coupling;  ///< between sites and grid
  std::vector<bool> held;                   ///< whether the sites of a kind are points of walls
  std::unique_ptr<HeldWalls<B>> held_walls; ///< null: there are none
  std::unique_ptr<HeldFlowRates<B>> held_flow_rates; ///< null: a vessel has no pumps
  std::vector<Array<real, B>> velocity, predicted;   ///< at the data sites of each kind
  TimeScheme scheme;
  bool midpoint;                                              ///< SiteMotion, with imex_rk
  std::vector<Array<real, B>> new_velocity;                   ///< the same of u^{n+1}; with midpoint
  std::vector<std::optional<VolumeKeeper<B>>> volume_keepers; ///< of each closed kind, if volumes are kept
  std::optional<InnerFluid<B>> inner_fluid;          ///< if that of any kind has a viscosity of its own
  std::optional<ConcurrentStreams<B>> beside_forces; ///< then: it goes beside forces between structures
  bool marked = false; ///< the phases of the step are measured: nothing goes beside anything
  std::vector<Index> first_sample{0}, first_site{0}; ///< of each kind; one more at the end
  Array<real, B> sample_positions, sample_forces;    ///< of all kinds: all x, all y, all z
  FirstFailure<B> first_failure;                     ///< places: all sample sites, then all data sites
  std::uint64_t last_step = 0, lists_made = 0;       ///< number of the step taken last; lists so far
  bool resolved = false;                             ///< force and motion of any kind share a space
  /// all its operations may be recorded: ranks wait for each other on the host
  bool recordable;
  Graph<B> graph;
  std::uint64_t steps_given = 0; ///< to the stream, by this object

  Impl(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
       std::vector<Structure<B>> of_kinds, PairForces pairs,
       const std::vector<ListedObjects>* of_ranks = nullptr)
      : grid(model.grid), ranks(local.ranks),
        fluid(stream, local, model.fluid, body_forces<B>(model, local), wall_flow(model),
              viscosity_bounds(model), model.scheme, model.fluid_storage()),
        own_force(fluid.room_for_forces().has_data()
                      ? FaceField<B>()
                      : FaceField<B>(stream, local.slab, model.fluid_storage())),
        force(own_force.values().empty() ? fluid.room_for_forces() : own_force.any()),
        walls(model.has_walls()), height(walls ? grid.lengths().y : std::numeric_limits<real>::infinity()),
        scheme(model.scheme), midpoint(scheme == TimeScheme::imex_rk && model.motion == SiteMotion::midpoint),
        recordable(model.spread == SpreadAlgorithm::tiles && local.alone()) {
    for (const ObjectKind& kind : model.objects) held.push_back(is_held(kind));
    if (WallPoints points = points_of_walls(model); points.size() > 0)
      held_walls = std::make_unique<HeldWalls<B>>(stream, model, local, fluid, std::move(points));
    if (std::vector<Pump> pumps = pumps_of(model, local.slab); held_walls && !pumps.empty())
      held_flow_rates = std::make_unique<HeldFlowRates<B>>(stream, model.fluid.density, std::move(pumps),
                                                           local, fluid, *held_walls);
    take(stream, model, local, std::move(of_kinds), std::move(pairs), of_ranks);
    if (inner_fluid && local.alone()) beside_forces.emplace(stream); // ranks speak in one stream
  }

  /// Frees what take() makes.
  void drop_objects() {
    coupling.reset(), inner_fluid.reset(), structures.clear(), pair_forces.clear();
    velocity.clear(), predicted.clear(), new_velocity.clear(), volume_keepers.clear(), laws.clear();
    sample_positions = {}, sample_forces = {};
  }

  /// Takes other objects; fluid and walls stay. @param of_ranks lists of all ranks; null: these are all
  void take(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
            std::vector<Structure<B>> of_kinds, PairForces pairs,
            const std::vector<ListedObjects>* of_ranks) {
    drop_objects();
    structures = std::move(of_kinds), pair_forces = std::move(pairs);
    volume_keepers.resize(structures.size());
    first_sample = {0}, first_site = {0}, resolved = false, laws_are_apart = false;
    if (of_ranks) listed = of_ranks->at(static_cast<std::size_t>(local.rank()));
    for (const ObjectKind& kind : model.objects) laws.push_back(laws_of_membrane(model, kind));
    std::vector<Index> data_sites, data_sites_in_all;
    Size samples_of_all = 0;
    for (std::size_t kind = 0; kind < structures.size(); ++kind) {
      const Structure<B>& structure = structures[kind];
      const Index sites = structure.surface().data_sites();
      const Index objects = is_all(kind) ? structure.surface().objects()
                                         : static_cast<Index>(model.objects[kind].placements.size());
      data_sites.push_back(sites),
          data_sites_in_all.push_back(objects * structure.surface().data_per_object());
      samples_of_all += Size{objects} * structure.surface().samples_per_object();
      resolved = resolved || structure.is_resolved();
      first_sample.push_back(first_sample.back() + structure.surface().sample_sites());
      first_site.push_back(first_site.back() + sites);
      velocity.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
      predicted.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
      if (midpoint) new_velocity.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
    }
    const Index samples = first_sample.back();
    require_room_for_sites(samples);
    sample_positions = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
    sample_forces = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
    first_failure = FirstFailure<B>(stream, static_cast<unsigned long long>(samples) + first_site.back());
    coupling.emplace(stream, model, local, fluid, data_sites, data_sites_in_all, samples,
                     points_of_plan(model, samples_of_all, std::is_same_v<B, Cuda>));
    if (of_ranks) list(stream, *of_ranks);
    if (fluid.varying_viscosity()) inner_fluid.emplace(stream, model, structures, local.ranks, listed);
  }

  /// Gives membranes the moduli that they have in this state.
  void take_laws(const State<B>& state) {
    if (state.apart == laws_are_apart) return;
    laws_are_apart = state.apart;
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      if (laws[kind]) structures[kind].take_law(laws_are_apart ? laws[kind]->apart : laws[kind]->near);
  }

  bool is_all(std::size_t kind) const { return listed.empty() || listed[kind].is_all; }
  void list(const Stream<B>& stream, const std::vector<ListedObjects>& of_ranks) {
    const int rank = ranks ? ranks->rank() : 0;
    listed = of_ranks[static_cast<std::size_t>(rank)];
    ++lists_made;
    std::vector<std::optional<SharedSites<B>>> shared(structures.size());
    told.clear();
    for (std::size_t kind = 0; kind < structures.size(); ++kind) {
      told.emplace_back(stream, listed[kind].told);
      if (!is_all(kind))
        shared[kind].emplace(stream, of_ranks, kind, rank, structures[kind].surface().data_per_object());
    }
    coupling->share(std::move(shared));
  }

  /// All that the operations of a step depend on and this object does not own.
  std::vector<std::uint64_t> key(const State<B>& state) const {
    std::vector<std::uint64_t> key{std::bit_cast<std::uint64_t>(state.time_step),
                                   std::bit_cast<std::uint64_t>(state.step_before), next_step(state).second,
                                   state.apart, lists_made};
    if (held_walls) key.push_back(held_walls->number_of_inverse());
    for_each_array(state, [&](const auto&, auto& array, const auto&) {
      key.push_back(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(array.data())));
    });
    return key;
  }
  StepInTime next_step(const State<B>& state) const {
    return {state.time, state.time_step, scheme, state.step_before, state.step == 1};
  }
  /// When forces act in a step.
  Instant of_forces() const { return midpoint ? Instant::middle : Instant::end; }
  /// The time of the step at which the fluid takes their density.
  Instant of_density() const { return scheme == TimeScheme::bdf2 ? Instant::end : Instant::start; }

  Index data_sites(std::size_t kind) const { return first_site[kind + 1] - first_site[kind]; }
  VectorsView<real> velocities(std::size_t kind) {
    return vectors_view(velocity[kind].data(), data_sites(kind));
  }
  /// Where failures are noted as the sites begin a step: of the first kind of which this rank has any.
  FailureNotes notes_of_begin(std::size_t kind) {
    return first_site[kind] == 0 && data_sites(kind) > 0 ? first_failure.from_place(0) : FailureNotes{};
  }
  /// Leaves of positions what is of the space of motion, and what they have beside it.
  void resolve_positions(const Stream<B>& stream, std::size_t kind, VectorsView<real> X) {
    if (structures[kind].in_floats()) {
      structures[kind].resolve_positions(stream, vectors_view(predicted[kind].data(), X.n), X, true);
      return;
    }
    structures[kind].resolve_motion(stream, X);
    Surface<B>& surface = structures[kind].surface();
    if (structures[kind].is_resolved()) surface.add_beside_motion(stream, X.n / surface.data_per_object(), X);
  }
  /// Resolves positions that were at `before`, which is of the space.
  void resolve_positions(const Stream<B>& stream, std::size_t kind, VectorsView<real> before,
                         VectorsView<real> X) {
    if (structures[kind].in_floats())
      structures[kind].resolve_positions(stream, before, X, false);
    else
      resolve_positions(stream, kind, X);
  }
  std::vector<NotedSites> noted_sites() const {
    std::vector<NotedSites> kinds;
    for (std::size_t kind = 0; kind < structures.size(); ++kind) {
      const Surface<B>& surface = structures[kind].surface();
      kinds.push_back({surface.sample_sites(), surface.samples_per_object(), data_sites(kind),
                       surface.data_per_object(), is_all(kind) ? ListedKind{} : listed[kind]});
    }
    return kinds;
  }
  VectorsView<real> samples(Array<real, B>& values, std::size_t kind) {
    const VectorsView<real> all = vectors_view(values.data(), first_sample.back());
    const Index from = first_sample[kind];
    return {all.x + from, all.y + from, all.z + from, first_sample[kind + 1] - from};
  }

  VectorsView<const real> all_samples(const Array<real, B>& values) const {
    return vectors_view(values.data(), first_sample.back());
  }
  /// force = the elastic forces of all samples. @param place false after set_viscosity() for the same samples
  void spread(const Stream<B>& stream, bool place = true) {
    coupling->spread(stream, all_samples(sample_positions), all_samples(sample_forces), of_forces(),
                     of_density(), force, place);
  }

  /// Sets the viscosity of the inner fluid, for these derivatives: log(lambda) n dA is spread to where the
  /// fluid makes its viscosity of it. Needs no forces. @param place false after spread() of the same samples
  /// @param end_of as in a step
  template <class EndOf>
  void set_viscosity(const Stream<B>& stream, const std::vector<DerivativeBlock>& blocks, bool place,
                     const EndOf& end_of) {
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      inner_fluid->measure(stream, kind, structures[kind].surface(), blocks[kind],
                           is_all(kind) ? nullptr : &told[kind]);
    end_of(Phase::membrane);
    coupling->spread_normals(stream, all_samples(sample_positions), inner_fluid->normals(), of_forces(),
                             of_density(), fluid.viscosity_source(), place);
    end_of(Phase::spread);
    fluid.set_viscosity(stream, inner_fluid->mean());
    end_of(Phase::fluid);
  }
  /// Sets, after spread(), that of a state.
  void set_viscosity(const Stream<B>& stream, const Evaluation& found) {
    if (inner_fluid) set_viscosity(stream, found.derivatives, false, [](Phase) {});
  }

  /// The sites of all structures that are surfaces at this time, for `blocks` as forces() gave them.
  std::vector<StructureSites<B>> sites(const std::vector<DerivativeBlock>& blocks,
                                       Instant at = Instant::start) {
    std::vector<StructureSites<B>> all;
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      if (structures[kind].surface().topology() != SurfaceTopology::point)
        all.push_back({structures[kind].surface(), blocks[kind], samples(sample_positions, kind),
                       samples(sample_forces, kind), coupling->ends().shear(at), kind,
                       structures[kind].terms()});
    return all;
  }
  void add_pair_forces(const Stream<B>& stream, const std::vector<DerivativeBlock>& blocks,
                       Instant at = Instant::start) {
    if (!pair_forces.empty()) {
      const std::vector<StructureSites<B>> all = sites(blocks, at);
      find_neighbours<B>(stream, pair_forces, all);
      for (const std::unique_ptr<PairForce<B>>& pair : pair_forces) pair->add(stream, all);
    }
    sites_of_walls().relieve(stream);
  }
  /// The sites of walls of points among all samples (sites_of_walls.hpp).
  SitesOfWalls<B> sites_of_walls() { return {held, first_sample, sample_forces}; }
  /// force += those of walls of points, and of pumps.
  void add_wall_forces(const Stream<B>& stream, const State<B>& state) {
    if (held_walls) held_walls->add_forces(stream, *remembered_as(state, wall_forces), force);
    if (held_flow_rates) held_flow_rates->add_force(stream, *remembered_as(state, wall_forces), force);
  }
  /// spread() of a state that was looked at, with the forces that hold walls.
  void spread_present(const Stream<B>& stream, const State<B>& state) {
    sites_of_walls().relieve(stream);
    spread(stream);
    add_wall_forces(stream, state);
    sites_of_walls().show_forces(stream, held_walls.get(), remembered_as(state, wall_forces));
  }
  /// Leaves of all forces what is of the space of motion.
  void resolve_forces(const Stream<B>& stream) {
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      structures[kind].resolve_forces(stream, samples(sample_forces, kind), !pair_forces.empty());
  }
  /// (c) of a kind, with what else is asked of positions where forces act. @return the derivatives there
  DerivativeBlock forces_at(const Stream<B>& stream, State<B>& state, std::size_t kind,
                            VectorsView<const real> X) {
    Structure<B>& structure = structures[kind];
    const DerivativeBlock block =
        structure.forces(stream, {X, state.remembered_by(kind)}, velocities(kind), state.time_step,
                         samples(sample_positions, kind), samples(sample_forces, kind),
                         first_failure.from_place(first_sample[kind]));
    if (volume_keepers[kind])
      volume_keepers[kind]->measure(stream, structure.surface(), block, structure.at_data(), X);
    return block;
  }
  /// The rest of (c), (d) and (e).
  template <class EndOf>
  void pair_forces_and_fluid(const Stream<B>& stream, State<B>& state,
                             const std::vector<DerivativeBlock>& blocks, const EndOf& end_of) {
    const auto rest_of_forces = [&](const Stream<B>& on) {
      add_pair_forces(on, blocks, of_forces());
      resolve_forces(on);
      if (walls)
        look_for_walls<B>(on, height, vectors_view(sample_positions.data(), first_sample.back()),
                          first_failure.from_place(0));
      if (!pair_forces.empty() || resolved) end_of(Phase::membrane);
    };
    const auto viscosity = [&](const Stream<B>& on) { set_viscosity(on, blocks, true, end_of); };
    if (inner_fluid && beside_forces && !marked) {
      beside_forces->run(stream, viscosity, rest_of_forces);
    } else {
      rest_of_forces(stream);
      if (inner_fluid) viscosity(stream);
    }
    spread(stream, !inner_fluid); // (d)
    Array<real, B>* const of_walls = remembered_as(state, wall_forces);
    Array<real, B>* const of_fluid = remembered_as(state, fluid_memory);
    real* const memory = of_fluid ? of_fluid->data() : nullptr;
    if (held_flow_rates) held_flow_rates->set_pressures(stream, *of_walls);
    add_wall_forces(stream, state);
    end_of(Phase::spread);
    // (e)
    fluid.step(stream, next_step(state), {state.velocity.any(), memory, state.velocity_before.any()}, force);
    if (held_walls) held_walls->hold(stream, next_step(state), state.velocity.any(), *of_walls, memory);
    if (held_flow_rates) held_flow_rates->hold(stream, state.velocity.any(), *of_walls);
    end_of(Phase::fluid);
  }
  /// After (g). @param expected with bdf2, the sites that forces_at() had; else null
  void put_volumes_right(const Stream<B>& stream, std::size_t kind, const VectorsView<real>* expected,
                         VectorsView<real> X) {
    if (!volume_keepers[kind]) return;
    VolumeKeeper<B>& keeper = *volume_keepers[kind];
    expected ? keeper.correct(stream, *expected, X) : keeper.correct(stream, X);
  }
  MeanFlow mean_flow() const { return {coupling->ends().shear(Instant::end), grid.lengths().y}; }
  FailureNotes notes_of_sites(std::size_t kind) {
    return first_failure.from_place(first_sample.back() + first_site[kind]);
  }
  /// The present velocity with images beyond the ends, as points take it.
  AnyConstFaces present_velocity(const Stream<B>& stream, const State<B>& state) {
    fluid.prepare(stream, state.time, 0);
    return coupling->velocity_with_images(stream, state.velocity.any(), false);
  }
};

} // namespace ibsim
