// The CPU half of temporary.hpp.
#include "parallel/temporary.hpp"

namespace ibsim {

template <>
void* allocate_in_order(const Stream<Cpu>&, std::size_t bytes) {
  return allocate<Cpu>(bytes);
}
template <>
void deallocate_in_order(const Stream<Cpu>&, void* p, std::size_t bytes) noexcept {
  deallocate<Cpu>(p, bytes);
}

} // namespace ibsim
