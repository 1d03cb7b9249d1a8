// Short work beside long work: on a GPU the short goes into a stream of its own, which begins when what was
// given to the stream before is done, is taken first wherever there is room, and which the stream waits for;
// a Graph records both as branches. On the CPU, whose loops take all threads, one after the other.
#pragma once

#include "parallel/stream.hpp"

#include <functional>
#include <memory>

namespace ibsim {

template <class B>
class ConcurrentStreams {
 public:
  using Work = std::function<void(const Stream<B>&)>;

  explicit ConcurrentStreams(const Stream<B>&);
  ~ConcurrentStreams();
  ConcurrentStreams(ConcurrentStreams&&) noexcept;

  /// Each must give its operations to the stream that it is called with. The short one is called first.
  void run(const Stream<B>&, const Work& short_work, const Work& long_work);

 private:
  struct Streams;
  std::unique_ptr<Streams> streams_;
};

} // namespace ibsim
