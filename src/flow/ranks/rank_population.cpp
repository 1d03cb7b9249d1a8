// Objects that come and go, as ranks have them: lists of those that are there, what new ones begin with, and
// copies, which follow their originals after each step.
#include "mechanics/object_bonds.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/rank_step.hpp"

#include <algorithm>
#include <numeric>

namespace ibsim {
namespace {

/// Whether a slot has an object that it had not before.
bool has_come(const Population& before, const Population& now, std::size_t kind, std::size_t slot) {
  return now.is_there(kind, slot) &&
         now.kinds[kind][slot].id != (before.changes() ? before.kinds[kind][slot].id : -1);
}

/// Partners of bonds from objects of one kind to those of another. @param own, listed slots of these
ListedPartners partners_of(const Population& now, const std::vector<Index>& own,
                           const std::vector<Index>& listed, std::size_t kind, std::size_t others,
                           std::size_t inlets) {
  ListedPartners partners{listed, {}, {}, {}};
  const std::vector<Resident>& slots = now.kinds[others];
  partners.copies.assign(std::max<std::size_t>(1, inlets) * slots.size(), -1);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const Resident& one = slots[slot];
    partners.ids.push_back(static_cast<Index>(one.id));
    if (one.is_there() && one.copy_of >= 0)
      partners
          .copies[static_cast<std::size_t>(one.from) * slots.size() + static_cast<std::size_t>(one.copy_of)] =
          static_cast<Index>(slot);
  }
  for (const Index slot : own)
    partners.follows.push_back(now.kinds[kind][static_cast<std::size_t>(slot)].copy_of >= 0);
  return partners;
}

} // namespace

template <class B>
std::vector<ObjectBox> RankStep<B>::boxes(std::size_t kind) const {
  return of_all_objects(
      kind, boxes_of_objects<B>(stream_, std::as_const(state_).sites(kind), kinds_[kind].operators.n_data), 1,
      true);
}

/// Copies of the population, for the present lists.
template <class B>
void RankStep<B>::make_copies() {
  copies_of_objects_.reset();
  if (!population_.changes()) return;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    std::vector<ObjectCopy> copies;
    for (std::size_t slot = 0; slot < population_.kinds[kind].size(); ++slot)
      if (const Resident& one = population_.kinds[kind][slot]; one.is_there() && one.copy_of >= 0)
        copies.push_back({one.copy_of, static_cast<Index>(slot),
                          model_.inlets[static_cast<std::size_t>(one.from)].offset, one.from});
    if (copies.empty()) continue;
    if (!copies_of_objects_) copies_of_objects_.emplace().kinds.resize(kinds_.size());
    copies_of_objects_->kinds[kind].emplace(stream_, lists_, kind, communicator_->rank(), copies);
  }
}

template <class B>
void RankStep<B>::copy_objects() {
  for_each_array(state_, [&](const auto&, auto& array, const DealtOut& dealt) {
    const DealtOut how = by_lists(dealt);
    if (how.by != DealtOut::By::objects || !copies_of_objects_->kinds[how.kind]) return;
    const auto n = static_cast<Index>(array.size() / 3);
    copies_of_objects_->kinds[how.kind]->make(stream_, *communicator_, vectors_view(array.data(), n),
                                              how.per_object, dealt.by == DealtOut::By::data_sites);
  });
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    if (const std::optional<CopiesOfKind<B>>& of = copies_of_objects_->kinds[kind])
      for (BondsOfCopies<B>* const bonds : bonds_of_copies(kind))
        bonds->follow(stream_, of->copies(), state_.remembered_by(kind));
}

/// Terms of a kind with bonds that copies have too.
template <class B>
std::vector<BondsOfCopies<B>*> RankStep<B>::bonds_of_copies(std::size_t kind) {
  std::vector<BondsOfCopies<B>*> found;
  if (model_.objects[kind].adhesions.empty()) return found;
  for (ForceTerm<B>* const term : step_->structure(kind).terms())
    if (auto* const bonds = dynamic_cast<BondsOfCopies<B>*>(term)) found.push_back(bonds);
  return found;
}

/// Terms of a kind with bonds to objects.
template <class B>
std::vector<ObjectBonds<B>*> RankStep<B>::bonds_to_objects(std::size_t kind) {
  std::vector<ObjectBonds<B>*> found;
  for (BondsOfCopies<B>* const bonds : bonds_of_copies(kind))
    if (auto* const to_objects = dynamic_cast<ObjectBonds<B>*>(bonds)) found.push_back(to_objects);
  return found;
}

/// Bonds between objects get the present lists of these.
template <class B>
void RankStep<B>::list_partners() {
  if (!population_.changes()) return;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    for (ObjectBonds<B>* const bonds : bonds_to_objects(kind)) {
      const std::size_t others = bonds->ligand_kind();
      bonds->list(stream_,
                  partners_of(population_, present_in(listed()[kind], kind),
                              present_in(listed()[others], others), kind, others, model_.inlets.size()));
    }
}

