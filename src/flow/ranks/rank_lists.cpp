// Which objects ranks list: lists from places, looks whether they still do, the step that goes with them, and
// objects that go from rank to rank.
#include "objects/bond_objects.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/rank_step.hpp"
#include "state/make_structures.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace ibsim {

/// What each rank tells of the objects that it lists.
template <class B>
std::vector<std::vector<Extent>> RankStep<B>::extents_of_all() const {
  std::vector<std::vector<Extent>> extents;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    extents.push_back(of_all_objects(
        kind, extents_of_objects<B>(stream_, state_.sites(kind), kinds_[kind].operators.n_data), 1, true));
    mark_absent(kind, extents.back());
  }
  return extents;
}

/// Extents of absent objects are nothing.
template <class B>
void RankStep<B>::mark_absent(std::size_t kind, std::vector<Extent>& extents) const {
  if (!population_.changes()) return;
  for (std::size_t slot = 0; slot < extents.size(); ++slot)
    if (!population_.is_there(kind, slot)) extents[slot] = Extent::of_nothing();
}

/// The list of a rank for a kind whose objects come and go: of those that are there.
template <class B>
ListedKind RankStep<B>::list_present(std::size_t rank, std::size_t kind, const std::vector<Extent>& extents,
                                     real reach) const {
  const std::vector<Index> present = population_.present(kind);
  if (present.empty()) return {false, {}, {}};
  std::vector<Extent> theirs;
  for (const Index slot : present) theirs.push_back(extents[static_cast<std::size_t>(slot)]);
  const std::size_t before = lists_.empty() ? 0 : lists_[rank][kind].objects.size();
  const ListedKind found = list_for(model_.grid, slab_of_rank(rank), theirs, reach,
                                    std::min(before, present.size()), sliding_of_images(model_, state_.time));
  if (found.is_all || binds_objects(model_, kind)) return {false, present, {}};
  ListedKind list{false, {}, {}};
  for (const Index i : found.objects) list.objects.push_back(present[static_cast<std::size_t>(i)]);
  return list;
}

/// The lists of all ranks for these places, at the time of the state, of as many objects as those before as
/// long as that suffices.
template <class B>
void RankStep<B>::make_lists(const std::vector<std::vector<Extent>>& extents) {
  const real reach = reach_of_lists(model_, extents).listed;
  const std::optional<real> sliding = sliding_of_images(model_, state_.time);
  Lists of_ranks;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(communicator_->size()); ++rank) {
    ListedObjects listed(kinds_.size());
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (population_.changes() && may_come_and_go(model_, kind)) {
        listed[kind] = list_present(rank, kind, extents[kind], reach);
        continue;
      }
      if (!may_be_listed(model_, kinds_, kind, std::is_same_v<B, Cuda>)) continue;
      const std::size_t before = lists_.empty() ? 0 : lists_[rank][kind].objects.size();
      listed[kind] = list_for(model_.grid, slab_of_rank(rank), extents[kind], reach, before, sliding);
    }
    of_ranks.push_back(std::move(listed));
  }
  tell_of_each(model_, of_ranks, lists_);
  lists_ = std::move(of_ranks);
}

/// Places are on their way to the host while the step goes on.
template <class B>
void RankStep<B>::ask_for_extents() {
  std::size_t objects = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    objects += static_cast<std::size_t>(state_.sites(kind).n / kinds_[kind].operators.n_data);
  if (!asked_ || asked_->objects != objects) {
    asked_.reset(); // its memory first
    asked_.emplace(stream_, objects);
  }
  auto* of_kind = static_cast<Extent*>(asked_->copies.begin(stream_, 0));
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const Index per_object = kinds_[kind].operators.n_data;
    find_extents<B>(stream_, std::as_const(state_).sites(kind), per_object, of_kind);
    of_kind += state_.sites(kind).n / per_object;
  }
  asked_->copies.send(stream_, 0);
  has_asked_ = true;
}

/// What all ranks have asked for.
template <class B>
std::vector<std::vector<Extent>> RankStep<B>::asked_extents() {
  const auto* of_kind = static_cast<const Extent*>(asked_->copies.arrived(0));
  std::vector<std::vector<Extent>> extents;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const Extent* const end = of_kind + state_.sites(kind).n / kinds_[kind].operators.n_data;
    extents.push_back(of_all_objects(kind, std::vector<Extent>(of_kind, end), 1, true));
    mark_absent(kind, extents.back());
    of_kind = end;
  }
  return extents;
}

