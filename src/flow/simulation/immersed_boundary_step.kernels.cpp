#include "simulation/immersed_boundary_step.hpp"

#include "parallel/graph.hpp"
#include "simulation/body_forces.hpp"
#include "simulation/driven_flow.hpp"
#include "simulation/failed_site.hpp"
#include "simulation/inner_fluid.hpp"
#include "simulation/keep_volume.hpp"
#include "simulation/move_sites.hpp"
#include "simulation/pair_sums.hpp"
#include "simulation/site_coupling.hpp"
#include "surface/smoothing.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace ibsim {

template <class B>
struct ImmersedBoundaryStep<B>::Parts {
  Grid grid;
  NavierStokes<B> fluid;
  std::vector<Structure<B>> structures;
  PairForces pair_forces;
  FaceField<B> force;
  bool walls;                                      ///< in y
  real height;                                     ///< of the upper wall; infinite without walls
  std::optional<SiteCoupling<B>> coupling;         ///< between sites and grid
  std::vector<Array<real, B>> velocity, predicted; ///< at the data sites of each kind
  TimeScheme scheme;
  bool midpoint;                                              ///< SiteMotion, with imex_rk
  std::vector<Array<real, B>> new_velocity;                   ///< the same of u^{n+1}; with midpoint
  std::vector<std::optional<VolumeKeeper<B>>> volume_keepers; ///< of each closed kind, if volumes are kept
  std::vector<std::optional<Smoothing<B>>> smoothings;        ///< of each closed kind, if it is smoothed
  real smoothing_time = 0;                                    ///< us
  std::optional<InnerFluid<B>> inner_fluid;          ///< if that of any kind has a viscosity of its own
  std::vector<Index> first_sample{0}, first_site{0}; ///< of each kind; one more at the end
  Array<real, B> sample_positions, sample_forces;    ///< of all kinds: all x, all y, all z
  FirstFailure<B> first_failure;                     ///< places: all sample sites, then all data sites
  std::uint64_t last_step = 0;                       ///< the number of the step taken last
  bool resolved = false;                             ///< force and motion of any kind share a space
  bool recordable;                                   ///< all its operations may be recorded
  Graph<B> graph;
  std::uint64_t steps_given = 0; ///< to the stream, by this object

  Parts(const Stream<B>& stream, const Scenario& scenario, std::vector<Structure<B>> of_kinds,
        PairForces pairs)
      : grid(scenario.grid), fluid(stream, scenario.grid, scenario.fluid, body_forces<B>(scenario),
                                   wall_flow(scenario), viscosity_bounds(scenario), scenario.time.scheme),
        structures(std::move(of_kinds)), pair_forces(std::move(pairs)), force(stream, scenario.grid),
        walls(scenario.has_walls()), height(walls ? grid.lengths().y : std::numeric_limits<real>::infinity()),
        scheme(scenario.time.scheme),
        midpoint(scheme == TimeScheme::imex_rk && scenario.motion == SiteMotion::midpoint),
        volume_keepers(structures.size()), smoothings(structures.size()),
        recordable(scenario.spread == SpreadAlgorithm::tiles) {
    std::vector<Index> data_sites;
    for (const Structure<B>& structure : structures) {
      const Index sites = structure.surface().data_sites();
      data_sites.push_back(sites);
      resolved = resolved || structure.is_resolved();
      first_sample.push_back(first_sample.back() + structure.surface().sample_sites());
      first_site.push_back(first_site.back() + sites);
      velocity.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
      predicted.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
      if (midpoint) new_velocity.emplace_back(stream, 3 * static_cast<std::size_t>(sites));
    }
    const Index samples = first_sample.back();
    sample_positions = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
    sample_forces = Array<real, B>(stream, 3 * static_cast<std::size_t>(samples));
    first_failure = FirstFailure<B>(stream, static_cast<unsigned long long>(samples) + first_site.back());
    coupling.emplace(stream, scenario, fluid, data_sites, samples);
    if (fluid.varying_viscosity()) inner_fluid.emplace(stream, scenario, structures);
  }

