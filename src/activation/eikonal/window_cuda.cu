// The default schedule on the GPU: push with a window, as in window_cpu.cpp, all rounds of all cases in one
// kernel.
//
// The blocks stand on the GPU all at once and wait for each other twice a round, so the host is not asked. A
// vertex of case c is the number c * vertices + v; lists hold the dirty vertices of all cases, each with its
// case's limit.
//
//   push   a warp takes some entries of the list, and shares out the incidences of those that are sources
//          among its lanes; vertices that are lowered and were clean are listed behind the list
//   take   a thread an entry: phi = +-next, the next list, its least times
//
// A round takes two barriers and two chains of dependent loads, whatever there is to do: 233 rounds of 3.07
// million tetrahedra take 27 us each on an H200 (6.3 ms), 488 of 24.4 million 55 us each (27 ms). Lanes of a
// warp differ in what their tetrahedra need: 11 of 32 are active on the mean.
#include "eikonal/push.hpp"
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/persistent.cuh"

#include <cooperative_groups.h>
#include <limits>

namespace ibsim {

constexpr int window_threads = 256;
/// Blocks on a multiprocessor; of 2 to 5 these were the fastest, although some registers go to memory.
template <class T>
constexpr int window_blocks = sizeof(T) == 4 ? 4 : 3;
constexpr int kept_rounds = 3; ///< counts are kept for the round before, this one and the next

struct WindowCounts {
  Index listed[kept_rounds];  ///< in the list of the round
  Index lowered[kept_rounds]; ///< behind it
  unsigned long long solves, rounds;
};

template <class T>
struct WindowLists {
  Index* list[2];
  T* next;
  T* least; ///< [kept_rounds][cases]
  WindowCounts* counts;
};

/// The place of an item in 0 .. total of a warp's lanes, each with `mine` items; all lanes call.
__device__ inline int warp_scan(int mine, int lane, int& total) {
  int sum = mine;
  for (int step = 1; step < 32; step *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += below;
  }
  total = __shfl_sync(0xffffffffu, sum, 31);
  return sum - mine;
}

/// Room for a warp's items in a list; where this lane's begin.
__device__ inline Index warp_reserve(Index* count, int mine, int lane) {
  int total = 0;
  const int before = warp_scan(mine, lane, total);
  Index base = 0;
  if (lane == 0 && total > 0) base = atomicAdd(count, total);
  return __shfl_sync(0xffffffffu, base, 0) + before;
}

template <class T, class S>
__device__ void push_entries(const SolveTask<T>& task, const WindowLists<T>& lists, const Index* list,
                             Index n, const T* least, Index* behind, Index* lowered, unsigned& solves) {
  const MeshView<T>& mesh = task.mesh;
  const int lane = static_cast<int>(threadIdx.x & 31);
  const Index warp = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const Index warps = static_cast<Index>(gridDim.x * blockDim.x / 32);
  // few entries a warp while there are few, so that all warps have some; neighbours of the list, of which
  // many are sources or none, go to different warps
  const Index each = min(Index{32}, max(Index{1}, (n + warps - 1) / warps));
  for (std::int64_t first = warp; first < n; first += std::int64_t{warps} * each) {
    const std::int64_t place = first + std::int64_t{warps} * lane;
    const bool has = lane < each && place < n;
    const Index item = has ? list[place] : 0;
    const Index of_case = item / mesh.vertices, x = item - of_case * mesh.vertices;
    T limit = 0;
    std::uint32_t start = 0;
    int degree = 0;
    if (has) {
      limit = least[of_case] + task.window;
      if (is_source(task.phi[item], limit)) {
        start = mesh.starts[x];
        degree = static_cast<int>(mesh.starts[x + 1] - start);
      }
    }
    int total = 0;
    const int before = warp_scan(degree, lane, total);
    for (int base = 0; base < total; base += 32) {
      const int mine = base + lane;
      int owner =
          0; // the last lane whose items begin at or before mine: among those of degree 0 the last has it
      for (int step = 16; step > 0; step /= 2) {
        const int begin = __shfl_sync(0xffffffffu, before, (owner + step) & 31);
        if (owner + step < 32 && begin <= mine) owner += step;
      }
      const std::uint32_t owner_start = __shfl_sync(0xffffffffu, start, owner);
      const int owner_before = __shfl_sync(0xffffffffu, before, owner);
      const Index owner_case = __shfl_sync(0xffffffffu, of_case, owner);
      const T owner_limit = __shfl_sync(0xffffffffu, limit, owner);
      Index found[4];
      int count = 0;
      if (mine < total) {
        const Index shift = owner_case * mesh.vertices;
        const auto lower = [&](Index v, T old, T arrives) {
          if (atomic_lower(lists.next + shift + v, arrives) == old && !is_dirty(old)) {
            if (count == 0)
              found[0] = shift + v;
            else if (count == 1)
              found[1] = shift + v;
            else if (count == 2)
              found[2] = shift + v;
            else
              found[3] = shift + v;
            ++count;
          }
        };
        solves += static_cast<unsigned>(
            push<S>(mesh, task.phi + shift, owner_limit, task.keep,
                    mesh.corners[owner_start + static_cast<std::uint32_t>(mine - owner_before)], lower));
      }
      const Index place = warp_reserve(lowered, count, lane);
      if (count > 0) behind[place] = found[0];
      if (count > 1) behind[place + 1] = found[1];
      if (count > 2) behind[place + 2] = found[2];
      if (count > 3) behind[place + 3] = found[3];
    }
  }
}

template <class T>
__device__ void take_over_entries(const SolveTask<T>& task, const WindowLists<T>& lists, const Index* list,
                                  Index n, Index all, const T* least, Index* next_list, Index* listed,
                                  T* next_least) {
  const int lane = static_cast<int>(threadIdx.x & 31);
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane; first < all;
       first += stride) {
    const std::int64_t i = first + lane;
    int dirty = 0;
    Index item = 0;
    if (i < all) {
      item = list[i];
      const T minimum = lists.next[item];
      const Index of_case = item / task.mesh.vertices;
      dirty = 1;
      if (i < n) {
        const T phi = task.phi[item];
        dirty = minimum < -phi || !is_source(phi, least[of_case] + task.window);
      }
      task.phi[item] = dirty ? -minimum : minimum;
      if (dirty && minimum < *static_cast<volatile T*>(next_least + of_case))
        atomic_lower(next_least + of_case, minimum);
    }
    const Index place = warp_reserve(listed, dirty, lane);
    if (dirty) next_list[place] = item;
  }
}

