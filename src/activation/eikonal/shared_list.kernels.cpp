// Algorithm 5: the sweeps of Algorithm 4 with their list shared out among threads.
//
// A round: q_x = least arrival at x, for all x of the list, reading the times of the round before; then phi_x
// = q_x where that is news, and the neighbours of such x, each once, are the next list. Lists are gathered by
// an atomic count: their order differs from run to run, the times do not.
#include "eikonal/pull.hpp"
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {

/// Adds the neighbours of x to a list of `count`, each once.
template <class T>
IBSIM_IN_KERNEL void add_neighbours(const MeshView<T>& mesh, Index x, int* listed, Index* list,
                                    Index* count) {
  for (std::uint32_t i = mesh.starts[x]; i < mesh.starts[x + 1]; ++i) {
    const Tetrahedron t = mesh.tetrahedra[mesh.corners[i] >> 2];
    for (const Index v : t.vertex)
      if (v != x && !listed[v] && !atomic_set(listed + v)) list[atomic_next(count)] = v;
  }
}

template <class B, class T>
void first_list(const Stream<B>& stream, const MeshView<T>& mesh, const T* phi, int* listed, Index* list,
                Index* count) {
  for_each(stream, mesh.vertices, [=] IBSIM_KERNEL(Index x) {
    if (phi[x] < never<T>()) add_neighbours(mesh, x, listed, list, count);
  });
}

template <class B, class T, class S>
std::uint64_t shared_round(const Stream<B>& stream, const SolveTask<T>& task, T* phi, T* next, int* listed,
                           const Index* list, Index n, Index* next_list, Index* count) {
  const MeshView<T> mesh = task.mesh;
  const T keep = task.keep;
  const std::int64_t solves = sum<std::int64_t>(stream, n, [=] IBSIM_KERNEL(Index i) {
    Index solved = 0;
    next[i] = pull<S>(mesh, phi, list[i], solved);
    listed[list[i]] = 0;
    return std::int64_t{solved};
  });
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
    const Index x = list[i];
    if (!(next[i] < keep * phi[x])) return;
    phi[x] = next[i];
    add_neighbours(mesh, x, listed, next_list, count);
  });
  return static_cast<std::uint64_t>(solves);
}

template <class B, class T, class S>
void solve_shared(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const auto vertices = static_cast<std::size_t>(task.mesh.vertices);
  Array<T, B> next(vertices);
  Array<int, B> listed(stream, vertices);
  Array<Index, B> list(vertices), next_list(vertices), count(stream, 1);
  for (int c = 0; c < task.cases; ++c) {
    T* phi = task.phi + static_cast<std::size_t>(c) * vertices;
    first_list(stream, task.mesh, phi, listed.data(), list.data(), count.data());
    for (Index n = count.to_host(stream)[0]; n > 0; n = count.to_host(stream)[0]) {
      count.zero(stream);
      statistics.solves += shared_round<B, T, S>(stream, task, phi, next.data(), listed.data(), list.data(),
                                                 n, next_list.data(), count.data());
      std::swap(list, next_list);
      ++statistics.rounds;
    }
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_shared, ThisBackend)

} // namespace ibsim
