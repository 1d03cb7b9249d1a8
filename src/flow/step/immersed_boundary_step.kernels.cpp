#include "step/immersed_boundary_impl.hpp"

#include <algorithm>

namespace ibsim {

template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(const Stream<B>& stream, const FlowModel& model,
                                              std::vector<Structure<B>> structures, PairForces pair_forces)
    : impl_(std::make_unique<Impl>(stream, model, LocalGrid<B>(model.grid), std::move(structures),
                                   std::move(pair_forces))) {}

template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(const Stream<B>& stream, const FlowModel& model,
                                              const LocalGrid<B>& local, std::vector<Structure<B>> structures,
                                              PairForces pair_forces,
                                              const std::vector<ListedObjects>& of_ranks)
    : impl_(std::make_unique<Impl>(stream, model, local, std::move(structures), std::move(pair_forces),
                                   &of_ranks)) {}

template <class B>
void ImmersedBoundaryStep<B>::list(const Stream<B>& stream, const std::vector<ListedObjects>& of_ranks) {
  impl_->list(stream, of_ranks);
}
template <class B>
void ImmersedBoundaryStep<B>::drop_objects() {
  impl_->drop_objects();
}
template <class B>
void ImmersedBoundaryStep<B>::take_objects(const Stream<B>& stream, const FlowModel& model,
                                           const LocalGrid<B>& local, std::vector<Structure<B>> structures,
                                           PairForces pair_forces,
                                           const std::vector<ListedObjects>& of_ranks) {
  impl_->take(stream, model, local, std::move(structures), std::move(pair_forces), &of_ranks);
}
template <class B>
const ListedObjects& ImmersedBoundaryStep<B>::listed() const {
  return impl_->listed;
}
template <class B>
const Array<Index, B>& ImmersedBoundaryStep<B>::told_of(std::size_t kind) const {
  return impl_->told[kind];
}

template <class B>
ImmersedBoundaryStep<B>::~ImmersedBoundaryStep() = default;
template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(ImmersedBoundaryStep&&) noexcept = default;

template <class B>
void ImmersedBoundaryStep<B>::advance(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) {
  Impl& p = *impl_;
  // The first steps load kernels, and those of the timer's sample have marks in them: they are given to the
  // stream one operation at a time.
  p.take_laws(state);
  if (p.held_walls) p.held_walls->prepare(stream, p.next_step(state));
  if (p.held_flow_rates) p.held_flow_rates->prepare(stream, p.next_step(state));
  p.fluid.prepare(stream, p.next_step(state));
  p.marked = timer.begin(stream);
  if (p.marked || !p.recordable || p.steps_given < 2)
    submit(stream, state, timer);
  else
    p.graph.run(stream, p.key(state), [&] { submit(stream, state, timer); });
  ++p.steps_given;
  p.last_step = ++state.step;
  if (p.scheme == TimeScheme::bdf2) state.step_before = state.time_step;
}

template <class B>
void ImmersedBoundaryStep<B>::submit(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  if (impl_->scheme == TimeScheme::bdf2)
    bdf2(stream, state, timer);
  else
    imex_rk(stream, state, timer);
}

template <class B>
void ImmersedBoundaryStep<B>::imex_rk(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  Impl& p = *impl_;
  const real k = state.time_step;
  const AnyFaces u = state.velocity.any();
  const auto end_of = [&](Phase phase) { timer.mark(stream, static_cast<int>(phase)); };

  std::vector<DerivativeBlock> blocks;
  const AnyConstFaces u_before = p.coupling->velocity_with_images(stream, u, false);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), U = p.velocities(kind);
    const VectorsView<real> predicted = vectors_view(p.predicted[kind].data(), X.n);
    // (a)
    p.coupling->interpolate(stream, kind, u_before, X, U, Instant::start, Instant::start);
    p.structures[kind].resolve_motion(stream, U);
    end_of(Phase::interpolate);
    // (b)
    predict<B>(stream, p.midpoint ? k / 2 : k, X, U, predicted, p.notes_of_begin(kind));
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
  const AnyConstFaces u_after = p.coupling->velocity_with_images(stream, u, true);
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
    p.put_volumes_right(stream, kind, nullptr, X);
    p.resolve_positions(stream, kind, X);
    end_of(Phase::move);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::bdf2(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) const {
  Impl& p = *impl_;
  const BackwardDifference difference = p.next_step(state).difference();
  const auto end_of = [&](Phase phase) { timer.mark(stream, static_cast<int>(phase)); };
  const auto bent = [&](std::size_t kind) { // X**
    return vectors_view(p.predicted[kind].data(), p.data_sites(kind));
  };

  const bool first = !(difference.ahead > 0); // the sites then go where u^n takes them
  const AnyConstFaces u_before =
      first ? p.coupling->velocity_with_images(stream, state.velocity.any(), false) : AnyConstFaces{};
  std::vector<DerivativeBlock> blocks;
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), expected = state.sites_expected(kind), // X*
        U = p.velocities(kind);
    const FailureNotes notes = p.notes_of_begin(kind);
    if (p.held[kind]) {
      predict<B>(stream, 0, X, U, expected, notes); // U stays zero
    } else if (first) {
      p.coupling->interpolate(stream, kind, u_before, X, U, Instant::start, Instant::start);
      p.structures[kind].resolve_motion(stream, U);
      predict<B>(stream, difference.step, X, U, expected, notes);
    } else {
      extrapolate<B>(stream, difference, X, state.sites_before(kind), expected, bent(kind), notes);
    }
    end_of(Phase::move);
    blocks.push_back(p.forces_at(stream, state, kind, expected));
    end_of(Phase::membrane);
  }
  p.pair_forces_and_fluid(stream, state, blocks, end_of);
  const AnyConstFaces u = p.coupling->velocity_with_images(stream, state.velocity.any(), true);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    if (p.held[kind]) continue;
    const VectorsView<real> X = state.sites(kind), before = state.sites_before(kind),
                            expected = state.sites_expected(kind), U = p.velocities(kind);
    p.coupling->interpolate(stream, kind, u, first ? expected : bent(kind), U, Instant::end, Instant::end);
    end_of(Phase::interpolate);
    move<B>(stream, difference, p.grid.h, p.height, X, before, U, p.mean_flow(), p.notes_of_sites(kind));
    p.put_volumes_right(stream, kind, &expected, X);
    if (first)
      p.resolve_positions(stream, kind, X), p.resolve_positions(stream, kind, before);
    else // `before` is what was X
      p.resolve_positions(stream, kind, before, X);
    end_of(Phase::move);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::keep_volumes(const Stream<B>& stream, const std::vector<SurfaceKind>& kinds,
                                           const std::vector<std::vector<real>>& of_all) {
  Impl& p = *impl_;
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    if (kinds[kind].topology != SurfaceTopology::closed) continue;
    std::vector<real> volumes = of_all[kind];
    if (!p.is_all(kind)) {
      volumes.clear();
      for (const Index object : p.listed[kind].objects)
        volumes.push_back(of_all[kind][static_cast<std::size_t>(object)]);
    }
    if (p.volume_keepers[kind])
      p.volume_keepers[kind]->keep(stream, volumes);
    else
      p.volume_keepers[kind].emplace(stream, kinds[kind], volumes, p.structures[kind].at_data().n_sample > 0);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::add_memory(const Stream<B>& stream, AnyConstFaces u,
                                         std::vector<StateArray<B>>& to) {
  Impl& p = *impl_;
  if (Array<real, B> memory = p.fluid.memory_at_start(stream, u); !memory.empty())
    to.push_back({fluid_memory, std::move(memory), the_same_for_all});
  if (!p.held_walls) return;
  const std::size_t n = p.held_flow_rates ? p.held_flow_rates->numbers() : 3 * p.held_walls->points().size();
  to.push_back({wall_forces, Array<real, B>(stream, n), the_same_for_all});
}

template <class B>
std::vector<real> ImmersedBoundaryStep<B>::plane_sums_of_pumps(const Stream<B>& stream,
                                                               const State<B>& state) const {
  const Impl& p = *impl_;
  if (!p.held_flow_rates) return {};
  return p.held_flow_rates->plane_sums(stream, state.velocity.any());
}

template <class B>
AnyConstFaces ImmersedBoundaryStep<B>::fluctuation(const Stream<B>& stream, const State<B>& state) {
  Impl& p = *impl_;
  if (!p.coupling->ends().shear(Instant::start)) return {};
  return p.present_velocity(stream, state);
}

template <class B>
std::optional<NotedFailure> ImmersedBoundaryStep<B>::noted_failure(const Stream<B>& stream) const {
  const Impl& p = *impl_;
  typename FirstFailure<B>::Found found{};
  if (p.structures.empty() || !p.first_failure.found(stream, found)) return {};
  return failed_site<B>(found, p.last_step, p.noted_sites());
}

template <class B>
void ImmersedBoundaryStep<B>::forget_failure(const Stream<B>& stream) {
  impl_->first_failure.forget(stream);
}

template <class B>
Evaluation ImmersedBoundaryStep<B>::evaluate(const Stream<B>& stream, State<B>& state) {
  Impl& p = *impl_;
  p.take_laws(state);
  Evaluation found;
  const AnyConstFaces u = p.present_velocity(stream, state);
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind) {
    const VectorsView<real> U = p.velocities(kind);
    if (!p.held[kind]) {
      p.coupling->interpolate_now(stream, kind, u, state.sites(kind), U);
      p.structures[kind].resolve_motion(stream, U);
    }
    found.derivatives.push_back(p.structures[kind].forces(
        stream, state.of(kind), U, 0, p.samples(p.sample_positions, kind), p.samples(p.sample_forces, kind)));
    found.products.push_back(p.structures[kind].surface().products());
  }
  const std::vector<StructureSites<B>> sites = p.sites(found.derivatives);
  find_neighbours<B>(stream, p.pair_forces, sites);
  for (const std::unique_ptr<PairForce<B>>& pair : p.pair_forces) pair->add_and_look(stream, sites);
  p.sites_of_walls().relieve(stream);
  p.sites_of_walls().show_forces(stream, p.held_walls.get(), remembered_as(state, wall_forces));
  for (std::size_t kind = 0; kind < p.structures.size(); ++kind)
    found.unresolved.push_back(
        p.structures[kind].unresolved_part_of_forces(stream, p.samples(p.sample_forces, kind)));
  return found;
}

