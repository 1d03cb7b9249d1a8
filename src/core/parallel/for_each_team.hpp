// for_each_team(stream, n, bytes, f): f(team, i) for i = 0 .. n-1, each by a team of work items that share
// `bytes` of fast memory and can wait for each other. For kernel files only. On CUDA a team is a block with
// shared memory, on the CPU one thread.
//
//   for_each_team(stream, n, bytes, [=] IBSIM_KERNEL(const Team& team, Index i) {
//     for (Index j = team.rank; j < m; j += team.size) ...;
//     team.wait();
//   });
#pragma once

#include "base/error.hpp"
#include "parallel/for_each.hpp"

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace ibsim {

#if defined(__CUDACC__)

constexpr int team_threads = 512;

struct Team {
  Index rank, size;
  std::byte* memory; ///< aligned to 16
  __device__ void wait() const { __syncthreads(); }
  /// True for all if it is for any; waits for all.
  __device__ bool any(bool mine) const { return __syncthreads_or(mine); }
};

template <int threads, class F>
__global__ void __launch_bounds__(threads) for_each_team_kernel(F f) {
  extern __shared__ __align__(16) std::byte team_memory[];
  f(Team{static_cast<Index>(threadIdx.x), static_cast<Index>(blockDim.x), team_memory},
    static_cast<Index>(blockIdx.x));
}

/// A positive number of each device, found when it is asked for first; by any thread.
class OfEachDevice {
 public:
  template <class Find>
  int get(int device, Find find) {
    if (device >= most) return find();
    int found = numbers_[device].load(std::memory_order_relaxed);
    if (found == 0) numbers_[device].store(found = find(), std::memory_order_relaxed);
    return found;
  }

 private:
  static constexpr int most = 64; // a host has fewer; beyond, each is asked every time
  std::atomic<int> numbers_[most] = {};
};

/// Bytes that a team can have.
inline std::size_t most_team_memory(const Stream<Cuda>& stream) {
  static OfEachDevice bytes_of;
  return static_cast<std::size_t>(bytes_of.get(stream.device(), [&] {
    int bytes = 0;
    check_cuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, stream.device()),
               "asking for its shared memory");
    return bytes;
  }));
}

/// @tparam threads of a team: the fewer, the more registers has each
template <int threads = team_threads, class F>
void for_each_team(const Stream<Cuda>& stream, Index n, std::size_t bytes, F f) {
  if (n <= 0) return;
  static OfEachDevice allowed; // all that there is, not `bytes`, which the next call may have more of
  allowed.get(stream.device(), [&] {
    const int bytes_of_all = static_cast<int>(most_team_memory(stream));
    check_cuda(cudaFuncSetAttribute((for_each_team_kernel<threads, F>),
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes_of_all),
               "asking for shared memory");
    return bytes_of_all;
  });
  for_each_team_kernel<threads><<<n, threads, bytes, static_cast<cudaStream_t>(stream.handle())>>>(f);
  check_cuda(cudaGetLastError(), "kernel launch");
}

#else

struct Team {
  Index rank, size;
  std::byte* memory;
  void wait() const {}
  bool any(bool mine) const { return mine; }
};

inline std::size_t most_team_memory(const Stream<Cpu>&) { return std::size_t{1} << 30; }

template <int = 1, class F>
void for_each_team(const Stream<Cpu>&, Index n, std::size_t bytes, F f) {
#pragma omp parallel if (n > 1)
  {
    std::vector<std::max_align_t> memory(bytes / sizeof(std::max_align_t) + 1);
#pragma omp for schedule(dynamic)
    for (Index i = 0; i < n; ++i) f(Team{0, 1, reinterpret_cast<std::byte*>(memory.data())}, i);
  }
}

#endif

} // namespace ibsim
