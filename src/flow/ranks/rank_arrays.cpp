// The arrays of the state that ranks have together, as one: to the host of the first and from there, to its
// device, and their hash; a piece at a time, some planes or some objects.
#include "grid/local_grid.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/rank_step.hpp"
#include "state/state_hash.hpp"

#include <algorithm>
#include <numeric>

namespace ibsim {
namespace {

constexpr std::size_t objects_together = 1024;

template <class T, class A>
VectorsView<T> vectors(A& array) {
  return vectors_view<T>(array.data(), static_cast<Index>(array.size() / 3));
}

/// The values of one object, [component][site], within those of all.
template <class F>
void for_components(std::size_t objects, std::size_t sites, std::size_t object, F f) {
  for (std::size_t d = 0; d < 3; ++d) f(d, (d * objects + object) * sites);
}

} // namespace

/// An array as the present lists deal it out: what all ranks list is the same on all, and positions are
/// vectors of objects.
template <class B>
DealtOut RankStep<B>::by_lists(DealtOut how) const {
  if (how.kind != DealtOut::no_kind && listed()[how.kind].is_all) return the_same_for_all;
  if (how.by == DealtOut::By::data_sites)
    how.by = DealtOut::By::objects, how.per_object = kinds_[how.kind].operators.n_data;
  return how;
}

template <class B>
std::size_t RankStep<B>::size_of_all(const Array<real, B>& array, const DealtOut& how) const {
  if (how.by == DealtOut::By::planes) return 3 * static_cast<std::size_t>(plane_words() * model_.grid.n.z);
  if (how.by == DealtOut::By::nothing) return array.size();
  return 3 * static_cast<std::size_t>(how.per_object) * objects_of(how.kind);
}

template <class B>
std::vector<std::pair<std::string, std::size_t>> RankStep<B>::array_names() const {
  std::vector<std::pair<std::string, std::size_t>> names;
  for_each_array(state_, [&](const std::string& name, auto& array, const DealtOut& dealt) {
    names.emplace_back(name, size_of_all(array, by_lists(dealt)));
  });
  return names;
}

/// f(rank, d, offset, words) for all words of a field of the box (FaceField::values), some planes of a rank's
/// at a time, in the same order on all ranks: of component d the `words` from `offset` on.
template <class B>
template <class F>
void RankStep<B>::for_planes(F f) const {
  constexpr Index together = 16;
  const std::vector<Index> first = local_.first_planes();
  const Size plane = plane_words();
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
void RankStep<B>::field_on_host(const FaceField<B>& field, std::vector<real>* of_box) const {
  const int me = communicator_->rank();
  const Size component = plane_words() * model_.grid.n.z, own = plane_words() * local_.slab.first;
  Array<real, B> room;
  for_planes([&](int rank, int d, Size offset, Size values) {
    const std::size_t bytes = sizeof(real) * static_cast<std::size_t>(values);
    const real* const mine = rank == me ? field.words(d) + (offset - own) : nullptr;
    if (me == 0 && rank > 0 && room.size() < static_cast<std::size_t>(values)) room = Array<real, B>(values);
    to_first(rank, mine, room.data(), bytes);
    if (me == 0)
      copy_to_host(stream_, of_box->data() + d * component + offset, rank == 0 ? mine : room.data(), bytes);
  });
  stream_.synchronize();
}

template <class B>
void RankStep<B>::set_field(FaceField<B>& field, const std::vector<real>* of_box) {
  const int me = communicator_->rank();
  const Size component = plane_words() * model_.grid.n.z, own = plane_words() * local_.slab.first;
  Array<real, B> room;
  for_planes([&](int rank, int d, Size offset, Size values) {
    const std::size_t bytes = sizeof(real) * static_cast<std::size_t>(values);
    real* const mine = rank == me ? field.words(d) + (offset - own) : nullptr;
    if (me == 0) {
      if (rank > 0 && room.size() < static_cast<std::size_t>(values)) room = Array<real, B>(values);
      copy_to_device(stream_, rank == 0 ? mine : room.data(), of_box->data() + d * component + offset, bytes);
    }
    std::vector<Exchanged> messages;
    if (rank > 0 && me == rank) messages.push_back({0, nullptr, 0, mine, bytes});
    if (rank > 0 && me == 0) messages.push_back({rank, room.data(), bytes, nullptr, 0});
    if (rank > 0) communicator_->exchange(stream_, messages);
  });
  fill_ghosts(stream_, local_, field.any());
  stream_.synchronize();
}

/// f(objects, piece) on rank 0, for all objects of an array that is dealt out by them, some at a time: their
/// numbers, and their values [component][object][site] on the device.
template <class B>
template <class F>
void RankStep<B>::for_told(const Array<real, B>& mine, const DealtOut& how, F f) const {
  const int me = communicator_->rank();
  for (int rank = 0; rank < communicator_->size(); ++rank) {
    const ListedKind& list = lists_[static_cast<std::size_t>(rank)][how.kind];
    std::vector<Index> slots;
    for (std::size_t slot = 0; slot < list.told.size(); ++slot)
      if (list.told[slot] >= 0) slots.push_back(static_cast<Index>(slot));
    for (std::size_t from = 0; from < slots.size(); from += objects_together) {
      const std::size_t n = std::min(objects_together, slots.size() - from);
      const auto first = slots.begin() + static_cast<std::ptrdiff_t>(from);
      const std::vector<Index> some(first, first + static_cast<std::ptrdiff_t>(n));
      const std::size_t numbers = 3 * n * static_cast<std::size_t>(how.per_object);
      Array<real, B> piece(me == rank || me == 0 ? numbers : 0);
      const Array<Index, B> on_device(stream_, some);
      if (me == rank)
        take_objects(stream_, on_device, how.per_object, vectors<const real>(mine), vectors<real>(piece));
      to_first(rank, piece.data(), piece.data(), sizeof(real) * numbers);
      if (me == 0) {
        std::vector<Index> objects;
        for (const Index slot : some) objects.push_back(list.objects[static_cast<std::size_t>(slot)]);
        f(objects, std::as_const(piece));
      }
      stream_.synchronize(); // the piece goes
    }
  }
}

template <class B>
void RankStep<B>::array_on_host(std::size_t number, std::vector<real>* of_all) const {
  std::size_t next = 0;
  for_each_array(state_, [&](const auto&, auto& array, const DealtOut& dealt) {
    if (next++ != number) return;
    const DealtOut how = by_lists(dealt);
    if (of_all) of_all->resize(size_of_all(array, how));
    if (how.by == DealtOut::By::planes) {
      field_on_host(field_with(state_, array), of_all);
    } else if (how.by == DealtOut::By::nothing) {
      if (of_all) *of_all = array.to_host(stream_);
    } else {
      const auto sites = static_cast<std::size_t>(how.per_object);
      for_told(array, how, [&](const std::vector<Index>& objects, const Array<real, B>& piece) {
        const std::vector<real> values = piece.to_host(stream_);
        for (std::size_t i = 0; i < objects.size(); ++i)
          for_components(objects_of(how.kind), sites, static_cast<std::size_t>(objects[i]),
                         [&](std::size_t d, std::size_t at) {
                           std::copy_n(&values[(d * objects.size() + i) * sites], sites, &(*of_all)[at]);
                         });
      });
    }
  });
}

template <class B>
void RankStep<B>::make_room_for(std::vector<std::vector<Extent>> of_first,
                                std::vector<double> population_of_first) {
  population_ = population_from(communicator_->world().broadcast(std::move(population_of_first)), model_);
  of_first.resize(kinds_.size());
  for (std::vector<Extent>& of_kind : of_first)
    of_kind = communicator_->world().broadcast(std::move(of_kind));
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) mark_absent(kind, of_first[kind]);
  make_lists(of_first);
  follow_list();
  begin_anew();
}

template <class B>
void RankStep<B>::set_array(std::size_t number, const std::vector<real>* of_all) {
  const int me = communicator_->rank();
  std::size_t next = 0;
  for_each_array(state_, [&](const auto&, auto& array, const DealtOut& dealt) {
    if (next++ != number) return;
    const DealtOut how = by_lists(dealt);
    if (how.by == DealtOut::By::planes) return set_field(field_with(state_, array), of_all);
    if (how.by == DealtOut::By::nothing) {
      if (of_all) array.set(stream_, *of_all);
      if (!array.empty()) broadcast(stream_, *communicator_, array.data(), array.size() * sizeof(real));
      return stream_.synchronize();
    }
    const auto sites = static_cast<std::size_t>(how.per_object);
    for (int rank = 0; rank < communicator_->size(); ++rank) {
      const std::vector<Index>& objects = lists_[static_cast<std::size_t>(rank)][how.kind].objects;
      for (std::size_t from = 0; from < objects.size(); from += objects_together) {
        const std::size_t n = std::min(objects_together, objects.size() - from), numbers = 3 * n * sites;
        Array<real, B> piece(me == rank || me == 0 ? numbers : 0);
        if (me == 0) {
          std::vector<real> values(numbers);
          for (std::size_t i = 0; i < n; ++i)
            for_components(objects_of(how.kind), sites, static_cast<std::size_t>(objects[from + i]),
                           [&](std::size_t d, std::size_t at) {
                             std::copy_n(&(*of_all)[at], sites, &values[(d * n + i) * sites]);
                           });
          piece.set(stream_, values);
        }
        std::vector<Exchanged> messages;
        if (rank > 0 && me == 0) messages.push_back({rank, piece.data(), sizeof(real) * numbers, nullptr, 0});
        if (rank > 0 && me == rank) messages.push_back({0, nullptr, 0, piece.data(), sizeof(real) * numbers});
        if (rank > 0) communicator_->exchange(stream_, messages);
        if (me == rank) {
          std::vector<Index> slots(n);
          std::iota(slots.begin(), slots.end(), static_cast<Index>(from));
          const Array<Index, B> on_device(stream_, slots);
          give_objects_back(stream_, on_device, how.per_object, vectors<const real>(std::as_const(piece)),
                            vectors<real>(array));
          stream_.synchronize(); // the slots go
        }
        stream_.synchronize(); // the piece goes
      }
    }
  });
}

template <class B>
std::uint64_t RankStep<B>::hash() const {
  const Size plane = plane_words(), own = plane * local_.slab.first, component = plane * model_.grid.n.z;
  std::uint64_t mine = 0, words = 0;
  for_each_array(state_, [&](const auto&, auto& array, const DealtOut& dealt) {
    const DealtOut how = by_lists(dealt);
    if (how.by == DealtOut::By::planes) {
      const FaceField<B>& field = field_with(state_, array);
      for (int d = 0; d < 3; ++d)
        mine += terms_of_hash<B>(stream_, field.words(d), plane * local_.slab.planes,
                                 words + static_cast<std::uint64_t>(d * component + own));
    } else if (how.by == DealtOut::By::objects) {
      mine += terms_of_hash<B>(stream_, vectors<const real>(array), step_->told_of(how.kind), how.per_object,
                               static_cast<Index>(objects_of(how.kind)), words);
    } else if (communicator_->rank() == 0 && !array.empty()) {
      mine += terms_of_hash<B>(stream_, array.data(), static_cast<Size>(array.size()), words);
    }
    words += size_of_all(array, how);
  });
  const std::vector<std::uint64_t> all = communicator_->world().all_gather(mine);
  return state_hash(std::accumulate(all.begin(), all.end(), std::uint64_t{0}), words, state_);
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