template <class B>
bool ImmersedBoundaryStep<B>::holds(const Evaluation& found) const {
  for (std::size_t kind = 0; kind < impl_->structures.size(); ++kind)
    if (impl_->structures[kind].surface().products() != found.products[kind]) return false;
  return true;
}

template <class B>
void ImmersedBoundaryStep<B>::pressure(const Stream<B>& stream, State<B>& state, const Evaluation& found,
                                       real* pressure) {
  Impl& p = *impl_;
  p.present_velocity(stream, state);
  p.spread_present(stream, state);
  p.set_viscosity(stream, found);
  p.fluid.pressure(stream, state.velocity.any(), p.force, pressure);
}

template <class B>
const VaryingViscosity<B>* ImmersedBoundaryStep<B>::viscosity() const {
  return impl_->fluid.varying_viscosity();
}

template <class B>
const VaryingViscosity<B>* ImmersedBoundaryStep<B>::present_viscosity(const Stream<B>& stream,
                                                                      State<B>& state,
                                                                      const Evaluation& found) {
  Impl& p = *impl_;
  if (!p.inner_fluid) return nullptr;
  p.fluid.prepare(stream, state.time, 0);
  p.spread_present(stream, state); // whose order of the sites the normals go by
  p.set_viscosity(stream, found);
  return viscosity();
}

