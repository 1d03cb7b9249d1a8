// A stream on a backend that a program chooses when it runs: for code that is compiled once.
//
//   on_stream(cuda, [&](const AnyStream& stream) { ... });
//   stream.with([&]<class B>(const Stream<B>& of_backend) { ... });
#pragma once

#include "parallel/stream.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

/// Refers to a stream, which must outlive it.
class AnyStream {
 public:
  AnyStream(const Stream<Cpu>& stream) : cpu_(&stream) {}
  AnyStream(const Stream<Cuda>& stream) : cuda_(&stream) {}

  bool on_cuda() const { return cuda_ != nullptr; }
  /// Result of f(stream) for the backend of the stream.
  template <class F>
  decltype(auto) with(F f) const {
#if defined(IBSIM_WITH_CUDA)
    if (cuda_) return f(*cuda_);
#endif
    return f(*cpu_);
  }
  void synchronize() const {
    with([](const auto& stream) { stream.synchronize(); });
  }
  int device() const {
    return with([](const auto& stream) { return stream.device(); });
  }

 private:
  const Stream<Cpu>* cpu_ = nullptr;
  const Stream<Cuda>* cuda_ = nullptr;
};

/// Calls f with a new stream, on the first CUDA device or on the CPU.
/// @throws ResourceError if there is no CUDA device
template <class F>
decltype(auto) on_stream([[maybe_unused]] bool cuda, F f) {
#if defined(IBSIM_WITH_CUDA)
  if (cuda) return f(AnyStream(Stream<Cuda>()));
#endif
  return f(AnyStream(Stream<Cpu>()));
}

} // namespace ibsim
