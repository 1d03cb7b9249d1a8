#include "parallel/concurrent_streams.hpp"

namespace ibsim {

template <>
struct ConcurrentStreams<Cpu>::Streams {};

template <>
ConcurrentStreams<Cpu>::ConcurrentStreams(const Stream<Cpu>&) {}
template <>
ConcurrentStreams<Cpu>::~ConcurrentStreams() = default;
template <>
ConcurrentStreams<Cpu>::ConcurrentStreams(ConcurrentStreams&&) noexcept = default;

template <>
void ConcurrentStreams<Cpu>::run(const Stream<Cpu>& stream, const Work& short_work, const Work& long_work) {
  short_work(stream);
  long_work(stream);
}

} // namespace ibsim
