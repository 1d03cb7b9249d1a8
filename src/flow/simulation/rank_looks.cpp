// What ranks know of a state, each of its planes and of the objects near them, and what it is together; and
// fields that they keep, or take from the host and give to it.
#include "grid/local_grid.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/gaps_to_walls.hpp"
#include "simulation/max_speed.hpp"
#include "simulation/rank_step.hpp"
#include "simulation/scenario.hpp"
#include "simulation/state_hash.hpp"
#include "simulation/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ibsim {

template <class B>
void RankStep<B>::copy_field(const FaceField<B>& from, FaceField<B>& to) const {
  if (from.values().empty()) return;
  if (to.values().empty()) to = FaceField<B>(stream_, local_.slab);
  to.values().copy_from(stream_, from.values());
}

template <class B>
void RankStep<B>::keep_fields(int number) {
  copy_field(state_.velocity, kept_[number].velocity);
  copy_field(state_.velocity_before, kept_[number].before);
}

template <class B>
void RankStep<B>::copy_kept_fields(int from, int to) {
  copy_field(kept_.at(from).velocity, kept_[to].velocity);
  copy_field(kept_.at(from).before, kept_[to].before);
}

/// f(rank, d, offset, values) for all values of a field of the box, some planes of a rank's at a time, in the
/// same order on all ranks: of component d the `values` from `offset` on.
template <class B>
template <class F>
void RankStep<B>::for_planes(F f) const {
  constexpr Index together = 16;
  const std::vector<Index> first = local_.first_planes();
  const Size plane = local_.slab.plane_cells();
  for (int d = 0; d < 3; ++d)
    for (std::size_t r = 0; r + 1 < first.size(); ++r)
      for (Index k = first[r]; k < first[r + 1]; k += together)
        f(static_cast<int>(r), d, plane * k, plane * std::min(together, first[r + 1] - k));
}

/// Rank 0's room = what a rank has; nothing where that is rank 0. All ranks call it.
template <class B>
void RankStep<B>::to_first(int rank, const void* mine, void* room, std::size_t bytes) const {
  if (rank == 0) return;
  std::vector<Exchanged> messages;
  if (communicator_->rank() == rank) messages.push_back({0, mine, bytes, nullptr, 0});
  if (communicator_->rank() == 0) messages.push_back({rank, nullptr, 0, room, bytes});
  communicator_->exchange(stream_, messages);
}

template <class B>
void RankStep<B>::field_on_host(bool before, std::vector<real>* of_box) const {
  const int me = communicator_->rank();
  const Size component = scenario_.grid.cells(), own = Size{local_.slab.plane_cells()} * local_.slab.first;
  Array<real, B> room;
  if (of_box) of_box->resize(3 * static_cast<std::size_t>(component));
  for_planes([&](int rank, int d, Size offset, Size values) {
    const std::size_t bytes = sizeof(real) * static_cast<std::size_t>(values);
    const real* const mine = rank == me ? field(before).view()[d] + (offset - own) : nullptr;
    if (me == 0 && rank > 0 && room.size() < static_cast<std::size_t>(values)) room = Array<real, B>(values);
    to_first(rank, mine, room.data(), bytes);
    if (me == 0)
      copy_to_host(stream_, of_box->data() + d * component + offset, rank == 0 ? mine : room.data(), bytes);
  });
  stream_.synchronize();
}

template <class B>
void RankStep<B>::keep_field(const std::vector<real>* of_box, bool before, int number) {
  FaceField<B>& kept = before ? kept_[number].before : kept_[number].velocity;
  if (kept.values().empty()) kept = FaceField<B>(stream_, local_.slab);
  const int me = communicator_->rank();
  const Size component = scenario_.grid.cells(), own = Size{local_.slab.plane_cells()} * local_.slab.first;
  Array<real, B> room;
  for_planes([&](int rank, int d, Size offset, Size values) {
    const std::size_t bytes = sizeof(real) * static_cast<std::size_t>(values);
    real* const mine = rank == me ? kept.view()[d] + (offset - own) : nullptr;
    if (me == 0) {
      if (rank > 0 && room.size() < static_cast<std::size_t>(values)) room = Array<real, B>(values);
      copy_to_device(stream_, rank == 0 ? mine : room.data(), of_box->data() + d * component + offset, bytes);
    }
    std::vector<Exchanged> messages;
    if (rank > 0 && me == rank) messages.push_back({0, nullptr, 0, mine, bytes});
    if (rank > 0 && me == 0) messages.push_back({rank, room.data(), bytes, nullptr, 0});
    if (rank > 0) communicator_->exchange(stream_, messages);
  });
  fill_ghosts(stream_, local_, kept.view());
  stream_.synchronize();
}

