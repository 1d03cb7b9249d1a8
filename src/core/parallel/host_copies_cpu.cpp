// The CPU half of host_copies.hpp: kernels write to the slots themselves, and have ended when they return.
#include "parallel/host_copies.hpp"

#include <vector>

namespace ibsim {

template <>
struct HostCopies<Cpu>::Impl {
  std::vector<std::vector<std::byte>> slots;
};

template <>
HostCopies<Cpu>::HostCopies(const Stream<Cpu>&, std::size_t bytes, int slots)
    : impl_(std::make_unique<Impl>()) {
  for (int slot = 0; slot < slots; ++slot) impl_->slots.emplace_back(bytes);
}
template <>
HostCopies<Cpu>::~HostCopies() = default;

template <>
void* HostCopies<Cpu>::begin(const Stream<Cpu>&, int slot) {
  return impl_->slots.at(static_cast<std::size_t>(slot)).data();
}
template <>
void HostCopies<Cpu>::send(const Stream<Cpu>&, int) {}
template <>
void* HostCopies<Cpu>::on_host(int slot) {
  return impl_->slots.at(static_cast<std::size_t>(slot)).data();
}
template <>
const void* HostCopies<Cpu>::arrived(int slot) {
  return impl_->slots.at(static_cast<std::size_t>(slot)).data();
}

} // namespace ibsim
