// Philox4x32-10 against the known answers of its authors (tests/kat_vectors of Random123), and the numbers
// that are made of it.
#include "base/philox.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

TEST(Philox, has_the_known_answers) {
  const struct {
    PhiloxWords counter;
    PhiloxKey key;
    PhiloxWords drawn;
  } known[] = {
      {{{0, 0, 0, 0}}, {{0, 0}}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
       {{0xffffffff, 0xffffffff}},
       {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
       {{0xa4093822, 0x299f31d0}},
       {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
  };
  for (const auto& of : known) {
    const PhiloxWords drawn = philox(of.counter, of.key);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(drawn.word[i], of.drawn.word[i]);
  }
}

// Mean 1/2 and variance 1/12 of n numbers, within four standard errors: sqrt(1/(12 n)), sqrt(1/(180 n)).
TEST(Philox, numbers_are_uniform_between_0_and_1) {
  constexpr int n = 100'000;
  real sum = 0, squares = 0, least = 1, largest = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const real u = uniform(philox({{i, 7, 0, 0}}, {{1, 2}}), i % 2);
    sum += u, squares += (u - 0.5) * (u - 0.5);
    least = std::fmin(least, u), largest = std::fmax(largest, u);
  }
  EXPECT_NEAR(sum / n, 0.5, 4 / std::sqrt(12.0 * n));
  EXPECT_NEAR(squares / n, 1 / 12.0, 4 / std::sqrt(180.0 * n));
  EXPECT_GT(least, 0);
  EXPECT_LT(largest, 1);
}

} // namespace
} // namespace ibsim
