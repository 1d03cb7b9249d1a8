// Timer of the phases of a step: time between marks in the stream, added up by phase, over a sample of the
// steps.
//
// On CUDA a mark is an event, and no mark waits for anything; the events are read in summary(), which waits
// for the stream. The first steps are left out (warm-up), then every `stride`-th step is sampled until the
// store of events is used up.
#pragma once

#include "parallel/stream.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ibsim {

struct PhaseTime {
  std::string phase;
  double median = 0; ///< seconds a step, over the sampled steps
  double mean = 0;   ///< seconds a step
};

template <class B>
class PhaseTimer {
 public:
  /// @param steps about to be taken in all, so that the sample is spread over them.
  /// @param marks_a_step about as many, with the calls of from()
  PhaseTimer(const Stream<B>&, std::vector<std::string> phases, std::uint64_t steps, int marks_a_step = 12);
  ~PhaseTimer();
  PhaseTimer(PhaseTimer&&) noexcept;

  /// A step begins now. True if it is of the sample, so that its marks count.
  bool begin(const Stream<B>&);
  /// The time since the last mark (or begin) belongs to phase number `phase`. May be called several times a
  /// step for one phase.
  void mark(const Stream<B>&, int phase);
  /// The time since the last mark belongs to no phase. This and the next mark may be in another stream, of
  /// the same device, for which the stream of summary() has waited.
  void from(const Stream<B>&);

  /// One entry a phase, and a last one, "step", for all of them. Empty before the first sampled step is
  /// complete.
  std::vector<PhaseTime> summary(const Stream<B>&);

 private:
  struct Store;
  std::unique_ptr<Store> store_;
};

} // namespace ibsim
