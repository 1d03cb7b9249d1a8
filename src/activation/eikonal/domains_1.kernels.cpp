// The first domain decomposition (Algorithm 9): a sweep of each sub-domain's list, then an exchange, by
// several kernels over the sub-domains that are active. A round:
//
//   sweep     q = least arrival at each active copy, within its sub-domain, reading the times of the round
//             before
//   commit    phi = q where that is news; the neighbours of such copies within their sub-domain are active
//             next
//   exchange  over the one list of pairs of twins: a later twin takes the time of an earlier one, and its
//             neighbours and its sub-domain are active next
//
// The host learns the number of active sub-domains in each round.
#include "eikonal/pull.hpp"
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "parallel/select.hpp"

namespace ibsim {

struct IsActiveDomain {
  const int* flags;
  IBSIM_HD bool operator()(Index i) const { return flags[i] != 0; }
};

template <class B, class T>
struct DomainSweeps {
  Array<T, B> phi, next;             ///< of copies
  Array<int, B> active, active_next; ///< copies
  Array<int, B> domain_active, domain_active_next;
  Array<Index, B> domain_list, count, lowered, lowered_count;
  Array<std::byte, B> space;

  DomainSweeps(const Stream<B>& stream, const DecompositionView& d)
      : phi(d.copies), next(d.copies), active(stream, d.copies), active_next(stream, d.copies),
        domain_active(stream, d.domains), domain_active_next(stream, d.domains), domain_list(d.domains),
        count(1), lowered(d.copies), lowered_count(stream, 1),
        space(select_work_space(stream, d.domains, IsActiveDomain{nullptr})) {}
};

template <class T>
IBSIM_IN_KERNEL void wake_neighbours(const MeshView<T>& cut, Index copy, int* active) {
  for (std::uint32_t i = cut.starts[copy]; i < cut.starts[copy + 1]; ++i) {
    const Tetrahedron t = cut.tetrahedra[cut.corners[i] >> 2];
    for (const Index v : t.vertex)
      if (v != copy && !active[v]) atomic_set(active + v);
  }
}

template <class B, class T>
void spread_start(const Stream<B>& stream, const MeshView<T>& cut, const DecompositionView& d, const T* phi,
                  DomainSweeps<B, T>& s) {
  T *of_copy = s.phi.data(), *next = s.next.data();
  int *active = s.active.data(), *domain_active = s.domain_active.data();
  for_each(stream, d.copies, [=] IBSIM_KERNEL(Index i) {
    of_copy[i] = next[i] = phi[d.vertex[i]];
    if (!(of_copy[i] < never<T>())) return;
    wake_neighbours(cut, i, active);
    atomic_set(domain_active + d.domain[i]);
  });
}

/// Sweep and commit of the `n` sub-domains in the list.
template <class B, class T, class S>
std::uint64_t sweep_domains(const Stream<B>& stream, const SolveTask<T>& task, const MeshView<T>& cut,
                            Index n, DomainSweeps<B, T>& s) {
  const DecompositionView d = task.decomposition;
  const T keep = task.keep;
  const Index* list = s.domain_list.data();
  T *phi = s.phi.data(), *next = s.next.data();
  int *active = s.active.data(), *active_next = s.active_next.data(),
      *domain_next = s.domain_active_next.data();
  std::uint64_t solves = 0;
  // the work of a sub-domain goes to as many blocks as it has copies for
  for (Index first = 0; first < n;) {
    const Index some = smaller<Index>(n - first, (1 << 30) / d.most_copies);
    const Index from = first;
    solves += static_cast<std::uint64_t>(
        sum<std::int64_t>(stream, some * d.most_copies, [=] IBSIM_KERNEL(Index item) {
          const Index domain = list[from + item / d.most_copies];
          const Index copy = d.first_copy[domain] + item % d.most_copies;
          if (copy >= d.first_copy[domain + 1] || !active[copy]) return std::int64_t{0};
          Index solved = 0;
          next[copy] = pull<S>(cut, phi, copy, solved);
          return std::int64_t{solved};
        }));
    first += some;
  }
  for (Index first = 0; first < n;) {
    const Index some = smaller<Index>(n - first, (1 << 30) / d.most_copies);
    const Index from = first;
    for_each(stream, some * d.most_copies, [=] IBSIM_KERNEL(Index item) {
      const Index domain = list[from + item / d.most_copies];
      const Index copy = d.first_copy[domain] + item % d.most_copies;
      if (copy >= d.first_copy[domain + 1] || !active[copy]) return;
      active[copy] = 0;
      if (next[copy] < keep * phi[copy]) {
        phi[copy] = next[copy];
        wake_neighbours(cut, copy, active_next);
        atomic_set(domain_next + domain);
      } else
        next[copy] = phi[copy];
    });
    first += some;
  }
  return solves;
}

/// Twins of the sub-domains that were swept; phi and next are equal before and after.
template <class B, class T>
void exchange(const Stream<B>& stream, const MeshView<T>& cut, const DecompositionView& d,
              DomainSweeps<B, T>& s) {
  T *phi = s.phi.data(), *next = s.next.data();
  const int* swept = s.domain_active.data();
  int *active_next = s.active_next.data(), *domain_next = s.domain_active_next.data();
  Index *lowered = s.lowered.data(), *count = s.lowered_count.data();
  s.lowered_count.zero(stream);
  for_each(stream, d.copies, [=] IBSIM_KERNEL(Index from) {
    if (d.first_twin[from] == d.first_twin[from + 1] || !swept[d.domain[from]]) return;
    for (Index j = d.first_twin[from]; j < d.first_twin[from + 1]; ++j) {
      const Index to = d.twin[j];
      if (next[from] < next[to] && atomic_lower(phi + to, next[from]) == next[to])
        lowered[atomic_next(count)] = to;
    }
  });
  for_each(stream, s.lowered_count.to_host(stream)[0], [=] IBSIM_KERNEL(Index i) {
    const Index to = lowered[i];
    next[to] = phi[to];
    wake_neighbours(cut, to, active_next);
    atomic_set(domain_next + d.domain[to]);
  });
}

template <class B, class T, class S>
void solve_domains_1(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const DecompositionView d = task.decomposition;
  const MeshView<T> cut = cut_mesh(task);
  for (int c = 0; c < task.cases; ++c) {
    T* times = task.phi + static_cast<std::size_t>(c) * task.mesh.vertices;
    DomainSweeps<B, T> s(stream, d);
    spread_start(stream, cut, d, times, s);
    while (true) {
      select(stream, d.domains, IsActiveDomain{s.domain_active.data()}, s.domain_list.data(), s.count.data(),
             s.space);
      const Index n = s.count.to_host(stream)[0];
      if (n == 0) break;
      ++statistics.rounds;
      s.domain_active_next.zero(stream);
      statistics.solves += sweep_domains<B, T, S>(stream, task, cut, n, s);
      exchange(stream, cut, d, s);
      std::swap(s.active, s.active_next);
      std::swap(s.domain_active, s.domain_active_next);
    }
    const T* of_copy = s.phi.data();
    for_each(stream, d.copies, [=] IBSIM_KERNEL(Index i) { times[d.vertex[i]] = of_copy[i]; }); // twins agree
  }
}

IBSIM_INSTANTIATE_SCHEDULE(solve_domains_1, ThisBackend)

} // namespace ibsim
