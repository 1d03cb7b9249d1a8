#include "state/state_hash.hpp"

#include "base/precision.hpp"
#include "parallel/reduce.hpp"

#include <cstring>

namespace ibsim {
namespace {

constexpr std::uint64_t c = 0x9e3779b97f4a7c15ull; // 2^64 divided by the golden ratio

/// The finaliser of splitmix64: a bijection in which every bit of the word reaches every bit of the result.
IBSIM_HD std::uint64_t mix(std::uint64_t w) {
  w = (w ^ (w >> 30)) * 0xbf58476d1ce4e5b9ull;
  w = (w ^ (w >> 27)) * 0x94d049bb133111ebull;
  return w ^ (w >> 31);
}

IBSIM_HD std::uint64_t word(const real& value) {
  static_assert(sizeof(real) == sizeof(std::uint64_t));
  std::uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Some arrays of a state, one after the other. Copied into lambdas.
struct Words {
  static constexpr int most = 8;
  const real* arrays[most];
  Size first[most + 1]; ///< number of the first word of each, and of the one after the last
  int n = 0;

  /// @param array that of a word before it, or 0; then its own
  IBSIM_HD std::uint64_t at(Size i, int& array) const {
    while (i >= first[array + 1]) ++array;
    return word(arrays[array][i - first[array]]);
  }
};

/// The terms of all words, of which the first is word number `before` of the state: one pass.
template <class B>
std::uint64_t terms(const Stream<B>& stream, const Words& arrays, std::uint64_t before) {
  const Words words = arrays;
  const Size n = words.first[words.n];
  constexpr Size each = 8; // words of a work item, which wait for memory together
  const Size items = (n + each - 1) / each;
  return sum<std::uint64_t>(stream, items, [=] IBSIM_KERNEL(Size item) {
    std::uint64_t of_item = 0;
    int array = 0;
    for (Size k = 0; k < each; ++k)
      if (const Size i = item + k * items; i < n)
        of_item += mix(words.at(i, array) + (before + static_cast<std::uint64_t>(i) + 1) * c);
    return of_item;
  });
}

} // namespace

template <class B>
std::uint64_t state_hash(std::uint64_t terms, std::uint64_t words, const State<B>& state) {
  const std::uint64_t clock[] = {state.step,     word(state.time), word(state.time_step),
                                 state.interval, state.steps_left, word(state.step_limit)};
  for (const std::uint64_t w : clock) terms += mix(w + ++words * c);
  if (state.has_before()) terms += mix(word(state.step_before) + ++words * c);
  if (state.apart) terms += mix(1 + ++words * c);
  return mix(terms);
}

template <class B>
std::uint64_t state_hash(const Stream<B>& stream, const State<B>& state) {
  std::uint64_t total = 0, words = 0;
  Words some{};
  const auto add_some = [&] {
    if (some.n > 0) total += terms<B>(stream, some, words);
    words += static_cast<std::uint64_t>(some.first[some.n]);
    some = {};
  };
  for_each_array(state, [&](const auto&, auto& array, const auto&) {
    if (some.n == Words::most) add_some();
    some.arrays[some.n] = array.data();
    some.first[some.n + 1] = some.first[some.n] + static_cast<Size>(array.size());
    ++some.n;
  });
  add_some();
  return state_hash(total, words, state);
}

template <class B>
std::uint64_t terms_of_hash(const Stream<B>& stream, const real* values, Size n, std::uint64_t first) {
  Words some{};
  some.arrays[0] = values, some.first[1] = n, some.n = 1;
  return terms<B>(stream, some, first);
}

template <class B>
std::uint64_t terms_of_hash(const Stream<B>& stream, VectorsView<const real> values,
                            const Array<Index, B>& objects, Index per_object, Index in_all,
                            std::uint64_t first) {
  const Index* const object = objects.data();
  const std::uint64_t component = static_cast<std::uint64_t>(in_all) * static_cast<std::uint64_t>(per_object);
  return sum<std::uint64_t>(stream, values.n, [=] IBSIM_KERNEL(Index i) {
    const Index of = object[i / per_object];
    if (of < 0) return std::uint64_t{0};
    const std::uint64_t number = first +
                                 static_cast<std::uint64_t>(of) * static_cast<std::uint64_t>(per_object) +
                                 static_cast<std::uint64_t>(i % per_object) + 1;
    std::uint64_t of_site = 0;
    for (int d = 0; d < 3; ++d)
      of_site += mix(word(values[d][i]) + (number + static_cast<std::uint64_t>(d) * component) * c);
    return of_site;
  });
}

template std::uint64_t state_hash(std::uint64_t, std::uint64_t, const State<ThisBackend>&);
template std::uint64_t state_hash(const Stream<ThisBackend>&, const State<ThisBackend>&);
template std::uint64_t terms_of_hash(const Stream<ThisBackend>&, const real*, Size, std::uint64_t);
template std::uint64_t terms_of_hash(const Stream<ThisBackend>&, VectorsView<const real>,
                                     const Array<Index, ThisBackend>&, Index, Index, std::uint64_t);

} // namespace ibsim