  /// All that the operations of a step depend on and this object does not own.
  std::vector<std::uint64_t> key(const State<B>& state) const {
    std::vector<std::uint64_t> key{std::bit_cast<std::uint64_t>(state.time_step),
                                   std::bit_cast<std::uint64_t>(state.step_before)};
    for_each_array(state, [&](const std::string&, const Array<real, B>& array) {
      key.push_back(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(array.data())));
    });
    return key;
  }
  StepInTime next_step(const State<B>& state) const {
    return {state.time, state.time_step, scheme, state.step_before};
  }
  /// When forces act in a step.
  Instant of_forces() const { return midpoint ? Instant::middle : Instant::end; }

  VectorsView<real> velocities(std::size_t kind) {
    return vectors_view(velocity[kind].data(), structures[kind].surface().data_sites());
  }
  VectorsView<real> samples(Array<real, B>& values, std::size_t kind) {
    const VectorsView<real> all = vectors_view(values.data(), first_sample.back());
    const Index from = first_sample[kind];
    return {all.x + from, all.y + from, all.z + from, first_sample[kind + 1] - from};
  }

  VectorsView<const real> all_samples(const Array<real, B>& values) const {
    return vectors_view(values.data(), first_sample.back());
  }
  /// force = the elastic forces of all samples
  void spread(const Stream<B>& stream) {
    coupling->spread(stream, all_samples(sample_positions), all_samples(sample_forces), of_forces(),
                     scheme == TimeScheme::bdf2 ? Instant::end : Instant::start, force);
  }
  /// After spread(): log(lambda) n dA of all samples, to where the fluid makes its viscosity of it.
  void spread_normals(const Stream<B>& stream) {
    coupling->spread_normals(stream, all_samples(sample_positions), inner_fluid->normals(),
                             fluid.viscosity_source());
  }

  /// The sites of all structures at this time, for `blocks` as forces() gave them, in that order.
  std::vector<StructureSites<B>> sites(const std::vector<DerivativeBlock>& blocks,
                                       Instant at = Instant::start) {
    std::vector<StructureSites<B>> all;
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      all.push_back({structures[kind].surface(), blocks[kind], samples(sample_positions, kind),
                     samples(sample_forces, kind), fluid.sheared() ? fluid.sheared()->now(at) : nullptr});
    return all;
  }
  void add_pair_forces(const Stream<B>& stream, const std::vector<DerivativeBlock>& blocks,
                       Instant at = Instant::start) {
    for (const std::unique_ptr<PairForce<B>>& pair : pair_forces) pair->add(stream, sites(blocks, at));
  }
  /// Of all forces what is of the space of motion.
  void resolve_forces(const Stream<B>& stream) {
    for (std::size_t kind = 0; kind < structures.size(); ++kind)
      structures[kind].resolve_forces(stream, samples(sample_forces, kind));
  }
  /// (c) of a kind, with what else is asked of positions where forces act. @return the derivatives there
  DerivativeBlock forces_at(const Stream<B>& stream, State<B>& state, std::size_t kind,
                            VectorsView<const real> X) {
    Structure<B>& structure = structures[kind];
    const DerivativeBlock block =
        structure.forces(stream, {X, state.of(kind).remembered}, velocities(kind), state.time_step,
                         samples(sample_positions, kind), samples(sample_forces, kind),
                         first_failure.from_place(first_sample[kind]));
    if (volume_keepers[kind])
      volume_keepers[kind]->measure(stream, structure.surface(), block, structure.at_data(), X);
    if (inner_fluid) inner_fluid->measure(stream, kind, structure.surface(), block);
    return block;
  }
  /// The rest of (c), (d) and (e).
  template <class EndOf>
  void pair_forces_and_fluid(const Stream<B>& stream, State<B>& state,
                             const std::vector<DerivativeBlock>& blocks, const EndOf& end_of) {
    add_pair_forces(stream, blocks, of_forces());
    resolve_forces(stream);
    if (!pair_forces.empty() || resolved) end_of(Phase::membrane);
    if (walls)
      look_for_walls<B>(stream, height, vectors_view(sample_positions.data(), first_sample.back()),
                        first_failure.from_place(0));
    spread(stream); // (d)
    if (inner_fluid) spread_normals(stream);
    end_of(Phase::spread);
    // (e)
    if (inner_fluid) fluid.set_viscosity(stream, inner_fluid->mean());
    fluid.step(stream, next_step(state),
               {state.velocity.view(), state.fluid_memory.data(), state.velocity_before.view()},
               force.view());
    end_of(Phase::fluid);
  }
  MeanFlow mean_flow() const {
    return fluid.sheared() ? MeanFlow{fluid.sheared()->now(Instant::end), grid.lengths().y} : MeanFlow{};
  }
  FailureNotes notes_of_sites(std::size_t kind) {
    return first_failure.from_place(first_sample.back() + first_site[kind]);
  }
  /// The structures' own forces for the present positions and velocity. @return the derivatives of each
  std::vector<DerivativeBlock> present_forces(const Stream<B>& stream, State<B>& state) {
    std::vector<DerivativeBlock> blocks;
    if (walls || fluid.sheared()) fluid.prepare(stream, state.time, 0);
    const FaceView<const real> u = coupling->velocity_with_images(stream, state.velocity.view(), false);
    for (std::size_t kind = 0; kind < structures.size(); ++kind) {
      const VectorsView<real> U = velocities(kind);
      coupling->interpolate_now(stream, kind, u, state.sites(kind), U);
      structures[kind].resolve_motion(stream, U);
      blocks.push_back(structures[kind].forces(stream, state.of(kind), U, 0, samples(sample_positions, kind),
                                               samples(sample_forces, kind)));
    }
    return blocks;
  }
};

