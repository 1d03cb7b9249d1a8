// The hash of a state is its formula, and no change of the state escapes it.
#include "backends.hpp"
#include "state/state_hash.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {

struct Words {
  std::vector<real> velocity, first_kind, second_kind;
  /// step, time, time_step, interval, steps_left, step_limit
  std::uint64_t clock[6] = {12345, 7, 8, 9, 10, 11};
};

Words example() {
  Words words;
  for (int i = 0; i < 3 * 24; ++i) words.velocity.push_back(1.0 / (i + 1));
  for (int i = 0; i < 3 * 5; ++i) words.first_kind.push_back(-i); // a zero with its sign among them
  words.second_kind = {std::numeric_limits<real>::quiet_NaN(), std::numeric_limits<real>::infinity(), 1e-310};
  return words;
}

template <class B>
std::uint64_t hash_on(const Stream<B>& stream, const Words& words) {
  const auto real_of = [&](int i) { return std::bit_cast<real>(words.clock[i]); };
  State<B> state;
  state.velocity = FaceField<B>(stream, Grid{{4, 3, 2}, 1});
  state.step = words.clock[0], state.time = real_of(1), state.time_step = real_of(2);
  state.interval = words.clock[3], state.steps_left = words.clock[4], state.step_limit = real_of(5);
  state.velocity.values().set(stream, words.velocity);
  state.data_sites.emplace_back(stream, words.first_kind);
  state.data_sites.emplace_back(stream, words.second_kind);
  return state_hash(stream, state);
}

/// The formula of state_hash.hpp, word by word.
std::uint64_t formula(const Words& words) {
  const auto mix = [](std::uint64_t w) {
    w = (w ^ (w >> 30)) * 0xbf58476d1ce4e5b9ull;
    w = (w ^ (w >> 27)) * 0x94d049bb133111ebull;
    return w ^ (w >> 31);
  };
  std::uint64_t sum = 0, i = 0;
  for (const auto* part : {&words.velocity, &words.first_kind, &words.second_kind})
    for (const real value : *part)
      sum += mix(std::bit_cast<std::uint64_t>(value) + ++i * 0x9e3779b97f4a7c15ull);
  for (const std::uint64_t word : words.clock) sum += mix(word + ++i * 0x9e3779b97f4a7c15ull);
  return mix(sum);
}

} // namespace

template <class B>
class StateHash : public BackendTest<B> {};
TYPED_TEST_SUITE(StateHash, Backends, BackendNames);

TYPED_TEST(StateHash, is_its_formula_on_every_backend) {
  EXPECT_EQ(hash_on(this->stream(), example()), formula(example()));
  EXPECT_EQ(hash_text(0x00ff), "00000000000000ff");
}

TYPED_TEST(StateHash, changes_with_every_single_bit) {
  const std::uint64_t before = hash_on(this->stream(), example());
  for (auto part : {&Words::velocity, &Words::first_kind, &Words::second_kind})
    for (std::size_t i = 0; i < (example().*part).size(); ++i)
      for (int bit = static_cast<int>(i % 8); bit < 64; bit += 8) { // every bit of some word
        Words words = example();
        real& value = (words.*part)[i];
        value = std::bit_cast<real>(std::bit_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << bit));
        EXPECT_NE(hash_on(this->stream(), words), before) << i << " " << bit;
      }
  for (int i = 0; i < 6; ++i)
    for (int bit = 0; bit < 64; ++bit) {
      Words later = example();
      later.clock[i] ^= std::uint64_t{1} << bit;
      EXPECT_NE(hash_on(this->stream(), later), before) << "clock " << i;
    }
}

TYPED_TEST(StateHash, changes_when_values_change_places) {
  Words words = example();
  std::swap(words.velocity[0], words.velocity[1]);
  EXPECT_NE(hash_on(this->stream(), words), formula(example()));
  words = example();
  std::swap(words.velocity.back(), words.first_kind.back());
  EXPECT_NE(hash_on(this->stream(), words), formula(example()));
}

} // namespace ibsim
