// The CPU half of memory.hpp and stream.hpp.
#include "base/error.hpp"
#include "parallel/device.hpp"
#include "parallel/memory.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <omp.h>
#include <unistd.h>

namespace ibsim {
namespace {

std::atomic<std::size_t> held{0}, peak{0}, held_on_host{0};
constexpr std::size_t alignment = 64; // a cache line, and any vector register

void* aligned(std::size_t bytes) {
  void* const p = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!p)
    throw ResourceError("not enough host memory: " + std::to_string((bytes + 1023) >> 10) +
                        " KiB were requested");
  return p;
}

} // namespace

template <>
void* allocate<Cpu>(std::size_t bytes) {
  void* const p = aligned(bytes);
  const std::size_t now = held += bytes;
  for (std::size_t most = peak; now > most && !peak.compare_exchange_weak(most, now);) {
  }
  return p;
}
template <>
void deallocate<Cpu>(void* p, std::size_t bytes) noexcept {
  std::free(p);
  held -= bytes;
}
template <>
std::size_t allocated_bytes<Cpu>() {
  return held;
}
template <>
std::size_t peak_allocated_bytes<Cpu>() {
  return peak;
}

template <>
void* allocate_on_host<Cpu>(std::size_t bytes) {
  void* const p = aligned(bytes);
  held_on_host += bytes;
  return p;
}
template <>
void deallocate_on_host<Cpu>(void* p, std::size_t bytes) noexcept {
  std::free(p);
  held_on_host -= bytes;
}
template <>
std::size_t allocated_on_host<Cpu>() {
  return held_on_host;
}

template <>
void copy_to_device(const Stream<Cpu>&, void* device, const void* host, std::size_t bytes) {
  std::memcpy(device, host, bytes);
}
template <>
void copy_to_host(const Stream<Cpu>&, void* host, const void* device, std::size_t bytes) {
  std::memcpy(host, device, bytes);
}
template <>
void copy_within_device(const Stream<Cpu>&, void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
}
template <>
void fill_zero(const Stream<Cpu>&, void* device, std::size_t bytes) {
  constexpr std::size_t share = 256 << 10; // bytes: clearing less costs no more than waking a thread does
  const auto shares = static_cast<std::ptrdiff_t>((bytes + share - 1) / share);
#pragma omp parallel for schedule(static) if (shares > 1)
  for (std::ptrdiff_t i = 0; i < shares; ++i)
    std::memset(static_cast<std::byte*>(device) + i * share, 0, std::min(share, bytes - i * share));
}

double Stream<Cpu>::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string Stream<Cpu>::description() const {
  const int threads = cpu_threads();
  return "cpu, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

template <>
DeviceRoom room_of_device<Cpu>() {
  return {{}, free_host_memory()};
}

std::size_t free_host_memory() {
  // "MemAvailable:   22000000 kB": with what the file cache would give back
  std::ifstream file("/proc/meminfo");
  std::string name;
  for (std::size_t kib = 0; file >> name >> kib; file.ignore(80, '\n'))
    if (name == "MemAvailable:") return kib << 10;
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void set_cpu_threads(int n) { omp_set_num_threads(n > 0 ? n : omp_get_num_procs()); }
int cpu_threads() { return omp_get_max_threads(); }

} // namespace ibsim
