// Algorithm 2: the local solver on all tetrahedra, at all corners, until nothing changes.
//
// Traffic of a round: the mesh once. As many rounds as the longest path has edges.
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {

template <class B, class T, class S>
void naive_round(const Stream<B>& stream, const SolveTask<T>& task, const T* phi, T* next,
                 std::uint64_t& solves) {
  const MeshView<T> mesh = task.mesh;
  const T keep = task.keep;
  solves += static_cast<std::uint64_t>(sum<std::int64_t>(stream, mesh.cells, [=] IBSIM_KERNEL(Index cell) {
    const Tetrahedron t = mesh.tetrahedra[cell];
    const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
    const typename S::template Loaded<T> loaded(mesh, cell, t);
    std::int64_t solved = 0;
    for (int k = 0; k < 4; ++k) {
      const T q = arrival_at(k, loaded, of);
      solved += q < never<T>();
      if (q < keep * of[k]) atomic_lower(next + t.vertex[k], q);
    }
    return solved;
  }));
}

/// phi = next; the number of times that have changed.
template <class B, class T>
Index take_over(const Stream<B>& stream, Index n, T* phi, const T* next) {
  return sum<Index>(stream, n, [=] IBSIM_KERNEL(Index x) {
    const bool changed = next[x] < phi[x];
    if (changed) phi[x] = next[x];
    return Index{changed};
  });
}

template <class B, class T, class S>
void solve_naive(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const auto n = static_cast<std::size_t>(task.mesh.vertices);
  Array<T, B> next(n);
  for (int c = 0; c < task.cases; ++c) {
    T* phi = task.phi + static_cast<std::size_t>(c) * n;
    copy_within_device(stream, next.data(), phi, n * sizeof(T));
    do {
      naive_round<B, T, S>(stream, task, phi, next.data(), statistics.solves);
      ++statistics.rounds;
    } while (take_over(stream, task.mesh.vertices, phi, next.data()) > 0);
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_naive, ThisBackend)

} // namespace ibsim