/// Slots of the objects in a list.
template <class B>
std::vector<Index> RankStep<B>::present_in(const ListedKind& list, std::size_t kind) const {
  if (!list.is_all) return list.objects;
  std::vector<Index> all(objects_of(kind));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// Bonds to objects that leave are freed.
template <class B>
void RankStep<B>::free_partners(const Population& before) {
  for (std::size_t kind = 0; before.changes() && kind < kinds_.size(); ++kind)
    for (ObjectBonds<B>* const bonds : bonds_to_objects(kind)) {
      std::vector<Index> gone;
      const std::size_t others = bonds->ligand_kind();
      for (std::size_t slot = 0; slot < objects_of(others); ++slot)
        gone.push_back(has_gone(before, population_, others, slot));
      if (std::find(gone.begin(), gone.end(), 1) != gone.end())
        bonds->free_of(stream_, gone, state_.remembered_by(kind));
    }
}

/// Random draws of bonds depend on the id of an object; a copy has those of its original until its release.
template <class B>
void RankStep<B>::number_objects() {
  if (!population_.changes()) return;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (listed()[kind].is_all) continue;
    std::vector<Index> numbers;
    for (const Index slot : listed()[kind].objects) {
      const Resident* one = &population_.kinds[kind][static_cast<std::size_t>(slot)];
      if (one->copy_of >= 0) one = &population_.kinds[kind][static_cast<std::size_t>(one->copy_of)];
      numbers.push_back(static_cast<Index>(one->id));
    }
    for (BondsOfCopies<B>* const bonds : bonds_of_copies(kind))
      bonds->number(stream_, numbers, state_.remembered_by(kind));
  }
}

/// Sites of objects that come by their placements: as at the start of a run, at rest. What terms remember of
/// them is that of the start already.
template <class B>
void RankStep<B>::put_newcomers(const Population& before) {
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (listed()[kind].is_all) continue;
    std::vector<Index> slots;
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < listed()[kind].objects.size(); ++i) {
      const auto slot = static_cast<std::size_t>(listed()[kind].objects[i]);
      if (!has_come(before, population_, kind, slot) || population_.kinds[kind][slot].copy_of >= 0) continue;
      slots.push_back(static_cast<Index>(i));
      placements.push_back(model_.objects[kind].placements[slot]);
    }
    if (slots.empty()) continue;
    const Array<Index, B> on_device(stream_, slots);
    const Array<real, B> sites(stream_, initial_sites(placements, kinds_[kind].start()));
    const auto n = static_cast<Index>(sites.size() / 3);
    for (auto* arrays : {&state_.data_sites, &state_.data_sites_before, &state_.data_sites_expected})
      if (kind < arrays->size())
        give_objects_back(
            stream_, on_device, kinds_[kind].operators.n_data, vectors_view<const real>(sites.data(), n),
            vectors_view((*arrays)[kind].data(), static_cast<Index>((*arrays)[kind].size() / 3)));
    stream_.synchronize(); // the arrays go
  }
}

template <class B>
void RankStep<B>::change_population(std::vector<double> of_first) {
  const Population before = population_;
  const Population next = population_from(communicator_->world().broadcast(std::move(of_first)), model_);
  std::vector<std::vector<Extent>> extents = extents_of_all();
  bool by_placements = false;
  Lists had = lists_; // without those who have gone
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (had.front()[kind].is_all) continue;
    for (std::size_t slot = 0; slot < extents[kind].size(); ++slot) {
      if (!has_come(before, next, kind, slot)) continue;
      const Resident& one = next.kinds[kind][slot];
      if (one.copy_of >= 0) {
        const Real3& offset = model_.inlets[static_cast<std::size_t>(one.from)].offset;
        const Extent& e = extents[kind][static_cast<std::size_t>(one.copy_of)];
        extents[kind][slot] = {e.low + offset.z, e.high + offset.z, e.bottom + offset.y, e.top + offset.y};
      } else {
        extents[kind][slot] =
            extents_at_start({model_.objects[kind].placements[slot]}, kinds_[kind].start()).front();
        by_placements = true;
      }
    }
    for (ListedObjects& rank : had)
      for (Index& object : rank[kind].told)
        if (object >= 0 && (!next.is_there(kind, static_cast<std::size_t>(object)) ||
                            has_come(before, next, kind, static_cast<std::size_t>(object))))
          object = -1;
  }
  population_ = next;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) mark_absent(kind, extents[kind]);
  has_asked_ = false;
  note_failures();
  make_lists(extents);
  const State<B> old = follow_list(by_placements);
  move_objects(had, old.data_sites.empty() ? state_ : old);
  put_newcomers(before);
  free_partners(before);
  number_objects();
  if (copies_of_objects_) copy_objects();
  step_->forget_failure(stream_);
  stream_.synchronize(); // the old arrays go
}

template <class B>
void RankStep<B>::keep_volumes(std::vector<double> of_first) {
  population_ = population_from(communicator_->world().broadcast(std::move(of_first)), model_);
  tell_volumes();
}

/// Tells the step which volumes its objects keep, if they keep any.
template <class B>
void RankStep<B>::tell_volumes() {
  if (!model_.keep_volume) return;
  std::vector<std::vector<real>> of_all = volumes_at_start_;
  if (population_.changes()) {
    of_all.clear();
    for (const std::vector<Resident>& kind : population_.kinds) {
      std::vector<real>& volumes = of_all.emplace_back();
      for (const Resident& one : kind) volumes.push_back(one.volume);
    }
  }
  if (!of_all.empty()) step_->keep_volumes(stream_, kinds_, of_all);
}

template class RankStep<Cpu>; // what stands here, and the rest in rank_step.cpp
#if defined(IBSIM_WITH_CUDA)
template class RankStep<Cuda>;
#endif

} // namespace ibsim