/// Whether no rank lacks an object that was there.
template <class B>
bool RankStep<B>::lists_suffice(const std::vector<std::vector<Extent>>& extents) const {
  const real needed = reach_of_lists(model_, extents).needed;
  const std::optional<real> sliding = sliding_of_images(model_, state_.time);
  for (std::size_t rank = 0; rank < lists_.size(); ++rank)
    for (std::size_t kind = 0; kind < extents.size(); ++kind)
      if (lacks_one(model_.grid, slab_of_rank(rank), extents[kind], lists_[rank][kind], needed, sliding))
        return false;
  return true;
}

/// Follows objects that come near a slab whose rank does not list them. It uses places before the last step,
/// which came to the host since, so that no stream waits, or present places, if the state was set since.
template <class B>
void RankStep<B>::follow_objects() {
  if (std::all_of(listed().begin(), listed().end(), [](const ListedKind& kind) { return kind.is_all; }))
    return;                               // a kind is listed by all ranks or by none
  if (communicator_->size() == 1) return; // it lists all who are there
  if (!lists_suffice(has_asked_ ? asked_extents() : extents_of_all())) follow_to(extents_of_all());
  ask_for_extents();
}

/// Keeps what is noted by places in the present lists.
template <class B>
void RankStep<B>::note_failures() {
  if (const std::optional<NotedFailure> noted = step_->noted_failure(stream_);
      noted && !(failed_before_ && failed_before_->is_before(*noted)))
    failed_before_ = noted;
}

/// Lists for these places of all objects, which go to those that list them now.
template <class B>
void RankStep<B>::follow_to(const std::vector<std::vector<Extent>>& extents) {
  const Lists before = lists_;
  has_asked_ = false; // of places by the lists before
  note_failures();
  make_lists(extents);
  const State<B> old = follow_list();
  move_objects(before, old.data_sites.empty() ? state_ : old);
  step_->forget_failure(stream_);
  stream_.synchronize(); // the old arrays go
}

/// Step and state become those of the list; the fields and what the fluid remembers stay. Objects are not
/// there yet. @param anew even if the present ones would do; then memories are those of the start
/// @return the state before, if it is another
template <class B>
State<B> RankStep<B>::follow_list(bool anew) {
  const auto fits = [&](std::size_t kind) {
    const ListedKind &now = step_->listed()[kind], &next = listed()[kind];
    return now == next || (now.is_all == next.is_all && now.objects.size() == next.objects.size() &&
                           !knows_its_objects(model_, kind));
  };
  bool fitting = step_.has_value() && !anew;
  for (std::size_t kind = 0; fitting && kind < kinds_.size(); ++kind) fitting = fits(kind);
  evaluation_.reset();
  stream_.synchronize();
  communicator_->world().barrier(); // no rank reads what goes
  State<B> old;
  if (fitting) {
    step_->list(stream_, lists_);
  } else {
    old = std::move(state_);
    if (step_) step_->drop_objects(); // memory for the next ones
    std::vector<Structure<B>> structures = make_structures(stream_, model_, kinds_, listed());
    auto pair_forces = make_pair_forces(stream_, model_, kinds_, listed());
    if (step_)
      step_->take_objects(stream_, model_, local_, std::move(structures), std::move(pair_forces), lists_);
    else
      step_.emplace(stream_, model_, local_, std::move(structures), std::move(pair_forces), lists_);
    state_ = new_state();
    copy_clock(old, state_);
    state_.has_step_before = model_.is_bdf2();
    state_.velocity = std::move(old.velocity), state_.velocity_before = std::move(old.velocity_before);
    for (StateArray<B>& one : old.remembered)
      if (one.dealt.kind == DealtOut::no_kind) state_.remembered.push_back(std::move(one));
  }
  make_copies();
  list_partners();
  tell_volumes();
  return old;
}

