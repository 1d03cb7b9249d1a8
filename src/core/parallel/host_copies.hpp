// Copies on the host of what device memory holds at a moment, on their way while the stream goes on: for
// those who look on at a run and must not hold it up.
//
//   void* const to = copies.begin(stream, slot);    // kernels on the stream fill it
//   copies.send(stream, slot);                      // returns at once
//   ... copies.arrived(slot) ...                    // another thread waits, asleep, and reads
#pragma once

#include "parallel/stream.hpp"

#include <cstddef>
#include <memory>

namespace ibsim {

template <class B>
class HostCopies {
 public:
  /// Allocates `slots` slots of `bytes` bytes each, in pinned memory on CUDA. The device has this number of
  /// bytes once, for begin().
  /// @throws ResourceError
  HostCopies(const Stream<B>&, std::size_t bytes, int slots);
  ~HostCopies();
  HostCopies(const HostCopies&) = delete;
  HostCopies& operator=(const HostCopies&) = delete;

  /// Where kernels on the stream put what goes to a slot: memory of the backend. The stream first waits until
  /// the copy before this one has left it; the caller knows that nobody reads the slot any more.
  void* begin(const Stream<B>&, int slot);
  void send(const Stream<B>&, int slot);
  /// The slot itself, for who fills it from the host, and has done so before arrived() is called.
  void* on_host(int slot);
  /// What was sent to the slot last, when it is there; from any thread. @throws ResourceError
  const void* arrived(int slot);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
