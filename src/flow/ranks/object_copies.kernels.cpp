#include "ranks/object_copies.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// x += offset of its object
template <class B>
void move_objects_by(const Stream<B>& stream, const Real3* offsets, Index per_object, VectorsView<real> X) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { X.set(i, X.at(i) + offsets[i / per_object]); });
}

/// Slot of an object in a list, or -1. @param numbers ascending, or the same with -1 for some
Index slot_in(const std::vector<Index>& numbers, Index object) {
  const auto at = std::find(numbers.begin(), numbers.end(), object);
  return at == numbers.end() ? -1 : static_cast<Index>(at - numbers.begin());
}

} // namespace

template <class B>
CopiesOfKind<B>::CopiesOfKind(const Stream<B>& stream, const std::vector<ListedObjects>& of_ranks,
                              std::size_t kind, int rank, const std::vector<ObjectCopy>& copies) {
  const ListedKind& mine = of_ranks[static_cast<std::size_t>(rank)][kind];
  std::vector<Index> sent, come, inlets_that_come;
  std::vector<Real3> offsets, offsets_that_come;
  for (const ListedObjects& other : of_ranks) {
    const std::size_t sent_before = sent.size(), come_before = come.size();
    for (const ObjectCopy& copy : copies) {
      if (const Index slot = slot_in(mine.told, copy.original);
          slot >= 0 && slot_in(other[kind].objects, copy.copy) >= 0)
        sent.push_back(slot), offsets.push_back(copy.offset);
      if (const Index slot = slot_in(mine.objects, copy.copy);
          slot >= 0 && slot_in(other[kind].told, copy.original) >= 0)
        come.push_back(slot), offsets_that_come.push_back(copy.offset),
            inlets_that_come.push_back(copy.inlet);
    }
    of_ranks_.push_back({sent.size() - sent_before, come.size() - come_before});
  }
  sent_ = Array<Index, B>(stream, sent), come_ = Array<Index, B>(stream, come);
  offsets_ = Array<Real3, B>(stream, offsets);
  offsets_that_come_ = Array<Real3, B>(stream, offsets_that_come);
  inlets_that_come_ = Array<Index, B>(stream, inlets_that_come);
}

template <class B>
void CopiesOfKind<B>::make(const Stream<B>& stream, const Communicator<B>& communicator,
                           VectorsView<real> array, Index per_object, bool moved) {
  const std::size_t each = static_cast<std::size_t>(per_object), n_out = sent_.size() * each,
                    n_in = come_.size() * each;
  if (out_.size() < 3 * n_out) out_ = Array<real, B>(3 * n_out); // in the first step alone
  if (in_.size() < 3 * n_in) in_ = Array<real, B>(3 * n_in);
  const VectorsView<real> out = vectors_view(out_.data(), static_cast<Index>(n_out)),
                          in = vectors_view(in_.data(), static_cast<Index>(n_in));
  take_objects(stream, sent_, per_object, VectorsView<const real>(array), out);
  if (moved) move_objects_by(stream, offsets_.data(), per_object, out);
  std::vector<Exchanged> messages;
  const std::size_t bytes = sizeof(real) * each;
  std::size_t first_out = 0, first_in = 0;
  for (std::size_t rank = 0; rank < of_ranks_.size(); ++rank) {
    const auto [out_objects, in_objects] = of_ranks_[rank];
    if (out_objects + in_objects > 0)
      messages.push_back({static_cast<int>(rank), out_.data() + first_out * each, out_objects * bytes,
                          in_.data() + first_in * each, in_objects * bytes, 3, sent_.size() * bytes, 3,
                          come_.size() * bytes});
    first_out += out_objects, first_in += in_objects;
  }
  communicator.exchange(stream, messages);
  give_objects_back(stream, come_, per_object, VectorsView<const real>(in), array);
}

template class CopiesOfKind<ThisBackend>;

} // namespace ibsim
