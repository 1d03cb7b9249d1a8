// Pieces of work beside those of a stream: on a GPU in a stream of its own, each of which begins when what
// the stream had been given before is done, and which the stream waits for when it is told to. On the CPU a
// piece is done when it begins.
#pragma once

#include "parallel/stream.hpp"

#include <functional>
#include <memory>

namespace ibsim {

template <class B>
class StreamBeside {
 public:
  /// @param pieces that are numbered 0 .. pieces - 1
  StreamBeside(const Stream<B>&, int pieces);
  ~StreamBeside();
  StreamBeside(StreamBeside&&) noexcept;

  /// Pieces follow each other in the order of their calls. The work gives its operations to the stream that
  /// it is called with.
  void begin(const Stream<B>&, int piece, const std::function<void(const Stream<B>&)>& work);
  /// What the stream is given from here on comes after that piece.
  void wait(const Stream<B>&, int piece);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
