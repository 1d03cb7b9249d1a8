#include "parallel/branches_cuda.hpp"
#include "parallel/concurrent_streams.hpp"

namespace ibsim {

template <>
struct ConcurrentStreams<Cuda>::Streams {
  Branches branches;
  explicit Streams(const Stream<Cuda>& stream) : branches(stream, 2, true) {}
};

template <>
ConcurrentStreams<Cuda>::ConcurrentStreams(const Stream<Cuda>& stream)
    : streams_(std::make_unique<Streams>(stream)) {}
template <>
ConcurrentStreams<Cuda>::~ConcurrentStreams() = default;
template <>
ConcurrentStreams<Cuda>::ConcurrentStreams(ConcurrentStreams&&) noexcept = default;

template <>
void ConcurrentStreams<Cuda>::run(const Stream<Cuda>& stream, const Work& short_work, const Work& long_work) {
  streams_->branches.run(
      stream, [&](const Stream<Cuda>& branch, int i) { (i == 0 ? long_work : short_work)(branch); });
}

} // namespace ibsim
