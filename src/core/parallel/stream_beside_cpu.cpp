#include "parallel/stream_beside.hpp"

namespace ibsim {

template <>
struct StreamBeside<Cpu>::Impl {};

template <>
StreamBeside<Cpu>::StreamBeside(const Stream<Cpu>&, int) {}
template <>
StreamBeside<Cpu>::~StreamBeside() = default;
template <>
StreamBeside<Cpu>::StreamBeside(StreamBeside&&) noexcept = default;

template <>
void StreamBeside<Cpu>::begin(const Stream<Cpu>& stream, int,
                              const std::function<void(const Stream<Cpu>&)>& work) {
  work(stream);
}
template <>
void StreamBeside<Cpu>::wait(const Stream<Cpu>&, int) {}

} // namespace ibsim
