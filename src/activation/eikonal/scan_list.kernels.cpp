// Algorithm 8: the fast iterative method with lists compacted by scans (Algorithm 6), corrected. A round:
//
//   1  list = the active vertices, compacted; their incidences (tetrahedron, corner), gathered to addresses
//      from an exclusive scan of their numbers
//   2  q_x = least arrival over all incidences of x, a work item each, reading the old times
//   3  x has converged if phi_x is finite and q_x is no news (not q < (1 - tolerance) phi); phi_x =
//      min(phi_x, q_x)
//   4  converged vertices leave the list; their neighbours that are not in it, each once, are gathered
//   5  q for these as in 1 and 2; where it is news, phi = q, and the vertex becomes active
//
// The paper's lines 8 to 12 compare each tetrahedron by itself and never store q; its scan (6) is inclusive
// and races, where addresses need an exclusive one; and infinity minus infinity is no number.
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "parallel/scan.hpp"
#include "parallel/select.hpp"

#include <algorithm>

namespace ibsim {

struct IsSet {
  const int* flags;
  IBSIM_HD bool operator()(Index i) const { return flags[i] != 0; }
};

/// The arrays of a solve, each made once (`items` grows to what a round needs).
template <class B, class T>
struct ScanLists {
  Array<int, B> active, candidate;
  Array<Index, B> list, starts, count, owner;
  Array<std::uint32_t, B> items;
  Array<T, B> q;
  Array<std::byte, B> select_space, scan_space;

  ScanLists(const Stream<B>& stream, Index n)
      : active(stream, n), candidate(stream, n), list(n), starts(n + 1), count(1), q(n),
        select_space(select_work_space(stream, n, IsSet{nullptr})), scan_space(scan_work_space(stream, n)) {}
};

/// list = all x with flag, ascending; how many.
template <class B, class T>
Index compact(const Stream<B>& stream, Index n, const Array<int, B>& flags, ScanLists<B, T>& lists) {
  select(stream, n, IsSet{flags.data()}, lists.list.data(), lists.count.data(), lists.select_space);
  return lists.count.to_host(stream)[0];
}

/// items = the incidences of the list's vertices, one after the other, and their owners' places in the list.
template <class B, class T>
Index gather(const Stream<B>& stream, const MeshView<T>& mesh, Index n, ScanLists<B, T>& lists) {
  const Index* list = lists.list.data();
  Index* starts = lists.starts.data();
  for_each(stream, n + 1, [=] IBSIM_KERNEL(Index i) {
    starts[i] = i < n ? static_cast<Index>(mesh.starts[list[i] + 1] - mesh.starts[list[i]]) : 0;
  });
  exclusive_scan(stream, n, starts, starts, lists.scan_space);
  Index total = 0;
  copy_to_host(stream, &total, starts + n, sizeof total);
  if (lists.items.size() < static_cast<std::size_t>(total)) {
    const std::size_t size =
        std::max<std::size_t>(static_cast<std::size_t>(total), lists.items.size() * 3 / 2);
    lists.items = Array<std::uint32_t, B>(size);
    lists.owner = Array<Index, B>(size);
  }
  std::uint32_t* items = lists.items.data();
  Index* owner = lists.owner.data();
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const std::uint32_t first = mesh.starts[list[i]];
    for (Index j = starts[i]; j < starts[i + 1]; ++j) {
      items[j] = mesh.corners[first + static_cast<std::uint32_t>(j - starts[i])];
      owner[j] = i;
    }
  });
  return total;
}

