#include "simulation/immersed_boundary_step.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/interpolator.hpp"
#include "parallel/for_each.hpp"
#include "parallel/graph.hpp"
#include "parallel/note_failure.hpp"
#include "simulation/body_forces.hpp"

#include <bit>

namespace ibsim {
namespace {

/// X* = X + k U. @param notes with words for the first kind only: a new step begins
template <class B>
void predict(const Stream<B>& stream, real k, VectorsView<const real> X, VectorsView<const real> U,
             VectorsView<real> predicted, FailureNotes notes) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    if (i == 0 && notes.words) begin_step(notes);
    predicted.set(i, X.at(i) + k * U.at(i));
  });
}

/// X += k U, noting the first site that leaves the numbers or moves further than a grid cell.
template <class B>
void move(const Stream<B>& stream, real k, real farthest, VectorsView<real> X, VectorsView<const real> U,
          FailureNotes notes) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 d = k * U.at(i);
    const Real3 x = X.at(i) + d;
    X.set(i, x);
    const real far2 = dot(d, d);
    if (!(far2 <= farthest * farthest)) { // also true for NaN
      const bool finite = far2 - far2 == 0 && dot(x, x) - dot(x, x) == 0;
      note_failure(notes, i,
                   static_cast<unsigned>(finite ? Failure::What::moved_more_than_a_cell
                                                : Failure::What::position_not_finite));
    }
  });
}

} // namespace

template <class B>
struct ImmersedBoundaryStep<B>::Parts {
  Grid grid;
  DeltaKernel kernel;
  bool remove_net_force;

  NavierStokes<B> fluid;
  std::vector<Membrane<B>> membranes;
  std::vector<Interpolator<B>> interpolators; ///< at the data sites of each kind
  std::unique_ptr<Spreader<B>> spreader;      ///< none without objects

  FaceField<B> force;
  std::vector<Array<real, B>> velocity, predicted; ///< at the data sites of each kind
  Array<real, B> sample_positions, sample_forces;  ///< of all kinds: all x, all y, all z
  std::vector<Index> first_sample, first_site;     ///< of each kind; one more at the end
  std::vector<Index> data_per_object, samples_per_object;
  FirstFailure<B> first_failure; ///< places: all sample sites, then all data sites
  std::uint64_t last_step = 0;   ///< the number of the step taken last
  bool recordable;               ///< all its operations may be recorded
  Graph<B> graph;
  std::uint64_t steps_given = 0; ///< to the stream, by this object

  /// All that the operations of a step depend on and this object does not own.
  std::vector<std::uint64_t> key(State<B>& state) {
    const auto address = [](const void* p) {
      return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p));
    };
    std::vector<std::uint64_t> key{std::bit_cast<std::uint64_t>(state.time_step),
                                   address(state.velocity.values().data())};
    for (const Array<real, B>& sites : state.data_sites) key.push_back(address(sites.data()));
    return key;
  }

  VectorsView<real> velocities(std::size_t kind) {
    return vectors_view(velocity[kind].data(), membranes[kind].data_sites());
  }
  VectorsView<real> samples(Array<real, B>& values, std::size_t kind) {
    const VectorsView<real> all = vectors_view(values.data(), first_sample.back());
    const Index from = first_sample[kind];
    return {all.x + from, all.y + from, all.z + from, first_sample[kind + 1] - from};
  }

  /// force = the elastic forces of all samples
  void spread(const Stream<B>& stream) {
    const Index n = first_sample.back();
    if (spreader)
      spreader->spread(stream, vectors_view(sample_positions.data(), n),
                       vectors_view(sample_forces.data(), n), force.view());
    else
      force.values().zero(stream);
  }
};

template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(const Stream<B>& stream, const Scenario& scenario,
                                              const std::vector<MembraneKind>& kinds)
    : parts_(new Parts{scenario.grid,
                       scenario.kernel,
                       scenario.remove_net_force,
                       NavierStokes<B>(stream, scenario.grid, scenario.fluid, body_forces<B>(scenario)),
                       {},
                       {},
                       {},
                       FaceField<B>(stream, scenario.grid),
                       {},
                       {},
                       {},
                       {},
                       {0},
                       {0},
                       {},
                       {},
                       {},
                       0,
                       scenario.spread == SpreadAlgorithm::tiles,
                       {}}) {
  Parts& p = *parts_;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    p.membranes.emplace_back(stream, kinds[kind], static_cast<int>(scenario.objects[kind].placements.size()));
    const Membrane<B>& membrane = p.membranes.back();
    p.interpolators.emplace_back(stream, scenario.kernel, scenario.grid, membrane.data_sites());
    p.first_sample.push_back(p.first_sample.back() + membrane.sample_sites());
    p.first_site.push_back(p.first_site.back() + membrane.data_sites());
    p.data_per_object.push_back(scenario.objects[kind].data_sites);
    p.samples_per_object.push_back(scenario.objects[kind].sample_sites);
    p.velocity.emplace_back(stream, 3 * static_cast<std::size_t>(membrane.data_sites()));
    p.predicted.emplace_back(stream, 3 * static_cast<std::size_t>(membrane.data_sites()));
  }
  p.sample_positions = Array<real, B>(stream, 3 * static_cast<std::size_t>(p.first_sample.back()));
  p.sample_forces = Array<real, B>(stream, 3 * static_cast<std::size_t>(p.first_sample.back()));
  p.first_failure =
      FirstFailure<B>(stream, static_cast<unsigned long long>(p.first_sample.back()) + p.first_site.back());
  if (p.first_sample.back() > 0)
    p.spreader = make_spreader<B>(stream, scenario.spread, scenario.kernel, scenario.grid,
                                  p.first_sample.back(), scenario.sweep_width);
}