template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(const Stream<B>& stream, const Scenario& scenario,
                                              std::vector<Structure<B>> structures, PairForces pair_forces)
    : parts_(std::make_unique<Parts>(stream, scenario, std::move(structures), std::move(pair_forces))) {}

template <class B>
ImmersedBoundaryStep<B>::~ImmersedBoundaryStep() = default;
template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(ImmersedBoundaryStep&&) noexcept = default;

template <class B>
void ImmersedBoundaryStep<B>::advance(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) {
  Parts& p = *parts_;
  // The first steps load kernels, and those of the timer's sample have marks in them: they are given to the
  // stream one operation at a time.
  p.fluid.prepare(stream, p.next_step(state));
  const bool sampled = timer.begin(stream);
  if (sampled || !p.recordable || p.steps_given < 2)
    submit(stream, state, timer);
  else
    p.graph.run(stream, p.key(state), [&] { submit(stream, state, timer); });
  ++p.steps_given;
  p.last_step = ++state.step;
  if (p.scheme == TimeScheme::bdf2) state.step_before = state.time_step;
}

template <class B>
void ImmersedBoundaryStep<B>::submit(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  if (parts_->scheme == TimeScheme::bdf2)
    bdf2(stream, state, timer);
  else
    imex_rk(stream, state, timer);
}

