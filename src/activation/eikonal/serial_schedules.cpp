// Algorithms 3 and 4, one vertex after the other, with the start corrected: sources never change, so the
// lists begin with their neighbours (the sources themselves are in them too, for a later source may be
// reached by an earlier one).
#include "eikonal/pull.hpp"
#include "eikonal/schedules.hpp"

#include <deque>

namespace ibsim {
namespace {

/// Adds x's neighbours that are not in the list yet.
template <class T, class List>
void add_neighbours(const MeshView<T>& mesh, Index x, std::vector<unsigned char>& listed, List& list) {
  for (std::uint32_t i = mesh.starts[x]; i < mesh.starts[x + 1]; ++i)
    for (const Index v : mesh.tetrahedra[mesh.corners[i] >> 2].vertex)
      if (v != x && !listed[v]) {
        listed[v] = 1;
        list.push_back(v);
      }
}

/// True if x is reached earlier than it was known to be.
template <class S, class T>
bool improve(const SolveTask<T>& task, T* phi, Index x, SolveStatistics& statistics) {
  Index solves = 0;
  const T q = pull<S>(task.mesh, phi, x, solves);
  statistics.solves += static_cast<std::uint64_t>(solves);
  if (!(q < task.keep * phi[x])) return false;
  phi[x] = q;
  return true;
}

} // namespace

template <class T, class S>
void solve_list(const SolveTask<T>& task, SolveStatistics& statistics) {
  const Index n = task.mesh.vertices;
  for (int c = 0; c < task.cases; ++c) {
    T* phi = task.phi + static_cast<std::size_t>(c) * n;
    std::vector<unsigned char> listed(static_cast<std::size_t>(n), 0);
    std::deque<Index> list;
    for (Index x = 0; x < n; ++x)
      if (phi[x] < never<T>()) add_neighbours(task.mesh, x, listed, list);
    while (!list.empty()) {
      const Index x = list.front();
      list.pop_front();
      listed[x] = 0;
      ++statistics.rounds;
      if (improve<S>(task, phi, x, statistics)) add_neighbours(task.mesh, x, listed, list);
    }
  }
}

template <class T, class S>
void solve_sweeping(const SolveTask<T>& task, SolveStatistics& statistics) {
  const Index n = task.mesh.vertices;
  for (int c = 0; c < task.cases; ++c) {
    T* phi = task.phi + static_cast<std::size_t>(c) * n;
    std::vector<unsigned char> listed(static_cast<std::size_t>(n), 0);
    std::vector<Index> list, next;
    for (Index x = 0; x < n; ++x)
      if (phi[x] < never<T>()) add_neighbours(task.mesh, x, listed, list);
    for (; !list.empty(); ++statistics.rounds) {
      next.clear();
      for (const Index x : list) listed[x] = 0;
      for (const Index x : list)
        if (improve<S>(task, phi, x, statistics)) add_neighbours(task.mesh, x, listed, next);
      list.swap(next);
    }
  }
}

#define IBSIM_INSTANTIATE(T, S)                                                                              \
  template void solve_list<T, S>(const SolveTask<T>&, SolveStatistics&);                                     \
  template void solve_sweeping<T, S>(const SolveTask<T>&, SolveStatistics&);
IBSIM_INSTANTIATE(float, EdgeLengths)
IBSIM_INSTANTIATE(float, AllProducts)
IBSIM_INSTANTIATE(float, Coordinates)
IBSIM_INSTANTIATE(double, EdgeLengths)
IBSIM_INSTANTIATE(double, AllProducts)
IBSIM_INSTANTIATE(double, Coordinates)

} // namespace ibsim
