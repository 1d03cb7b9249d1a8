#include "flow_run/bond_events_reporter.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "files/run_folder.hpp"
#include "flow_run/present_bonds.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"

#include <algorithm>
#include <numeric>

namespace ibsim {
namespace {

constexpr real event_piconewtons = 1000; ///< in a nN

/// Times of the clock of an adhesion are sums of steps, which round otherwise than the time of the run.
constexpr real clock_rounding = 1e-10;

struct BondEvent {
  real time;
  bool is_formed;
  Real3 ligand;
  real force, life;
};

} // namespace

std::vector<std::string> bond_event_titles() {
  return {"time (us)",     "object",        "name",          "bond",       "receptor", "event",
          "ligand x (um)", "ligand y (um)", "ligand z (um)", "force (pN)", "life (us)"};
}

bool has_bond_events(const FlowModel& model) {
  for (const ObjectKind& kind : model.objects)
    for (const AdhesionProperties& of : kind.adhesions)
      if (of.events) return true;
  return false;
}

template <class B>
BondEventsReporter<B>::BondEventsReporter(const OutputContext<B>& context)
    : OutputReporter<B>("bond events", context, context.output.series_every),
      table_(context, run_files(context.output.folder).bond_events_csv, bond_event_titles()),
      until_(std::max(context.mark("bond_events.csv").time, real{0})) {}

template <class B>
void BondEventsReporter<B>::write(Simulation<B>& simulation) {
  const FlowModel& model = simulation.model();
  const real now = simulation.time(), from = until_ + clock_rounding * now, to = now + clock_rounding * now;
  const auto is_new = [&](real time) { return time > 0 && time > from && time <= to; };
  std::vector<std::vector<CsvValue>> rows;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    for (std::size_t a = 0; a < of.adhesions.size(); ++a) {
      if (!of.adhesions[a].events) continue;
      const BondMemory memory = bond_memory(simulation, kind, a, true);
      const std::size_t all = memory.all(), before = rows.size();
      const auto place = [&](const LigandSurface::Anchor& anchor, real ago) { // walls have moved since
        const Real3 moved =
            ago * (anchor.upper ? memory.ligands.upper_velocity : memory.ligands.lower_velocity);
        return memory.ligands.place(anchor) - Real3{moved.x, 0, moved.z};
      };
      for (std::size_t i = 0; i < all; ++i) {
        const real born = memory.last[i], ended = memory.last[all + i], force = memory.last[2 * all + i],
                   born_before = std::abs(memory.broken[all + i]);
        std::vector<BondEvent> events;
        if (is_new(ended)) {
          const LigandSurface::Anchor anchor = memory.broken_anchor(i);
          if (is_new(born_before))
            events.push_back({born_before, true, place(anchor, ended - born_before), 0, 0});
          events.push_back({ended, false, place(anchor, 0), force, ended - born_before});
        }
        if (memory.is_bound(i) && is_new(born))
          events.push_back({born, true, place(memory.anchor(i), now - born), 0, 0});
        for (const BondEvent& e : events)
          rows.push_back({e.time, static_cast<double>(simulation.id_of(kind, i / memory.n)), of.name,
                          of.adhesions[a].bond, static_cast<double>(i % memory.n),
                          std::string(e.is_formed ? "formed" : "broken"), e.ligand.x, e.ligand.y, e.ligand.z,
                          event_piconewtons * e.force, e.life});
      }
      const std::size_t objects = memory.account.size() / 3;
      const real total = std::accumulate(memory.account.begin() + static_cast<std::ptrdiff_t>(objects),
                                         memory.account.end(), real{0});
      const auto [known, is_first] = all_before_.insert({std::to_string(kind) + "." + std::to_string(a), 0});
      const real missed = total - known->second - static_cast<real>(rows.size() - before);
      if (missed > 0 && (!is_first || until_ == 0) && !has_warned_) {
        has_warned_ = true;
        log::warning(
            text("bond_events.csv lacks %.0f events, of receptors that let go more than once between "
                 "two rows; bonds.csv counts them all. A shorter output.series_every shows them",
                 missed));
      }
      known->second = total;
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::get<double>(a.front()) < std::get<double>(b.front());
  });
  until_ = now;
  table_.append(rows);
}

template class BondEventsReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class BondEventsReporter<Cuda>;
#endif

} // namespace ibsim