template <class B>
std::uint64_t RankStep<B>::terms_of_hash(bool before, std::uint64_t first) const {
  const Size own = Size{local_.slab.plane_cells()} * local_.slab.first, component = scenario_.grid.cells();
  std::uint64_t mine = 0;
  for (int d = 0; d < 3; ++d)
    mine += ibsim::terms_of_hash<B>(stream_, field(before).view()[d], local_.slab.own_cells(),
                                    first + static_cast<std::uint64_t>(d * component + own));
  const std::vector<std::uint64_t> all = communicator_->world().all_gather(mine);
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

/// Who tells of an object is the nearest that lists it: it has all that the object may touch.
template <class B>
void RankStep<B>::evaluate(const State<B>& clock, bool with_derivatives) {
  copy_clock(clock, state_);
  if (evaluation_ && (!with_derivatives || step_->holds(*evaluation_))) return;
  const std::vector<std::vector<Extent>> extents = extents_of(state_);
  tellers_.assign(kinds_.size(), {});
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (listed()[kind].is_all) continue;
    std::vector<real> least(extents[kind].size(), std::numeric_limits<real>::infinity());
    tellers_[kind].assign(extents[kind].size(), -1);
    for (std::size_t rank = 0; rank < lists_.size(); ++rank) {
      const Slab slab = slab_of_rank(rank);
      for (const Index object : lists_[rank][kind].objects) {
        const auto o = static_cast<std::size_t>(object);
        const real gap = gap_between(scenario_.grid, slab, extents[kind][o]);
        if (int& teller = tellers_[kind][o]; teller < 0 || gap < least[o])
          least[o] = gap, teller = static_cast<int>(rank);
      }
    }
  }
  evaluation_ = step_->evaluate(stream_, state_);
}

template <class B>
PartOfState<B> RankStep<B>::evaluated(const State<B>& clock, bool with_derivatives) {
  evaluate(clock, with_derivatives);
  return {stream_, scenario_, local_.slab, *step_, state_, *evaluation_};
}

/// As many of each plane.
template <class B>
template <class T>
std::vector<T> RankStep<B>::of_all_planes(const std::vector<T>& of_own) const {
  const std::vector<Index> first = local_.first_planes();
  const std::size_t a_plane = of_own.size() / static_cast<std::size_t>(local_.slab.planes);
  std::size_t most = 0;
  for (std::size_t r = 0; r + 1 < first.size(); ++r)
    most = std::max(most, a_plane * static_cast<std::size_t>(first[r + 1] - first[r]));
  std::vector<T> mine = of_own, told(most * lists_.size()), all;
  mine.resize(most);
  communicator_->world().all_gather(mine.data(), most * sizeof(T), told.data());
  for (std::size_t r = 0; r < lists_.size(); ++r) {
    const auto from = told.begin() + static_cast<std::ptrdiff_t>(r * most);
    all.insert(all.end(), from, from + static_cast<std::ptrdiff_t>(a_plane) * (first[r + 1] - first[r]));
  }
  return all;
}

/// What the rank that tells of each object has found of it, `each` an object.
template <class B>
template <class T>
std::vector<T> RankStep<B>::of_all_objects(std::size_t kind, const std::vector<T>& of_listed,
                                           std::size_t each) const {
  static_assert(std::is_trivially_copyable_v<T>);
  if (listed()[kind].is_all) return of_listed;
  std::size_t most = 0;
  for (const ListedObjects& of_rank : lists_) most = std::max(most, each * of_rank[kind].objects.size());
  std::vector<T> mine = of_listed, told(most * lists_.size()), all(each * tellers_[kind].size());
  mine.resize(most);
  communicator_->world().all_gather(mine.data(), most * sizeof(T), told.data());
  for (std::size_t rank = 0; rank < lists_.size(); ++rank)
    for (std::size_t slot = 0; slot < lists_[rank][kind].objects.size(); ++slot) {
      const auto object = static_cast<std::size_t>(lists_[rank][kind].objects[slot]);
      if (tellers_[kind][object] == static_cast<int>(rank))
        std::copy_n(&told[rank * most + each * slot], each, &all[each * object]);
    }
  return all;
}

template <class B>
std::vector<StructureIntegrals> RankStep<B>::integrals(const State<B>& clock, std::size_t kind) {
  evaluate(clock);
  const std::vector<StructureIntegrals> mine = step_->structure(kind).integrals(
      stream_, step_->listed_state(state_, kind), evaluation_->derivatives[kind]);
  const std::size_t terms = term_names(kind).size();
  const std::vector<SurfaceIntegrals> of_surfaces =
      of_all_objects<SurfaceIntegrals>(kind, {mine.begin(), mine.end()});
  std::vector<real> energies; // the whole, and of each term
  for (const StructureIntegrals& one : mine) {
    energies.push_back(one.energy);
    energies.insert(energies.end(), one.of_terms.begin(), one.of_terms.end());
  }
  energies = of_all_objects(kind, energies, 1 + terms);
  std::vector<StructureIntegrals> all;
  for (std::size_t o = 0; o < of_surfaces.size(); ++o) {
    const auto of_object = energies.begin() + static_cast<std::ptrdiff_t>(o * (1 + terms));
    all.push_back(
        {of_surfaces[o], *of_object, {of_object + 1, of_object + 1 + static_cast<std::ptrdiff_t>(terms)}});
  }
  return all;
}

