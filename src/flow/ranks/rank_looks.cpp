// Values of a state by ranks, each of its planes and of the objects near them, and all together.
#include "grid/local_grid.hpp"
#include "objects/pair_forces.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/rank_step.hpp"
#include "step/max_speed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

/// Who tells of an object is the nearest that lists it: it has all that the object may touch.
template <class B>
void RankStep<B>::evaluate(bool with_derivatives) {
  if (evaluation_ && (!with_derivatives || step_->holds(*evaluation_))) return;
  const std::vector<std::vector<Extent>> extents = extents_of_all();
  // in a step that fails sites may have gone farther than lists reach
  if (!lists_suffice(extents)) follow_to(extents);
  const std::optional<real> sliding = sliding_of_images(model_, state_.time);
  tellers_.assign(kinds_.size(), {});
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (listed()[kind].is_all) continue;
    std::vector<real> least(extents[kind].size(), std::numeric_limits<real>::infinity());
    tellers_[kind].assign(extents[kind].size(), -1);
    for (std::size_t rank = 0; rank < lists_.size(); ++rank) {
      const Slab slab = slab_of_rank(rank);
      for (const Index object : lists_[rank][kind].objects) {
        const auto o = static_cast<std::size_t>(object);
        const real gap = gap_between(model_.grid, slab, extents[kind][o], sliding);
        if (int& teller = tellers_[kind][o]; teller < 0 || gap < least[o])
          least[o] = gap, teller = static_cast<int>(rank);
      }
    }
  }
  evaluation_ = step_->evaluate(stream_, state_);
}

template <class B>
PartOfState<B> RankStep<B>::evaluated(Needs needs) {
  if (needs != Needs::state) evaluate(needs == Needs::derivatives);
  return {stream_, model_, local_.slab, *step_, state_, needs == Needs::state ? nullptr : &*evaluation_};
}

/// Gathers values of all planes, the same number for each.
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

