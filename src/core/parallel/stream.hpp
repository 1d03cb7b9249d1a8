// Stream<B>: an ordered line of work on a backend. Operations on one stream happen in the order of their
// calls.
//
// On the CPU they have finished when the call returns. On CUDA they are asynchronous: a stream is a CUDA
// stream. An object of this type is passed, by reference, to every operation of this layer.
//
// A stream knows its device. A process works on one device: making a stream makes its device the one on which
// this process allocates.
#pragma once

#include "base/precision.hpp"
#include "parallel/backend.hpp"

#include <cstddef>
#include <string>

namespace ibsim {

template <class B>
class Stream;

template <>
class Stream<Cpu> {
 public:
  void synchronize() const {}
  /// Seconds of a monotonic clock.
  double seconds() const;
  int device() const { return 0; }
  /// "cpu, 16 threads"
  std::string description() const;
};

template <>
class Stream<Cuda> {
 public:
  /// A stream on this device, counted from 0. @throws ResourceError if there is none that can be used, or
  /// none of this number.
  explicit Stream(int device);
  Stream() : Stream(0) {}
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Wait until all work has been done. @throws ResourceError if any of it failed.
  void synchronize() const;
  double seconds() const;
  int device() const { return device_; }
  /// "cuda device 0, NVIDIA H200, compute capability 9.0"
  std::string description() const;
  /// The cudaStream_t.
  void* handle() const { return handle_; }

  /// Where results land on their way to the host (reduce.hpp): so many bytes of the device and of pinned host
  /// memory. They are kept for the next call, whose results may take their place. Waits for the stream if
  /// there was less before. @throws ResourceError
  struct StagingBuffers {
    void* device;
    void* host;
  };
  StagingBuffers staging(std::size_t device_bytes, std::size_t host_bytes) const;

  /// At most this many work items run side by side (0: as many as there are); the paper's p, section 4.1.2.
  Index max_work_items = 0;

 private:
  int device_ = 0;
  void* handle_ = nullptr;
  mutable StagingBuffers staging_{};
  mutable std::size_t staging_device_bytes_ = 0, staging_host_bytes_ = 0;
};

} // namespace ibsim