template <class B>
void ImmersedBoundaryStep<B>::imex_rk(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  Parts& p = *parts_;
  const real k = state.time_step;
  const FaceView<real> u = state.velocity.view();
  const auto end_of = [&](Phase phase) { timer.mark(stream, static_cast<int>(phase)); };

  std::vector<DerivativeBlock> blocks;
  const FaceView<const real> u_before = p.coupling->velocity_with_images(stream, u, false);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), U = p.velocities(kind);
    const VectorsView<real> predicted = vectors_view(p.predicted[kind].data(), X.n);
    // (a)
    p.coupling->interpolate(stream, kind, u_before, X, U, Instant::start, Instant::start);
    p.structures[kind].resolve_motion(stream, U);
    end_of(Phase::interpolate);
    // (b)
    predict<B>(stream, p.midpoint ? k / 2 : k, X, U, predicted,
               kind == 0 ? p.first_failure.from_place(0) : FailureNotes{});
    end_of(Phase::move);
    // (c)
    blocks.push_back(p.forces_at(stream, state, kind, predicted));
    end_of(Phase::membrane);
    if (p.midpoint) { // half of (f): u^n has gone when u^{n+1} is there
      p.coupling->interpolate(stream, kind, u_before, predicted, U, Instant::middle, Instant::start);
      end_of(Phase::interpolate);
    }
  }
  p.pair_forces_and_fluid(stream, state, blocks, end_of); // (d), (e)
  const FaceView<const real> u_after = p.coupling->velocity_with_images(stream, u, true);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), U = p.velocities(kind);
    // (f)
    if (p.midpoint) {
      const VectorsView<real> predicted = vectors_view(p.predicted[kind].data(), X.n),
                              V = vectors_view(p.new_velocity[kind].data(), X.n);
      p.coupling->interpolate(stream, kind, u_after, predicted, V, Instant::middle, Instant::end, false);
      average<B>(stream, U, V);
    } else {
      p.coupling->interpolate(stream, kind, u_after, X, U, Instant::start, Instant::end, false);
    }
    end_of(Phase::interpolate);
    // (g)
    move<B>(stream, k, p.grid.h, p.height, X, U, p.mean_flow(), p.notes_of_sites(kind));
    if (p.smoothings[kind]) p.smoothings[kind]->apply(stream, std::min(k / p.smoothing_time, real{1}), X);
    if (p.volume_keepers[kind]) p.volume_keepers[kind]->correct(stream, X);
    p.structures[kind].resolve_motion(stream, X);
    end_of(Phase::move);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::bdf2(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  Parts& p = *parts_;
  const BackwardDifference difference = p.next_step(state).difference();
  const auto end_of = [&](Phase phase) { timer.mark(stream, static_cast<int>(phase)); };
  const auto at = [&](std::size_t kind) { // X*
    return vectors_view(p.predicted[kind].data(), p.structures[kind].surface().data_sites());
  };

  std::vector<DerivativeBlock> blocks;
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    extrapolate<B>(stream, difference, state.sites(kind), state.sites_before(kind), at(kind),
                   kind == 0 ? p.first_failure.from_place(0) : FailureNotes{});
    end_of(Phase::move);
    blocks.push_back(p.forces_at(stream, state, kind, at(kind)));
    end_of(Phase::membrane);
  }
  p.pair_forces_and_fluid(stream, state, blocks, end_of);
  const FaceView<const real> u = p.coupling->velocity_with_images(stream, state.velocity.view(), true);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), before = state.sites_before(kind), U = p.velocities(kind);
    p.coupling->interpolate(stream, kind, u, at(kind), U, Instant::end, Instant::end);
    end_of(Phase::interpolate);
    move<B>(stream, difference, p.grid.h, p.height, X, before, U, p.mean_flow(), p.notes_of_sites(kind));
    if (p.smoothings[kind])
      for (const VectorsView<real> sites : {X, before})
        p.smoothings[kind]->apply(stream, std::min(difference.step / p.smoothing_time, real{1}), sites);
    if (p.volume_keepers[kind]) p.volume_keepers[kind]->correct(stream, at(kind), X, before);
    for (const VectorsView<real> sites : {X, before}) p.structures[kind].resolve_motion(stream, sites);
    end_of(Phase::move);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::keep_volumes(const Stream<B>& stream, const std::vector<SurfaceKind>& kinds,
                                           State<B>& state) {
  Parts& p = *parts_;
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    if (kinds[kind].topology != SurfaceTopology::closed) continue;
    std::vector<real> volumes;
    for (const StructureIntegrals& now : p.structures[kind].integrals(stream, state.of(kind)))
      volumes.push_back(now.volume);
    p.volume_keepers[kind].emplace(stream, kinds[kind], volumes, p.structures[kind].at_data().n_sample > 0);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::smooth_surfaces(const Stream<B>& stream, const std::vector<SurfaceKind>& kinds,
                                              const std::vector<int>& degrees, real time) {
  Parts& p = *parts_;
  p.smoothing_time = time;
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind)
    if (kinds[kind].topology == SurfaceTopology::closed)
      p.smoothings[kind].emplace(stream, kinds[kind], p.structures[kind].surface().objects(), degrees[kind]);
}

template <class B>
Array<real, B> ImmersedBoundaryStep<B>::fluid_memory_at_start(const Stream<B>& stream,
                                                              FaceView<const real> u) {
  return parts_->fluid.memory_at_start(stream, u);
}