template <class B>
std::vector<real> RankStep<B>::unresolved_part_of_forces(const State<B>& clock, std::size_t kind) {
  evaluate(clock, false);
  return of_all_objects(kind, evaluation_->unresolved[kind]);
}

template <class B>
std::vector<FarthestSites> RankStep<B>::farthest_sites(const State<B>& clock, std::size_t kind) {
  evaluate(clock, false);
  return of_all_objects(kind,
                        ibsim::farthest_sites<B>(stream_, step_->structure(kind).surface().objects(),
                                                 step_->sample_positions(kind), kinds_[kind].objects_in_all));
}

template <class B>
VectorsView<const real> RankStep<B>::site_velocities(const State<B>& clock, std::size_t kind) {
  evaluate(clock, false);
  stream_.synchronize();
  return step_->site_velocities(kind);
}

template <class B>
Stiffness RankStep<B>::stiffness(const State<B>& clock, std::size_t kind) {
  evaluate(clock);
  const auto larger = [](real a, real b) { return a != a || a > b ? a : b; }; // keeps a NaN
  std::vector<Stiffness> terms = step_->structure(kind).stiffness_of_terms(
      stream_, step_->listed_state(state_, kind), evaluation_->derivatives[kind]);
  for (Stiffness& term : terms)
    for (const Stiffness& other : communicator_->world().all_gather(term)) {
      term.anchor = larger(term.anchor, other.anchor), term.modulus = larger(term.modulus, other.modulus);
      term.shear = larger(term.shear, other.shear), term.relaxing = larger(term.relaxing, other.relaxing);
      term.bending = larger(term.bending, other.bending);
      term.viscosity = larger(term.viscosity, other.viscosity);
    }
  return of_all(terms);
}

template <class B>
std::vector<FlowTotals> RankStep<B>::flow_totals(const State<B>& clock) {
  copy_clock(clock, state_);
  return of_all_planes(ibsim::flow_totals<B>(stream_, local_.slab, scenario_.grid.h, state_.velocity.view(),
                                             step_->fluctuation(stream_, state_)));
}

template <class B>
std::vector<real> RankStep<B>::plane_sums(const State<B>& clock, PlaneSums what) {
  return of_all_planes(ibsim::plane_sums(evaluated(clock, what == PlaneSums::shear), what));
}

template <class B>
std::vector<real> RankStep<B>::object_sums(const State<B>& clock, ObjectSums what, std::size_t kind) {
  const std::vector<real> mine = ibsim::object_sums(evaluated(clock), what, kind);
  if (listed()[kind].is_all) return mine;
  // where a rank has fewer of each, the rest is nothing
  const std::size_t slots = listed()[kind].objects.size(), own = slots > 0 ? mine.size() / slots : 0;
  const std::vector<std::size_t> numbers = communicator_->world().all_gather(own);
  const std::size_t most = *std::max_element(numbers.begin(), numbers.end());
  std::vector<real> padded(most * slots);
  for (std::size_t slot = 0; slot < slots; ++slot)
    std::copy_n(mine.begin() + static_cast<std::ptrdiff_t>(own * slot), own,
                padded.begin() + static_cast<std::ptrdiff_t>(most * slot));
  return of_all_objects(kind, padded, most);
}

template <class B>
std::vector<real> RankStep<B>::gaps_to_walls(const State<B>& clock, std::size_t kind) {
  evaluate(clock, false);
  std::vector<real> least =
      ibsim::gaps_to_walls<B>(stream_, scenario_.grid, inner_parts(scenario_), step_->sample_positions(kind));
  std::vector<real> told(least.size() * lists_.size());
  communicator_->world().all_gather(least.data(), least.size() * sizeof(real), told.data());
  for (std::size_t i = 0; i < told.size(); ++i)
    least[i % least.size()] = std::fmin(least[i % least.size()], told[i]);
  return least;
}

template <class B>
PairMeasures RankStep<B>::pair_measures(const State<B>& clock) {
  evaluate(clock);
  PairMeasuresOfObjects of_all;
  for (const std::vector<PairMeasures>& mine : step_->measure_pairs(stream_, *evaluation_)) {
    of_all.emplace_back();
    auto from = mine.begin();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (kinds_[kind].topology == SurfaceTopology::point) continue;
      const auto to = from + std::as_const(*step_).structure(kind).surface().objects();
      const std::vector<PairMeasures> all = of_all_objects<PairMeasures>(kind, {from, to});
      of_all.back().insert(of_all.back().end(), all.begin(), all.end());
      from = to;
    }
  }
  return step_->measures_together(of_all);
}

template <class B>
std::vector<std::string> RankStep<B>::term_names(std::size_t kind) const {
  return step_->structure(kind).term_names();
}

template <class B>
real RankStep<B>::max_speed() const {
  const std::vector<real> all = communicator_->world().all_gather(
      ibsim::max_speed(stream_, local_.own(), FaceView<const real>(state_.velocity.view())));
  for (const real speed : all)
    if (std::isnan(speed)) return speed;
  return *std::max_element(all.begin(), all.end());
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