template <class B>
PairMeasuresOfObjects ImmersedBoundaryStep<B>::measure_pairs(const Stream<B>& stream,
                                                             const Evaluation& found) {
  PairMeasuresOfObjects of_objects;
  const std::vector<StructureSites<B>> sites = impl_->sites(found.derivatives);
  for (const auto& force : impl_->pair_forces) of_objects.push_back(force->measure_objects(stream, sites));
  return of_objects;
}

template <class B>
std::vector<HeldArea> ImmersedBoundaryStep<B>::held_areas(const Stream<B>& stream, const Evaluation& found) {
  std::vector<HeldArea> areas;
  const std::vector<StructureSites<B>> sites = impl_->sites(found.derivatives);
  for (const auto& force : impl_->pair_forces)
    for (const HeldArea& held : force->held_areas(stream, sites)) areas.push_back(held);
  return areas;
}

template <class B>
std::vector<PairMeasures>
ImmersedBoundaryStep<B>::measures_together(const PairMeasuresOfObjects& of_objects) const {
  return of_each_force(impl_->pair_forces, of_objects);
}

template <class B>
std::size_t ImmersedBoundaryStep<B>::structures() const {
  return impl_->structures.size();
}
template <class B>
Structure<B>& ImmersedBoundaryStep<B>::structure(std::size_t kind) {
  return impl_->structures[kind];
}
template <class B>
const Structure<B>& ImmersedBoundaryStep<B>::structure(std::size_t kind) const {
  return impl_->structures[kind];
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::site_velocities(std::size_t kind) const {
  return impl_->velocities(kind);
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::sample_positions(std::size_t kind) const {
  return impl_->samples(impl_->sample_positions, kind);
}
template <class B>
VectorsView<const real> ImmersedBoundaryStep<B>::sample_forces(std::size_t kind) const {
  return impl_->samples(impl_->sample_forces, kind);
}

template class ImmersedBoundaryStep<ThisBackend>;

} // namespace ibsim
