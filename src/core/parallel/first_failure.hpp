// The first failure of a run, noted on the device as one number, so that nothing waits for the host.
//
// Each place that can fail in a step has a number, in the order in which a step comes to it. A failure is the
// code
//   (step * places + place) * 8 + what,     step = 1, 2, ... since the notes were made
// so that the least code is the earliest failure, whatever the order of the threads.
#pragma once

#include "parallel/array.hpp"

namespace ibsim {

/// What a kernel needs to note a failure of its i-th item (note_failure.hpp). Copied into lambdas; without
/// words it notes nothing.
struct FailureNotes {
  unsigned long long* words = nullptr; ///< the least code so far, and the number of the present step
  unsigned long long places = 0;       ///< in a step
  unsigned long long first_place = 0;  ///< of item 0
};

/// The two words, and their reading by the host.
template <class B>
class FirstFailure {
 public:
  static constexpr unsigned long long none = ~0ull;
  struct Found {
    unsigned long long steps_ago, place, what; ///< 0 steps ago: in the last step begun
  };

  FirstFailure() = default;
  FirstFailure(const Stream<B>& stream, unsigned long long places)
      : places_(places > 0 ? places : 1), words_(stream, std::vector<unsigned long long>{none, 0}) {}

  FailureNotes from_place(unsigned long long first) { return {words_.data(), places_, first}; }

  /// Waits for the stream.
  bool found(const Stream<B>& stream, Found& failure) const {
    const std::vector<unsigned long long> now = words_.to_host(stream);
    if (now[0] == none) return false;
    const unsigned long long at = now[0] / 8;
    failure = {now[1] - at / places_, at % places_, now[0] % 8};
    return true;
  }
  void forget(const Stream<B>& stream) { words_.set(stream, {none, 0}); }

 private:
  unsigned long long places_ = 1;
  Array<unsigned long long, B> words_;
};

} // namespace ibsim
