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
#include "state/state.hpp"

namespace ibsim {

/// Waits for the stream.
template <class B>
std::uint64_t state_hash(const Stream<B>&, const State<B>&);

// The same of a state in parts:

/// The sum over n values that follow each other, of which the first is this word of the state; the same over
/// some objects of an array [component][object][site], of which the first value of all is this word. Wait for
/// the stream.
/// @param objects on the device, the number of each of these objects; those below 0 are left out
/// @param in_all objects
template <class B>
std::uint64_t terms_of_hash(const Stream<B>&, const real* values, Size n, std::uint64_t first);
template <class B>
std::uint64_t terms_of_hash(const Stream<B>&, VectorsView<const real> values, const Array<Index, B>& objects,
                            Index per_object, Index in_all, std::uint64_t first);
/// The hash of a state. @param terms the sum over the words of all its arrays, so many; of `clock` the clock
/// alone is read
template <class B>
std::uint64_t state_hash(std::uint64_t terms, std::uint64_t words, const State<B>& clock);

/// 16 hexadecimal digits, as in run.csv.
inline std::string hash_text(std::uint64_t hash) {
  return text("%016llx", static_cast<unsigned long long>(hash));
}

} // namespace ibsim