/// The objects of this rank's list come from those that told of them. @param from of the lists before; it may
/// be the present state
template <class B>
void RankStep<B>::move_objects(const Lists& before, const State<B>& from) {
  std::vector<const Array<real, B>*> sources;
  for_each_array(from, [&](const auto&, auto& array, const auto&) { sources.push_back(&array); });
  auto source = sources.begin();
  for_each_array(state_, [&](const auto&, auto& array, const DealtOut& dealt) {
    const Array<real, B>& was = **source++;
    if (const DealtOut how = by_lists(dealt); how.by == DealtOut::By::objects)
      move_array(before, how, was, array);
    else if (dealt.kind != DealtOut::no_kind && &was != &array) // all else has stayed
      array.copy_from(stream_, was);
  });
}

namespace {

/// All objects, of which the first rank tells.
ListedKind as_list(const ListedKind& listed, std::size_t objects, bool is_first) {
  if (!listed.is_all) return listed;
  ListedKind all{false, std::vector<Index>(objects), {}};
  std::iota(all.objects.begin(), all.objects.end(), 0);
  all.told = is_first ? all.objects : std::vector<Index>(objects, -1);
  return all;
}

/// The slots in `list` of the objects that are told of in `teller`.
std::vector<Index> slots_of(const std::vector<Index>& list, const std::vector<Index>& told_by_teller) {
  std::vector<Index> slots;
  std::vector<Index> told;
  for (const Index object : told_by_teller)
    if (object >= 0) told.push_back(object);
  for (std::size_t slot = 0; slot < list.size(); ++slot)
    if (std::binary_search(told.begin(), told.end(), list[slot])) slots.push_back(static_cast<Index>(slot));
  return slots;
}

} // namespace

template <class B>
void RankStep<B>::move_array(const Lists& before, const DealtOut& how, const Array<real, B>& from,
                             Array<real, B>& to) const {
  const auto me = static_cast<std::size_t>(communicator_->rank());
  const auto list = [&](const Lists& lists, std::size_t rank) {
    return as_list(lists[rank][how.kind], objects_of(how.kind), rank == 0);
  };
  const ListedKind had = list(before, me), has = list(lists_, me);
  std::vector<Index> sent, come; // slots, rank after rank
  std::vector<std::pair<std::size_t, std::size_t>> numbers;
  for (std::size_t rank = 0; rank < lists_.size(); ++rank) {
    std::vector<Index> told; // of what this rank told of, that which the other lists now
    const std::vector<Index> theirs = list(lists_, rank).objects;
    for (const Index slot : slots_of(theirs, had.told))
      told.push_back(theirs[static_cast<std::size_t>(slot)]);
    const std::vector<Index> out = slots_of(had.objects, told),
                             in = slots_of(has.objects, list(before, rank).told);
    sent.insert(sent.end(), out.begin(), out.end()), come.insert(come.end(), in.begin(), in.end());
    numbers.push_back({out.size(), in.size()});
  }
  const auto values = [&](const std::vector<Index>& slots) {
    return 3 * slots.size() * static_cast<std::size_t>(how.per_object);
  };
  const auto view = [](auto& array) {
    return vectors_view(array.data(), static_cast<Index>(array.size() / 3));
  };
  const Array<Index, B> sent_slots(stream_, sent), come_slots(stream_, come);
  Array<real, B> out(values(sent)), in(values(come));
  take_objects(stream_, sent_slots, how.per_object, view(from), view(out));
  std::vector<Exchanged> messages;
  std::size_t first_out = 0, first_in = 0;
  const std::size_t object = sizeof(real) * static_cast<std::size_t>(how.per_object);
  for (std::size_t rank = 0; rank < lists_.size(); ++rank) {
    const auto [n_out, n_in] = numbers[rank];
    const auto at = [&](Array<real, B>& array, std::size_t first) {
      return array.data() + first * static_cast<std::size_t>(how.per_object);
    };
    if (n_out + n_in > 0)
      messages.push_back({static_cast<int>(rank), at(out, first_out), n_out * object, at(in, first_in),
                          n_in * object, 3, sent.size() * object, 3, come.size() * object});
    first_out += n_out, first_in += n_in;
  }
  communicator_->exchange(stream_, messages);
  give_objects_back(stream_, come_slots, how.per_object, VectorsView<const real>(view(in)), view(to));
  stream_.synchronize(); // the messages go
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
