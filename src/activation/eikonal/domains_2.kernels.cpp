// The second domain decomposition (Algorithm 10): each active sub-domain is solved by one team (a block)
// until nothing in it changes, then its interface values go to the twins.
//
// Times of a sub-domain stand in the team's fast memory, with its products where both fit. Values for twins
// go by an atomic minimum into the inbox of the next round, while the team reads that of the present one, so
// that it makes no difference which team comes first. A kernel of its own counts the sub-domains that have
// mail: the condition to end.
#include "base/error.hpp"
#include "eikonal/push.hpp"
#include "eikonal/schedules.hpp"
#include "parallel/array.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "parallel/for_each_team.hpp"
#include "parallel/reduce.hpp"
#include "parallel/select.hpp"

#include <utility>

namespace ibsim {

struct HasMail {
  const int* flags;
  IBSIM_HD bool operator()(Index i) const { return flags[i] != 0; }
};

template <class T>
struct DomainMail {
  T* state;          ///< of copies, as after the last round
  const T* inbox;    ///< of this round
  T* outbox;         ///< inbox of the next
  int* mail_next;    ///< domains that have some then
  const Index* list; ///< of domains that have some now
  Index* solves;     ///< of each domain
};

/// Every dirty copy of the team's sub-domain into the other corners of its tetrahedra.
template <class S, class T>
IBSIM_IN_KERNEL Index push_all(const Team& team, const MeshView<T>& local, const T* phi, T* next, T keep,
                               Index shift) {
  Index solves = 0;
  for (Index cell = team.rank; cell < local.cells; cell += team.size) {
    Tetrahedron t = local.tetrahedra[cell];
    const typename S::template Loaded<T> loaded(local, cell, t);
    for (Index& v : t.vertex) v -= shift;
    const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
    int sources = 0;
    for (int c = 0; c < 4; ++c) sources |= static_cast<int>(is_dirty(of[c])) << c;
    if (sources == 0) continue;
    const T time[4] = {std::fabs(of[0]), std::fabs(of[1]), std::fabs(of[2]), std::fabs(of[3])};
    const auto into = [&](int c, T arrives) {
      solves += arrives < never<T>();
      if (arrives < keep * time[c]) atomic_lower(next + t.vertex[c], arrives);
    };
    if (sources & ~1) into(0, arrival_at<0>(loaded, time));
    if (sources & ~2) into(1, arrival_at<1>(loaded, time));
    if (sources & ~4) into(2, arrival_at<2>(loaded, time));
    if (sources & ~8) into(3, arrival_at<3>(loaded, time));
  }
  return solves;
}

template <class S, class T>
IBSIM_IN_KERNEL void solve_domain(const Team& team, const SolveTask<T>& task, const MeshView<T>& cut,
                                  const DomainMail<T>& mail, Index domain, bool products_too) {
  const DecompositionView& d = task.decomposition;
  const Index first = d.first_copy[domain], n = d.first_copy[domain + 1] - first, cell = d.first_cell[domain];
  T *phi = reinterpret_cast<T*>(team.memory), *next = phi + n;
  MeshView<T> local = cut;
  local.cells = d.first_cell[domain + 1] - cell;
  local.tetrahedra = cut.tetrahedra + cell;
  local.numbers = cut.numbers + static_cast<std::size_t>(cell) * S::per_cell;

  bool news = false;
  for (Index i = team.rank; i < n; i += team.size) {
    const T before = mail.state[first + i], sent = mail.inbox[first + i];
    const bool is_news = sent < task.keep * before;
    next[i] = smaller(sent, before);
    phi[i] = is_news ? -sent : next[i];
    news |= is_news;
  }
  if (!team.any(news)) return;
  if (products_too) {
    T* near = phi + ((2 * n + 3) & ~3); // behind both, aligned to 16 bytes
    for (Index i = team.rank; i < local.cells * S::per_cell; i += team.size) near[i] = local.numbers[i];
    local.numbers = near;
    team.wait();
  }
  Index solves = 0;
  do {
    solves += push_all<S>(team, local, phi, next, task.keep, first);
    team.wait();
    news = false;
    for (Index i = team.rank; i < n; i += team.size) {
      const bool lowered = next[i] < std::fabs(phi[i]);
      phi[i] = lowered ? -next[i] : next[i];
      news |= lowered;
    }
  } while (team.any(news));
  for (Index i = team.rank; i < n; i += team.size) {
    const Index copy = first + i;
    if (!(phi[i] < mail.state[copy])) continue;
    mail.state[copy] = phi[i];
    for (Index j = d.first_twin[copy]; j < d.first_twin[copy + 1]; ++j) {
      const Index twin = d.twin[j];
      if (phi[i] < atomic_lower(mail.outbox + twin, phi[i])) atomic_set(mail.mail_next + d.domain[twin]);
    }
  }
  atomic_add_to(mail.solves + domain, solves);
}

/// Bytes of a block's fast memory that the times of a sub-domain take.
template <class T>
std::size_t bytes_of_times(const DecompositionView& d) {
  return (2 * static_cast<std::size_t>(d.most_copies) + 4) * sizeof(T);
}

template <class B, class T>
void require_domains_fit(const Stream<B>& stream, const DecompositionView& d) {
  const std::size_t values = bytes_of_times<T>(d), most = most_team_memory(stream);
  if (values > most)
    throw InputError("solve.domains: " + std::to_string(d.domains) +
                     " sub-domains are too large for the fast memory of a block: take at least " +
                     std::to_string(d.domains * (values / most + 1)));
}

template <class B, class T, class S>
void solve_domains_2(const Stream<B>& stream, const SolveTask<T>& task, SolveStatistics& statistics) {
  const DecompositionView d = task.decomposition;
  const MeshView<T> cut = cut_mesh(task);
  const std::size_t values = bytes_of_times<T>(d);
  const std::size_t most_cells = static_cast<std::size_t>(task.mesh.cells / d.domains + 1);
  const std::size_t products = most_cells * S::per_cell * sizeof(T), most = most_team_memory(stream);
  const bool products_too = values + products <= most;
  Array<T, B> state(d.copies), inbox(d.copies), outbox(d.copies);
  Array<int, B> mail(stream, d.domains), mail_next(stream, d.domains);
  Array<Index, B> list(d.domains), count(1), solves(stream, d.domains);
  Array<std::byte, B> space(select_work_space(stream, d.domains, HasMail{nullptr}));
  for (int c = 0; c < task.cases; ++c) {
    T* times = task.phi + static_cast<std::size_t>(c) * task.mesh.vertices;
    T *of_copy = state.data(), *in = inbox.data(), *out = outbox.data();
    int* has_mail = mail.data();
    for_each(stream, d.copies, [=] IBSIM_KERNEL(Index i) {
      of_copy[i] = out[i] = never<T>();
      in[i] = times[d.vertex[i]];
      if (in[i] < never<T>()) atomic_set(has_mail + d.domain[i]);
    });
    while (true) {
      select(stream, d.domains, HasMail{mail.data()}, list.data(), count.data(), space);
      const Index n = count.to_host(stream)[0];
      if (n == 0) break;
      ++statistics.rounds;
      mail_next.zero(stream);
      const DomainMail<T> post{state.data(),     inbox.data(), outbox.data(),
                               mail_next.data(), list.data(),  solves.data()};
      for_each_team(stream, n, products_too ? values + products : values,
                    [=] IBSIM_KERNEL(const Team& team, Index slot) {
                      solve_domain<S>(team, task, cut, post, post.list[slot], products_too);
                    });
      std::swap(inbox, outbox);
      std::swap(mail, mail_next);
    }
    const T* final_state = state.data();
    // twins agree but for changes within the tolerance
    for_each(stream, d.copies,
             [=] IBSIM_KERNEL(Index i) { atomic_lower(times + d.vertex[i], final_state[i]); });
  }
  for (const Index s : solves.to_host(stream)) statistics.solves += static_cast<std::uint64_t>(s);
}

IBSIM_INSTANTIATE_SCHEDULE(solve_domains_2, ThisBackend)
template void require_domains_fit<ThisBackend, float>(const Stream<ThisBackend>&, const DecompositionView&);
template void require_domains_fit<ThisBackend, double>(const Stream<ThisBackend>&, const DecompositionView&);

} // namespace ibsim