template <class T, class S>
__global__ void __launch_bounds__(window_threads, window_blocks<T>)
    window_kernel(SolveTask<T> task, WindowLists<T> lists) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  unsigned solves = 0;
  unsigned long long rounds = 0;
  for (int now = 0, next = 1;; ++rounds) {
    const Index n = lists.counts->listed[now];
    if (n == 0) break; // the same for all: nobody writes it until the next but one barrier
    const T* least = lists.least + static_cast<std::size_t>(now) * task.cases;
    Index *list = lists.list[rounds & 1], *next_list = lists.list[(rounds + 1) & 1];
    push_entries<T, S>(task, lists, list, n, least, list + n, lists.counts->lowered + now, solves);
    grid.sync();
    take_over_entries(task, lists, list, n, n + lists.counts->lowered[now], least, next_list,
                      lists.counts->listed + next, lists.least + static_cast<std::size_t>(next) * task.cases);
    const int later = next + 1 == kept_rounds ? 0 : next + 1;
    if (thread == 0) lists.counts->listed[later] = lists.counts->lowered[later] = 0;
    for (int c = thread; c < task.cases; c += static_cast<int>(gridDim.x * blockDim.x))
      lists.least[static_cast<std::size_t>(later) * task.cases + c] = never<T>();
    grid.sync();
    now = next, next = later;
  }
  for (int step = 16; step > 0; step /= 2) solves += __shfl_down_sync(0xffffffffu, solves, step);
  if ((threadIdx.x & 31) == 0) atomicAdd(&lists.counts->solves, static_cast<unsigned long long>(solves));
  if (thread == 0) lists.counts->rounds = rounds;
}

/// The first list of all cases; phi there gets its sign.
template <class T>
void first_entries(const Stream<Cuda>& stream, const SolveTask<T>& task, const WindowLists<T>& lists) {
  const Index n = task.mesh.vertices;
  T *phi = task.phi, *next = lists.next, *least = lists.least;
  Index *list = lists.list[0], *count = lists.counts->listed;
  for_each(stream, kept_rounds * task.cases, [=] IBSIM_KERNEL(Index i) { least[i] = never<T>(); });
  for_each(stream, n * task.cases, [=] IBSIM_KERNEL(Index i) {
    next[i] = phi[i];
    if (!(phi[i] < never<T>())) return;
    atomic_lower(least + i / n, phi[i]);
    list[atomic_next(count)] = i;
    phi[i] = -phi[i];
  });
}

template <class B, class T, class S>
void solve_window(const Stream<B>& stream, const SolveTask<T>& all, SolveStatistics& statistics) {
  const auto n = static_cast<std::size_t>(all.mesh.vertices);
  // as many cases at once as 2^30 numbers hold
  const int at_once = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(all.cases), (std::size_t{1} << 30) / n));
  const std::size_t items = n * static_cast<std::size_t>(at_once);
  Array<Index, Cuda> list(items), other_list(items);
  Array<T, Cuda> next(items), least(kept_rounds * static_cast<std::size_t>(at_once));
  Array<WindowCounts, Cuda> counts(1);
  for (int first = 0; first < all.cases; first += at_once) {
    SolveTask<T> task = all;
    task.cases = std::min(at_once, all.cases - first);
    task.phi = all.phi + n * static_cast<std::size_t>(first);
    counts.zero(stream);
    const WindowLists<T> lists{{list.data(), other_list.data()}, next.data(), least.data(), counts.data()};
    first_entries(stream, task, lists);
    launch_persistent(stream, &window_kernel<T, S>, window_threads, std::numeric_limits<std::int64_t>::max(),
                      task, lists);
    const WindowCounts done = counts.to_host(stream)[0];
    statistics.solves += done.solves;
    statistics.rounds += done.rounds;
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_window, Cuda)

} // namespace ibsim
