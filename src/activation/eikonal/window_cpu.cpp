// The default schedule on the CPU: push with a window.
//
// The list holds the dirty vertices, those whose time has changed since it was last pushed. A round
//
//   1  takes those with phi <= least dirty phi + window; each tetrahedron that has one is solved, into its
//      other corners, reading the times of the round before; minima go into a second array
//   2  takes the minima over: vertices that were lowered are dirty, the others of the list that were taken
//      are clean
//
// Outside a round both arrays are equal, so the thread that lowers a vertex first sees that, and lists it.
// Minima are the same in any order: the times repeat to the bit, for any number of threads. Calls of the
// local solver are collected and done in batches, by vector instructions. Many cases at once are shared out
// whole.
#include "base/wall_clock.hpp"
#include "eikonal/batched_solver.hpp"
#include "eikonal/push.hpp"
#include "eikonal/schedules.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/device.hpp"
#include "parallel/for_each.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace ibsim {
namespace {

/// What a share of the list leaves: vertices lowered, the next list and its least time.
template <class T>
struct Share {
  std::vector<Index> lowered, next;
  T least;
  std::uint64_t solves;
};

/// The calls of one incidence of a source, as push() of push.hpp, into a batch with room for four more.
template <class S, class T>
inline void collect(const MeshView<T>& mesh, const T* phi, T limit, std::uint32_t incidence,
                    SolverBatch<T>& batch) {
  const auto cell = static_cast<Index>(incidence >> 2);
  const Tetrahedron& t = mesh.tetrahedra[cell];
  const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
  const int sources = sources_among(of, limit);
  if (sources & ((1 << (incidence & 3)) - 1)) return; // another does it
  const typename S::template Loaded<T> loaded(mesh, cell, t);
  const T time[4] = {std::fabs(of[0]), std::fabs(of[1]), std::fabs(of[2]), std::fabs(of[3])};
  const auto into = [&]<int c>(std::integral_constant<int, c>) {
    constexpr Role r = role_of(c);
    const T p1 = time[r.corner[0]], p2 = time[r.corner[1]], p3 = time[r.corner[2]];
    if (!(sources & ~(1 << c)) || !(smaller(smaller(p1, p2), p3) < time[c])) return;
    batch.add(p1, p2, p3, loaded.template at<c>(), t.vertex[c], of[c]);
  };
  into(std::integral_constant<int, 0>());
  into(std::integral_constant<int, 1>());
  into(std::integral_constant<int, 2>());
  into(std::integral_constant<int, 3>());
}

template <class T, class S>
void solve_case(const Stream<Cpu>& stream, const SolveTask<T>& task, T* phi, SolveStatistics& statistics) {
  const MeshView<T> mesh = task.mesh;
  std::vector<T> minima(phi, phi + mesh.vertices);
  std::vector<Index> list;
  T* next = minima.data();
  T least = never<T>();
  for (Index x = 0; x < mesh.vertices; ++x)
    if (phi[x] < never<T>()) {
      least = smaller(least, phi[x]);
      phi[x] = -phi[x];
      list.push_back(x);
    }
  std::vector<Share<T>> all_shares(static_cast<std::size_t>(4 * cpu_threads()));
  Share<T>* shares = all_shares.data();
  constexpr Index smallest_share = 64;
  const double begin = now();
  while (!list.empty()) {
    if (statistics.rounds > 0 && now() - begin > statistics.most_seconds) {
      statistics.complete = false;
      return;
    }
    const auto n = static_cast<Index>(list.size());
    const Index count = std::clamp<Index>(n / smallest_share, 1, static_cast<Index>(all_shares.size()));
    const T limit = least + task.window, keep = task.keep;
    const Index* of = list.data();
    const auto first = [=](Index s) { return static_cast<Index>(std::int64_t{n} * s / count); };
    for_each_piece(stream, count, [=](Index s) {
      Share<T>& share = shares[s];
      share.lowered.clear();
      share.solves = 0;
      SolverBatch<T> batch;
      const auto flush = [&] {
        batch.solve();
        for (int i = 0; i < batch.size; ++i) {
          const T old = batch.old[i], arrives = batch.arrival[i];
          if (arrives < keep * std::fabs(old) && atomic_lower(next + batch.target[i], arrives) == old &&
              !is_dirty(old))
            share.lowered.push_back(batch.target[i]);
        }
        share.solves += static_cast<std::uint64_t>(batch.size);
        batch.size = 0;
      };
      for (Index i = first(s); i < first(s + 1); ++i) {
        const Index x = of[i];
        if (!is_source(phi[x], limit)) continue;
        for (std::uint32_t j = mesh.starts[x]; j < mesh.starts[x + 1]; ++j) {
          collect<S>(mesh, phi, limit, mesh.corners[j], batch);
          if (batch.size > SolverBatch<T>::most - 4) flush();
        }
      }
      flush();
    });
    for_each_piece(stream, count, [=](Index s) {
      Share<T>& share = shares[s];
      share.next.clear();
      share.least = never<T>();
      const auto keep_dirty = [&share, phi, next](Index x) {
        phi[x] = -next[x];
        share.least = smaller(share.least, next[x]);
        share.next.push_back(x);
      };
      for (Index i = first(s); i < first(s + 1); ++i) {
        const Index x = of[i];
        if (next[x] < -phi[x] || !is_source(phi[x], limit))
          keep_dirty(x);
        else
          phi[x] = -phi[x];
      }
      for (const Index x : share.lowered) keep_dirty(x);
    });
    list.clear();
    least = never<T>();
    for (Index s = 0; s < count; ++s) {
      list.insert(list.end(), shares[s].next.begin(), shares[s].next.end());
      least = smaller(least, shares[s].least);
      statistics.solves += shares[s].solves;
    }
    ++statistics.rounds;
  }
}

} // namespace

template <class B, class T, class S>
void solve_window(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const auto n = static_cast<std::size_t>(task.mesh.vertices);
  if (task.cases < 2 * cpu_threads()) {
    for (int c = 0; c < task.cases; ++c) solve_case<T, S>(stream, task, task.phi + c * n, statistics);
    return;
  }
  std::vector<SolveStatistics> each(static_cast<std::size_t>(task.cases));
  for (SolveStatistics& one : each) one.most_seconds = statistics.most_seconds;
  SolveStatistics* of = each.data();
  for_each_piece(stream, task.cases, [=, &task, &stream](Index c) { // loops within are then of one thread
    solve_case<T, S>(stream, task, task.phi + c * n, of[c]);
  });
  for (const SolveStatistics& s : each) {
    statistics.rounds += s.rounds, statistics.solves += s.solves;
    statistics.complete = statistics.complete && s.complete;
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_window, Cpu)

} // namespace ibsim