template <class B>
std::vector<StructureIntegrals> RankStep<B>::integrals(std::size_t kind) {
  evaluate();
  const std::vector<StructureIntegrals> mine =
      step_->structure(kind).integrals(stream_, state_.of(kind), evaluation_->derivatives[kind]);
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
VectorsView<const real> RankStep<B>::site_velocities(std::size_t kind) {
  evaluate(false);
  stream_.synchronize();
  return step_->site_velocities(kind);
}

template <class B>
std::vector<MotionSums> RankStep<B>::motion_sums(std::size_t kind, std::vector<Index> markers_of_first) {
  evaluate(false);
  const std::vector<Index> markers = communicator_->world().broadcast(std::move(markers_of_first));
  std::vector<Index> of_listed;
  for (const Index object : listed()[kind].objects)
    of_listed.push_back(markers[static_cast<std::size_t>(object)]);
  const Array<Index, B> mine(stream_, listed()[kind].is_all ? markers : of_listed);
  return of_all_objects(kind,
                        ibsim::motion_sums<B>(stream_, static_cast<int>(mine.size()),
                                              std::as_const(state_).sites(kind), step_->site_velocities(kind),
                                              mine.data(), static_cast<Index>(objects_of(kind))));
}

template <class B>
Stiffness RankStep<B>::stiffness(std::size_t kind) {
  evaluate();
  std::vector<Stiffness> terms =
      step_->structure(kind).stiffness_of_terms(stream_, state_.of(kind), evaluation_->derivatives[kind]);
  for (Stiffness& term : terms)
    for (const Stiffness& other : communicator_->world().all_gather(term)) term = stiffest_of(term, other);
  return of_all(terms);
}

/// Values of each object from the rank that reports it, as bytes. Where a rank has fewer values of an object,
/// the rest is zero.
template <class B>
std::vector<std::byte> RankStep<B>::of_all_objects_in_bytes(std::size_t kind,
                                                            const std::vector<std::byte>& of_listed) const {
  if (listed()[kind].is_all) return of_listed;
  const std::size_t slots = listed()[kind].objects.size(), own = slots > 0 ? of_listed.size() / slots : 0;
  const std::vector<std::size_t> sizes = communicator_->world().all_gather(own);
  const std::size_t most = *std::max_element(sizes.begin(), sizes.end());
  if (most == 0) return {};
  std::vector<std::byte> padded(most * slots);
  for (std::size_t slot = 0; slot < slots; ++slot)
    std::copy_n(of_listed.begin() + static_cast<std::ptrdiff_t>(own * slot), own,
                padded.begin() + static_cast<std::ptrdiff_t>(most * slot));
  return of_all_objects(kind, padded, most);
}

template <class B>
std::vector<std::byte> RankStep<B>::least_of_ranks(const std::vector<std::byte>& mine) const {
  std::vector<real> least = from_bytes<real>(mine), of_ranks(least.size() * lists_.size());
  communicator_->world().all_gather(least.data(), mine.size(), of_ranks.data());
  for (std::size_t i = 0; i < of_ranks.size(); ++i)
    least[i % least.size()] = std::fmin(least[i % least.size()], of_ranks[i]);
  return bytes_of(least);
}

template <class B>
std::vector<std::byte> RankStep<B>::bytes_of_quantity(QuantityId id, std::size_t kind) {
  const Quantity& what = quantity(id);
  const std::vector<std::byte> mine = what.of_part(evaluated(what.needs), kind);
  switch (what.joined) {
  case Joined::planes:
    return of_all_planes(mine);
  case Joined::plane_sums:
    return sum_of_planes(of_all_planes(mine), model_.grid.n.z);
  case Joined::objects:
    return of_all_objects_in_bytes(kind, mine);
  case Joined::least:
    return least_of_ranks(mine);
  }
  return {};
}

namespace {

/// What each rank has, rank after rank.
template <class T>
std::vector<T> of_all_ranks(const World& world, std::vector<T> mine) {
  std::vector<T> all;
  const std::vector<std::size_t> numbers = world.all_gather(mine.size());
  const std::size_t most = *std::max_element(numbers.begin(), numbers.end());
  if (most == 0) return all;
  mine.resize(most);
  std::vector<T> told(most * numbers.size());
  world.all_gather(mine.data(), most * sizeof(T), told.data());
  for (std::size_t r = 0; r < numbers.size(); ++r) {
    const auto from = told.begin() + static_cast<std::ptrdiff_t>(r * most);
    all.insert(all.end(), from, from + static_cast<std::ptrdiff_t>(numbers[r]));
  }
  return all;
}

} // namespace

template <class B>
std::vector<HeldArea> RankStep<B>::held_areas() {
  if (pair_forces_of(model_).empty()) return {};
  evaluate();
  const int me = communicator_->rank();
  const auto number = [&](std::size_t kind, Index slot) {
    const ListedKind& list = listed()[kind];
    return list.is_all ? slot : list.objects[static_cast<std::size_t>(slot)];
  };
  std::vector<HeldArea> mine;
  for (HeldArea held : step_->held_areas(stream_, *evaluation_)) {
    held.object = number(held.kind, held.object), held.other = number(held.other_kind, held.other);
    const int teller =
        listed()[held.kind].is_all ? 0 : tellers_[held.kind][static_cast<std::size_t>(held.object)];
    if (teller == me) mine.push_back(held);
  }
  return of_all_ranks(communicator_->world(), std::move(mine));
}

template <class B>
std::vector<Touch> RankStep<B>::touches() {
  if (!touching_) touching_.emplace(model_);
  std::vector<VectorsView<const real>> sites;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) sites.push_back(std::as_const(state_).sites(kind));
  return of_all_ranks(communicator_->world(),
                      touching_->find(stream_, state_.time, local_.slab, sites, listed()));
}

template <class B>
std::vector<PairMeasures> RankStep<B>::pair_measures() {
  if (pair_forces_of(model_).empty()) return {};
  evaluate();
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
  const std::vector<real> all =
      communicator_->world().all_gather(ibsim::max_speed(stream_, local_.own(), state_.velocity.any()));
  for (const real speed : all)
    if (std::isnan(speed)) return speed;
  return *std::max_element(all.begin(), all.end());
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
