#include "simulation/state_hash.hpp"

#include "base/precision.hpp"
#include "parallel/for_each.hpp"

#include <cstring>

namespace ibsim {
namespace {

constexpr Index parts = 8192;
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

/// partial[p] += the terms of a share of n values, of which the first is word number `first` of the state.
template <class B>
void add_words(const Queue<B>& queue, const real* values, Index n, std::uint64_t first, std::uint64_t* partial) {
  // On CUDA neighbouring threads read neighbouring words; on the CPU each share is a piece of its own.
  constexpr bool interleaved = std::is_same_v<B, Cuda>;
  const Index share = n > 0 ? (n - 1) / parts + 1 : 0;
  for_each(queue, parts, [=] IBSIM_KERNEL(Index p) {
    const std::int64_t begin = interleaved ? p : std::int64_t{p} * share, step = interleaved ? parts : 1;
    const std::int64_t end = interleaved || begin + share > n ? n : begin + share;
    std::uint64_t sum = 0;
    for (std::int64_t i = begin; i < end; i += step) sum += mix(word(values[i]) + (first + static_cast<std::uint64_t>(i) + 1) * c);
    partial[p] += sum;
  });
}

} // namespace

template <class B>
std::uint64_t state_hash(const Queue<B>& queue, const State<B>& state) {
  Array<std::uint64_t, B> partial(queue, static_cast<std::size_t>(parts));
  std::uint64_t words = 0;
  const Array<real, B>& velocity = state.velocity.values();
  add_words<B>(queue, velocity.data(), static_cast<Index>(velocity.size()), words, partial.data());
  words += velocity.size();
  for (const Array<real, B>& sites : state.data_sites) {
    add_words<B>(queue, sites.data(), static_cast<Index>(sites.size()), words, partial.data());
    words += sites.size();
  }
  std::uint64_t sum = 0;
  const std::uint64_t clock[] = {state.step, word(state.time), word(state.time_step), state.interval, state.steps_left, word(state.step_limit)};
  for (const std::uint64_t w : clock) sum += mix(w + ++words * c);
  for (const std::uint64_t term : partial.to_host(queue)) sum += term;
  return mix(sum);
}

template std::uint64_t state_hash(const Queue<ThisBackend>&, const State<ThisBackend>&);

} // namespace ibsim