template <class B>
ImmersedBoundaryStep<B>::~ImmersedBoundaryStep() = default;
template <class B>
ImmersedBoundaryStep<B>::ImmersedBoundaryStep(ImmersedBoundaryStep&&) noexcept = default;

template <class B>
void ImmersedBoundaryStep<B>::advance(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) {
  Parts& p = *parts_;
  // The first steps load kernels, and those of the timer's sample have marks in them: they are given to the
  // stream one operation at a time.
  p.fluid.prepare(stream, state.time, state.time_step);
  const bool sampled = timer.begin(stream);
  if (sampled || !p.recordable || p.steps_given < 2)
    submit(stream, state, timer);
  else
    p.graph.run(stream, p.key(state), [&] { submit(stream, state, timer); });
  ++p.steps_given;
  p.last_step = ++state.step;
}

template <class B>
void ImmersedBoundaryStep<B>::submit(const Stream<B>& stream, State<B>& state, PhaseTimer<B>& timer) {
  Parts& p = *parts_;
  const real k = state.time_step;
  const FaceView<real> u = state.velocity.view();
  const FaceView<real> f = p.force.view();
  const auto end_of = [&](Phase phase) { timer.mark(stream, static_cast<int>(phase)); };

  for (std::size_t kind = 0; kind < p.membranes.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), U = p.velocities(kind);
    const VectorsView<real> predicted = vectors_view(p.predicted[kind].data(), X.n);
    p.interpolators[kind].place(stream, X);
    // (a)
    p.interpolators[kind].interpolate(stream, u, U);
    end_of(Phase::interpolate);
    // (b)
    predict<B>(stream, k, X, U, predicted, kind == 0 ? p.first_failure.from_place(0) : FailureNotes{});
    end_of(Phase::move);
    p.membranes[kind].forces(stream, predicted, p.samples(p.sample_positions, kind),
                             p.samples(p.sample_forces, kind), p.remove_net_force,
                             p.first_failure.from_place(p.first_sample[kind])); // (c)
    end_of(Phase::membrane);
  }
  p.spread(stream); // (d)
  end_of(Phase::spread);
  // (e)
  p.fluid.step(stream, k, u, f);
  end_of(Phase::fluid);
  for (std::size_t kind = 0; kind < p.membranes.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind), U = p.velocities(kind);
    // (f)
    p.interpolators[kind].interpolate(stream, u, U);
    end_of(Phase::interpolate);
    // (g)
    move<B>(stream, k, p.grid.h, X, U,
            p.first_failure.from_place(p.first_sample.back() + p.first_site[kind]));
    end_of(Phase::move);
  }
}

template <class B>
std::optional<Failure> ImmersedBoundaryStep<B>::failure(const Stream<B>& stream) const {
  const Parts& p = *parts_;
  if (p.membranes.empty()) return {};
  typename FirstFailure<B>::Found found{};
  if (!p.first_failure.found(stream, found)) return {};
  Failure failure;
  failure.what = static_cast<Failure::What>(found.what);
  failure.step = p.last_step - found.steps_ago;
  const auto samples = static_cast<unsigned long long>(p.first_sample.back());
  const bool at_sample = found.place < samples;
  const Index site = static_cast<Index>(at_sample ? found.place : found.place - samples);
  const std::vector<Index>& first = at_sample ? p.first_sample : p.first_site;
  while (site >= first[failure.kind + 1]) ++failure.kind;
  const Index per_object = (at_sample ? p.samples_per_object : p.data_per_object)[failure.kind];
  failure.object = (site - first[failure.kind]) / per_object;
  failure.site = (site - first[failure.kind]) % per_object;
  return failure;
}

template <class B>
void ImmersedBoundaryStep<B>::forget_failure(const Stream<B>& stream) {
  parts_->first_failure.forget(stream);
}

template <class B>
void ImmersedBoundaryStep<B>::evaluate(const Stream<B>& stream, State<B>& state) {
  Parts& p = *parts_;
  for (std::size_t kind = 0; kind < p.membranes.size(); ++kind) {
    const VectorsView<real> X = state.sites(kind);
    interpolate<B>(stream, p.kernel, p.grid, state.velocity.view(), X, p.velocities(kind));
    p.membranes[kind].forces(stream, X, p.samples(p.sample_positions, kind), p.samples(p.sample_forces, kind),
                             p.remove_net_force);
  }
}

template <class B>
void ImmersedBoundaryStep<B>::pressure(const Stream<B>& stream, State<B>& state, real* pressure) {
  Parts& p = *parts_;
  evaluate(stream, state);
  p.spread(stream);
  p.fluid.prepare(stream, state.time, 0);
  p.fluid.pressure(stream, state.velocity.view(), p.force.view(), pressure);
}

template <class B>
Membrane<B>& ImmersedBoundaryStep<B>::membrane(std::size_t kind) {
  return parts_->membranes[kind];
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
