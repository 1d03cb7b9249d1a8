#include "step/shared_sites.hpp"

#include "parallel/for_each.hpp"

#include <cstring>

namespace ibsim {
namespace {

/// The number whose word is the sum of those of two.
IBSIM_HD real sum_of_words(real a, real b) {
  static_assert(sizeof(real) == sizeof(std::uint64_t));
  std::uint64_t x, y;
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  x += y;
  memcpy(&a, &x, sizeof a);
  return a;
}

/// @param slots each once
template <class B>
void add_words_of_objects(const Stream<B>& stream, const Index* slots, Index per_object,
                          VectorsView<const real> from, VectorsView<real> to) {
  for_each(stream, from.n, [=] IBSIM_KERNEL(Index i) {
    const Index site = slots[i / per_object] * per_object + i % per_object;
    for (int d = 0; d < 3; ++d) to[d][site] = sum_of_words(to[d][site], from[d][i]);
  });
}

} // namespace

template <class B>
SharedSites<B>::SharedSites(const Stream<B>& stream, const std::vector<ListedObjects>& of_ranks,
                            std::size_t kind, int rank, Index per_object)
    : per_object_(per_object) {
  const std::vector<Index>& mine = of_ranks[static_cast<std::size_t>(rank)][kind].objects;
  std::vector<Index> slots;
  for (int other = 0; other < static_cast<int>(of_ranks.size()); ++other) {
    if (other == rank) continue;
    const std::vector<Index>& theirs = of_ranks[static_cast<std::size_t>(other)][kind].objects;
    const auto first = static_cast<Index>(slots.size());
    auto their = theirs.begin();
    for (std::size_t slot = 0; slot < mine.size(); ++slot) { // both ascend
      while (their != theirs.end() && *their < mine[slot]) ++their;
      if (their != theirs.end() && *their == mine[slot]) slots.push_back(static_cast<Index>(slot));
    }
    if (const Index objects = static_cast<Index>(slots.size()) - first; objects > 0)
      with_.push_back({other, first, objects});
  }
  slots_ = Array<Index, B>(stream, slots);
  sent_ = Array<real, B>(3 * slots.size() * static_cast<std::size_t>(per_object));
  come_ = Array<real, B>(sent_.size());
}

template <class B>
void SharedSites<B>::add_words(const Stream<B>& stream, const Communicator<B>& ranks,
                               VectorsView<real> values) {
  const auto n = static_cast<Index>(sent_.size() / 3);
  take_objects(stream, slots_, per_object_, VectorsView<const real>(values), vectors_view(sent_.data(), n));
  std::vector<Exchanged> messages; // a row for each component
  for (const Shared& with : with_) {
    const std::size_t from = static_cast<std::size_t>(with.first) * static_cast<std::size_t>(per_object_),
                      bytes = sizeof(real) * static_cast<std::size_t>(with.objects) *
                              static_cast<std::size_t>(per_object_),
                      step = sizeof(real) * static_cast<std::size_t>(n);
    messages.push_back({with.rank, sent_.data() + from, bytes, come_.data() + from, bytes, 3, step, 3, step});
  }
  ranks.exchange(stream, messages, MessagesOf::sites);
  for (const Shared& with : with_) {
    const Index from = with.first * per_object_;
    const VectorsView<const real> come = vectors_view<const real>(come_.data(), n);
    add_words_of_objects<B>(stream, slots_.data() + with.first, per_object_,
                            {come.x + from, come.y + from, come.z + from, with.objects * per_object_},
                            values);
  }
}

template class SharedSites<ThisBackend>;

} // namespace ibsim
