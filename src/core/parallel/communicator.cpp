#include "parallel/communicator.hpp"

#include "parallel/with_cuda.hpp"

#include <vector>

namespace ibsim {

template <class B>
void exchange_halo(const Stream<B>& stream, const Communicator<B>& communicator, void* own,
                   std::size_t plane_bytes, Index planes, Index halo, int fields, std::size_t field_bytes) {
  if (halo == 0) return;
  if (planes < halo) throw std::invalid_argument("a rank needs at least as many planes as its halo");
  const int ranks = communicator.size(), rank = communicator.rank(), above = (rank + 1) % ranks,
            below = (rank + ranks - 1) % ranks;
  const std::size_t ghosts = static_cast<std::size_t>(halo) * plane_bytes,
                    all = static_cast<std::size_t>(planes) * plane_bytes;
  // downwards, then upwards: with two ranks, where above is below, both list the same order
  std::byte* const first = static_cast<std::byte*>(own);
  const auto rows = static_cast<std::size_t>(fields);
  const Exchanged parts[] = {
      {below, first, ghosts, nullptr, 0, rows, field_bytes},
      {above, nullptr, 0, first + all, ghosts, 1, 0, rows, field_bytes},
      {above, first + all - ghosts, ghosts, nullptr, 0, rows, field_bytes},
      {below, nullptr, 0, first - ghosts, ghosts, 1, 0, rows, field_bytes},
  };
  communicator.exchange(stream, parts, MessagesOf::halos);
}

template <class B>
void broadcast(const Stream<B>& stream, const Communicator<B>& communicator, void* data, std::size_t bytes) {
  std::vector<Exchanged> parts;
  if (communicator.rank() != 0)
    parts.push_back({0, nullptr, 0, data, bytes});
  else
    for (int r = 1; r < communicator.size(); ++r) parts.push_back({r, data, bytes, nullptr, 0});
  if (communicator.size() > 1) communicator.exchange(stream, parts);
}

template <class B>
void gather(const Stream<B>& stream, const Communicator<B>& communicator, const void* mine, void* all,
            std::span<const std::size_t> sizes, MessagesOf what) {
  std::vector<Exchanged> parts;
  const std::size_t own = sizes[static_cast<std::size_t>(communicator.rank())];
  auto* to = static_cast<std::byte*>(all);
  for (int r = 0; r < communicator.size(); ++r) {
    const std::size_t from_it = sizes[static_cast<std::size_t>(r)];
    parts.push_back({r, mine, own, to, from_it});
    to += from_it;
  }
  communicator.exchange(stream, parts, what);
}

template void exchange_halo(const Stream<Cpu>&, const Communicator<Cpu>&, void*, std::size_t, Index, Index,
                            int, std::size_t);
template void broadcast(const Stream<Cpu>&, const Communicator<Cpu>&, void*, std::size_t);
template void gather(const Stream<Cpu>&, const Communicator<Cpu>&, const void*, void*,
                     std::span<const std::size_t>, MessagesOf);
#if defined(IBSIM_WITH_CUDA)
template void exchange_halo(const Stream<Cuda>&, const Communicator<Cuda>&, void*, std::size_t, Index, Index,
                            int, std::size_t);
template void broadcast(const Stream<Cuda>&, const Communicator<Cuda>&, void*, std::size_t);
template void gather(const Stream<Cuda>&, const Communicator<Cuda>&, const void*, void*,
                     std::span<const std::size_t>, MessagesOf);
#endif

} // namespace ibsim
