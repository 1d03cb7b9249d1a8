// Random numbers as a function of a counter and a key, by Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011,
// Parallel random numbers: as easy as 1, 2, 3, SC11, doi:10.1145/2063384.2063405).
//
// A draw depends on nothing but its counter and key. So numbers that belong to an object, a site and a step
// are the same on any number of threads and ranks, on both backends and after a resume.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <cstdint>

namespace ibsim {

struct PhiloxKey {
  std::uint32_t word[2];
};
/// A counter, or the four words drawn with it.
struct PhiloxWords {
  std::uint32_t word[4];
};

/// Ten rounds: each multiplies two words by 32-bit constants and mixes the halves of the products.
IBSIM_HD PhiloxWords philox(PhiloxWords counter, PhiloxKey key) {
  constexpr int rounds = 10;
  constexpr std::uint64_t multiplier[2] = {0xD2511F53u, 0xCD9E8D57u};
  constexpr std::uint32_t weyl[2] = {0x9E3779B9u, 0xBB67AE85u}; // golden ratio, and sqrt(3) - 1
  PhiloxWords c = counter;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t first = multiplier[0] * c.word[0], second = multiplier[1] * c.word[2];
    c = {{static_cast<std::uint32_t>(second >> 32) ^ c.word[1] ^ key.word[0],
          static_cast<std::uint32_t>(second),
          static_cast<std::uint32_t>(first >> 32) ^ c.word[3] ^ key.word[1],
          static_cast<std::uint32_t>(first)}};
    key.word[0] += weyl[0], key.word[1] += weyl[1];
  }
  return c;
}

/// A number between 0 and 1, of 52 bits: never 0 or 1. @param which of the two that four words hold
IBSIM_HD real uniform(const PhiloxWords& drawn, int which) {
  const std::uint64_t bits = (std::uint64_t{drawn.word[2 * which]} << 32 | drawn.word[2 * which + 1]) >> 12;
  return (static_cast<real>(bits) + real{0.5}) * (real{1} / static_cast<real>(std::uint64_t{1} << 52));
}

} // namespace ibsim