/// q_i = least arrival at the list's vertex i.
template <class B, class T, class S>
std::uint64_t arrivals(const Stream<B>& stream, const MeshView<T>& mesh, const T* phi, Index n,
                       ScanLists<B, T>& lists) {
  const Index total = gather(stream, mesh, n, lists);
  const Index *list = lists.list.data(), *owner = lists.owner.data();
  const std::uint32_t* items = lists.items.data();
  T* q = lists.q.data();
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) { q[i] = phi[list[i]]; });
  return static_cast<std::uint64_t>(sum<std::int64_t>(stream, total, [=] IBSIM_KERNEL(Index j) {
    const auto cell = static_cast<Index>(items[j] >> 2);
    const Tetrahedron t = mesh.tetrahedra[cell];
    const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
    const typename S::template Loaded<T> loaded(mesh, cell, t);
    const T arrives = arrival_at(static_cast<int>(items[j] & 3), loaded, of);
    if (arrives < q[owner[j]]) atomic_lower(q + owner[j], arrives);
    return std::int64_t{arrives < never<T>()};
  }));
}

/// Steps 3 and 4 for the list's vertices.
template <class B, class T>
void retire(const Stream<B>& stream, const SolveTask<T>& task, T* phi, Index n, ScanLists<B, T>& lists) {
  const MeshView<T> mesh = task.mesh;
  const T keep = task.keep;
  const Index* list = lists.list.data();
  T* q = lists.q.data();
  int *active = lists.active.data(), *candidate = lists.candidate.data();
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const Index x = list[i];
    const T old = phi[x];
    phi[x] = smaller(old, q[i]);
    if (old < never<T>() && !(q[i] < keep * old)) active[x] = -1; // has converged; leaves below
  });
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const Index x = list[i];
    if (active[x] != -1) return;
    for (std::uint32_t j = mesh.starts[x]; j < mesh.starts[x + 1]; ++j) {
      const Tetrahedron t = mesh.tetrahedra[mesh.corners[j] >> 2];
      for (const Index v : t.vertex)
        if (!active[v]) candidate[v] = 1;
    }
  });
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    if (active[list[i]] == -1) active[list[i]] = 0;
  });
}

/// Step 5 for the candidates, which are the list now.
template <class B, class T>
void activate(const Stream<B>& stream, const SolveTask<T>& task, T* phi, Index n, ScanLists<B, T>& lists) {
  const T keep = task.keep;
  const Index* list = lists.list.data();
  const T* q = lists.q.data();
  int *active = lists.active.data(), *candidate = lists.candidate.data();
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const Index x = list[i];
    candidate[x] = 0;
    if (!(q[i] < keep * phi[x])) return;
    phi[x] = q[i];
    active[x] = 1;
  });
}

template <class B, class T>
void start(const Stream<B>& stream, const MeshView<T>& mesh, const T* phi, ScanLists<B, T>& lists) {
  int* active = lists.active.data();
  for_each(stream, mesh.vertices, [=] IBSIM_KERNEL(Index x) {
    if (phi[x] < never<T>())
      for (std::uint32_t j = mesh.starts[x]; j < mesh.starts[x + 1]; ++j) {
        const Tetrahedron t = mesh.tetrahedra[mesh.corners[j] >> 2];
        for (const Index v : t.vertex)
          if (v != x) atomic_set(active + v);
      }
  });
}

template <class B, class T, class S>
void solve_scan(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const Index vertices = task.mesh.vertices;
  ScanLists<B, T> lists(stream, vertices);
  for (int c = 0; c < task.cases; ++c) {
    T* phi = task.phi + static_cast<std::size_t>(c) * vertices;
    start(stream, task.mesh, phi, lists);
    while (const Index n = compact(stream, vertices, lists.active, lists)) {
      ++statistics.rounds;
      statistics.solves += arrivals<B, T, S>(stream, task.mesh, phi, n, lists);
      retire(stream, task, phi, n, lists);
      const Index candidates = compact(stream, vertices, lists.candidate, lists);
      if (candidates == 0) continue;
      statistics.solves += arrivals<B, T, S>(stream, task.mesh, phi, candidates, lists);
      activate(stream, task, phi, candidates, lists);
    }
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_scan, ThisBackend)

} // namespace ibsim
