#include "simulation/state_hash.hpp"

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

  IBSIM_HD std::uint64_t at(Size i) const {
    int a = 0;
    while (i >= first[a + 1]) ++a;
    return word(arrays[a][i - first[a]]);
  }
};

/// The terms of all words, of which the first is word number `before` of the state: one pass.
template <class B>
std::uint64_t terms(const Stream<B>& stream, const Words& arrays, std::uint64_t before) {
  const Words words = arrays;
  return sum<std::uint64_t>(stream, words.first[words.n], [=] IBSIM_KERNEL(Size i) {
    return mix(words.at(i) + (before + static_cast<std::uint64_t>(i) + 1) * c);
  });
}

template <class B>
std::uint64_t hash_of(const Stream<B>& stream, const State<B>& state, const FieldsElsewhere* elsewhere) {
  std::uint64_t total = 0, words = 0;
  Words some{};
  const auto add_some = [&] {
    if (some.n > 0) total += terms<B>(stream, some, words);
    words += static_cast<std::uint64_t>(some.first[some.n]);
    some = {};
  };
  for_each_array(state, [&](const std::string&, const Array<real, B>& array) {
    if (elsewhere && state.is_field(array)) {
      add_some();
      total += elsewhere->terms(&array == &state.velocity_before.values(), words);
      words += elsewhere->words;
      return;
    }
    if (some.n == Words::most) add_some();
    some.arrays[some.n] = array.data();
    some.first[some.n + 1] = some.first[some.n] + static_cast<Size>(array.size());
    ++some.n;
  });
  add_some();
  const std::uint64_t clock[] = {state.step,     word(state.time), word(state.time_step),
                                 state.interval, state.steps_left, word(state.step_limit)};
  for (const std::uint64_t w : clock) total += mix(w + ++words * c);
  if (state.has_before()) total += mix(word(state.step_before) + ++words * c);
  return mix(total);
}

} // namespace

template <class B>
std::uint64_t state_hash(const Stream<B>& stream, const State<B>& state) {
  return hash_of<B>(stream, state, nullptr);
}

template <class B>
std::uint64_t state_hash(const Stream<B>& stream, const State<B>& sites, const FieldsElsewhere& fields) {
  return hash_of<B>(stream, sites, &fields);
}

template <class B>
std::uint64_t terms_of_hash(const Stream<B>& stream, const real* values, Size n, std::uint64_t first) {
  Words some{};
  some.arrays[0] = values, some.first[1] = n, some.n = 1;
  return terms<B>(stream, some, first);
}

template std::uint64_t state_hash(const Stream<ThisBackend>&, const State<ThisBackend>&);
template std::uint64_t state_hash(const Stream<ThisBackend>&, const State<ThisBackend>&,
                                  const FieldsElsewhere&);
template std::uint64_t terms_of_hash(const Stream<ThisBackend>&, const real*, Size, std::uint64_t);

} // namespace ibsim
