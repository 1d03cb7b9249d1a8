// A hash of the complete state, by which runs are compared: the same bits give the same hash, on any backend,
// for any number of threads.
//
//   hash = mix(sum over words w_i of mix(w_i + (i + 1) c)),   modulo 2^64
//
// over the raw 64-bit words of the velocity, then of the data sites, kind by kind, then of what force terms
// and the fluid remember and of the step before, then of the clock in the order of State. mix is a bijection
// of 64-bit words, so a change of any one word, down to a single bit, always changes the sum; and a sum does
// not depend on the order of its terms. Traffic: the state is read once, where it is.
#pragma once

#include "base/text.hpp"
#include "simulation/state.hpp"

namespace ibsim {

/// Waits for the stream.
template <class B>
std::uint64_t state_hash(const Stream<B>&, const State<B>&);

/// 16 hexadecimal digits, as in run.csv.
inline std::string hash_text(std::uint64_t hash) {
  return text("%016llx", static_cast<unsigned long long>(hash));
}

} // namespace ibsim
