// exclusive_scan(stream, n, counts, starts, work_space): starts[i] = counts[0] + .. + counts[i-1],
// i = 0 .. n-1, and starts[n] the sum of all. For kernel files only.
//
// Sums of whole numbers, so the result is the same on all backends and for any number of threads. `counts`
// and `starts` have n + 1 elements (counts[n] is read and must be 0) and may be the same array. CUB's
// single-pass scan, or two passes over chunks of the list on the CPU. On CUDA nothing is allocated if
// work_space holds scan_work_space(stream, most n) bytes, and nothing waits.
#pragma once

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

#if defined(__CUDACC__)
#include <cub/device/device_scan.cuh>
#endif

#include <algorithm>
#include <utility>

namespace ibsim {

#if defined(__CUDACC__)

inline std::size_t scan_work_space(const Stream<Cuda>& stream, Index most) {
  std::size_t bytes = 0;
  check_cuda(cub::DeviceScan::ExclusiveSum(nullptr, bytes, static_cast<const Index*>(nullptr),
                                           static_cast<Index*>(nullptr), most + 1,
                                           static_cast<cudaStream_t>(stream.handle())),
             "setting up a scan");
  return bytes;
}

inline void exclusive_scan(const Stream<Cuda>& stream, Index n, const Index* counts, Index* starts,
                           Array<std::byte, Cuda>& work_space) {
  std::size_t bytes = work_space.size();
  check_cuda(cub::DeviceScan::ExclusiveSum(work_space.data(), bytes, counts, starts, n + 1,
                                           static_cast<cudaStream_t>(stream.handle())),
             "a scan");
}

#else

inline std::size_t scan_work_space(const Stream<Cpu>&, Index) { return 0; }

inline void exclusive_scan(const Stream<Cpu>& stream, Index n, const Index* counts, Index* starts,
                           Array<std::byte, Cpu>&) {
  constexpr Index most_chunks = 64, smallest_chunk = 4096;
  const Index items = n + 1, chunk = std::max(smallest_chunk, (items - 1) / most_chunks + 1),
              chunks = (items - 1) / chunk + 1;
  Index sum[most_chunks] = {}; // first of each chunk, then of all before it
  Index* sum_of = sum;
  for_each_piece(stream, chunks, [=](Index c) {
    for (Index i = c * chunk; i < std::min(items, (c + 1) * chunk); ++i) sum_of[c] += counts[i];
  });
  Index total = 0;
  for (Index c = 0; c < chunks; ++c) total += std::exchange(sum[c], total);
  for_each_piece(stream, chunks, [=](Index c) {
    Index next = sum_of[c];
    for (Index i = c * chunk; i < std::min(items, (c + 1) * chunk); ++i) {
      const Index count = counts[i];
      starts[i] = next;
      next += count;
    }
  });
}

#endif

} // namespace ibsim