template <class B>
FaceView<const real> ImmersedBoundaryStep<B>::fluctuation(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  if (!p.fluid.sheared()) return {};
  p.fluid.prepare(stream, state.time, 0);
  return p.fluid.sheared()->open(stream, state.velocity.view());
}

template <class B>
std::optional<Failure> ImmersedBoundaryStep<B>::failure(const Stream<B>& stream) const {
  const Parts& p = *parts_;
  typename FirstFailure<B>::Found found{};
  if (p.structures.empty() || !p.first_failure.found(stream, found)) return {};
  return failed_site<B>(found, p.last_step, p.structures);
}

template <class B>
void ImmersedBoundaryStep<B>::forget_failure(const Stream<B>& stream) {
  parts_->first_failure.forget(stream);
}

template <class B>
void ImmersedBoundaryStep<B>::evaluate(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  p.add_pair_forces(stream, p.present_forces(stream, state));
  p.resolve_forces(stream);
}

template <class B>
std::vector<std::vector<real>> ImmersedBoundaryStep<B>::unresolved_part_of_forces(const Stream<B>& stream,
                                                                                  State<B>& state) {
  Parts& p = *parts_;
  std::vector<std::vector<real>> parts(p.structures.size());
  if (p.resolved) p.add_pair_forces(stream, p.present_forces(stream, state));
  for (std::size_t kind = 0; kind < parts.size(); ++kind)
    parts[kind] = p.structures[kind].unresolved_part_of_forces(stream, p.samples(p.sample_forces, kind));
  return parts;
}

template <class B>
void ImmersedBoundaryStep<B>::pressure(const Stream<B>& stream, State<B>& state, real* pressure) {
  Parts& p = *parts_;
  const std::vector<DerivativeBlock> blocks = p.present_forces(stream, state); // opens a sheared flow
  p.add_pair_forces(stream, blocks);
  p.resolve_forces(stream);
  p.spread(stream);
  p.fluid.prepare(stream, state.time, 0);
  if (p.inner_fluid) {
    for (std::size_t kind = 0; kind < blocks.size(); ++kind)
      p.inner_fluid->measure(stream, kind, p.structures[kind].surface(), blocks[kind]);
    p.spread_normals(stream);
    p.fluid.set_viscosity(stream, p.inner_fluid->mean());
  }
  p.fluid.pressure(stream, state.velocity.view(), p.force.view(), pressure);
}

template <class B>
const VaryingViscosity<B>* ImmersedBoundaryStep<B>::viscosity() const {
  return parts_->fluid.varying_viscosity();
}

template <class B>
real ImmersedBoundaryStep<B>::pair_energy(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  if (p.pair_forces.empty()) return 0;
  return energy_of(p.pair_forces, stream, p.sites(p.present_forces(stream, state)));
}

template <class B>
Stiffness ImmersedBoundaryStep<B>::pair_stiffness(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  if (p.pair_forces.empty()) return {};
  return stiffness_of(p.pair_forces, stream, p.sites(p.present_forces(stream, state)));
}

template <class B>
LeastDistances ImmersedBoundaryStep<B>::least_distances(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  if (p.pair_forces.empty()) return {};
  return least_distances_of(p.pair_forces, stream, p.sites(p.present_forces(stream, state)));
}

template <class B>
std::size_t ImmersedBoundaryStep<B>::structures() const {
  return parts_->structures.size();
}
template <class B>
Structure<B>& ImmersedBoundaryStep<B>::structure(std::size_t kind) {
  return parts_->structures[kind];
}
template <class B>
const Structure<B>& ImmersedBoundaryStep<B>::structure(std::size_t kind) const {
  return parts_->structures[kind];
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::site_velocities(std::size_t kind) const {
  return parts_->velocities(kind);
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::sample_positions(std::size_t kind) const {
  return parts_->samples(parts_->sample_positions, kind);
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::sample_forces(std::size_t kind) const {
  return parts_->samples(parts_->sample_forces, kind);
}

template class ImmersedBoundaryStep<ThisBackend>;

} // namespace ibsim
