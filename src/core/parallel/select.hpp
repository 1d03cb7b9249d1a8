// select(stream, n, wanted, out, count, work_space): the i of 0 .. n-1 with wanted(i), ascending, and how
// many, both on the device. For kernel files only. CUB's device-wide selection, or two passes over chunks of
// the list on the CPU.
//
// `wanted` is a functor with IBSIM_HD bool operator()(Index) const, not a lambda. On CUDA nothing is
// allocated if work_space holds select_work_space(stream, most n, wanted) bytes, and nothing waits.
#pragma once

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

#if defined(__CUDACC__)
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#endif

#include <algorithm>
#include <utility>

namespace ibsim {

#if defined(__CUDACC__)

template <class Wanted>
std::size_t select_work_space(const Stream<Cuda>& stream, Index most, Wanted wanted) {
  std::size_t bytes = 0;
  check_cuda(cub::DeviceSelect::If(nullptr, bytes, thrust::counting_iterator<Index>(0),
                                   static_cast<Index*>(nullptr), static_cast<Index*>(nullptr), most, wanted,
                                   static_cast<cudaStream_t>(stream.handle())),
             "setting up a selection");
  return bytes;
}

template <class Wanted>
void select(const Stream<Cuda>& stream, Index n, Wanted wanted, Index* out, Index* count,
            Array<std::byte, Cuda>& work_space) {
  std::size_t bytes = work_space.size();
  check_cuda(cub::DeviceSelect::If(work_space.data(), bytes, thrust::counting_iterator<Index>(0), out, count,
                                   n, wanted, static_cast<cudaStream_t>(stream.handle())),
             "a selection");
}

#else

template <class Wanted>
std::size_t select_work_space(const Stream<Cpu>&, Index, Wanted) {
  return 0;
}

template <class Wanted>
void select(const Stream<Cpu>& stream, Index n, Wanted wanted, Index* out, Index* count,
            Array<std::byte, Cpu>&) {
  constexpr Index most_chunks = 64, smallest_chunk = 2048;
  const Index chunk = std::max(smallest_chunk, (n - 1) / most_chunks + 1), chunks = (n - 1) / chunk + 1;
  // the end of the last chunk may be past what an Index can hold
  const auto end_of = [=](Index c) { return static_cast<Index>(std::min<Size>(n, (c + Size{1}) * chunk)); };
  Index place[most_chunks] = {}; // first how many each chunk has, then where they go
  Index* place_of = place;
  for_each_piece(stream, chunks, [=](Index c) {
    for (Index i = c * chunk; i < end_of(c); ++i) place_of[c] += wanted(i);
  });
  *count = 0;
  for (Index c = 0; c < chunks; ++c) *count += std::exchange(place[c], *count);
  for_each_piece(stream, chunks, [=](Index c) {
    Index next = place_of[c];
    for (Index i = c * chunk; i < end_of(c); ++i)
      if (wanted(i)) out[next++] = i;
  });
}

#endif

} // namespace ibsim
