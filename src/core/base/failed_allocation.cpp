// Memory of new as the standard library has it; but what could not be had is noted.
#include "base/failed_allocation.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace ibsim {
namespace {

std::atomic<std::size_t> failed_bytes{0};

} // namespace

std::size_t last_failed_allocation() noexcept { return failed_bytes; }

} // namespace ibsim

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which have their own
void* operator new(std::size_t bytes) {
  if (void* const p = std::malloc(bytes > 0 ? bytes : 1)) return p;
  ibsim::failed_bytes = bytes;
  throw std::bad_alloc();
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
#endif
