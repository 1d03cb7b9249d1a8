#include "flow_run/bond_events_reporter.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "files/run_folder.hpp"
#include "flow_run/present_bonds.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_objects.hpp"
#include "parallel/with_cuda.hpp"

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
  CsvValue partner; ///< id of the object with the ligand; empty of a wall
};

/// Events of one receptor, in the order of time.
using EventsOfReceptor = std::vector<BondEvent>;

/// @param is_new whether an event at this time is to be told @param now time of the memory
template <class IsNew>
EventsOfReceptor events_at_wall(const BondMemory& memory, std::size_t i, real now, const IsNew& is_new) {
  const std::size_t all = memory.all();
  const auto place = [&](const LigandSurface::Anchor& anchor, real ago) { // walls have moved since
    const Real3 moved = ago * (anchor.upper ? memory.ligands.upper_velocity : memory.ligands.lower_velocity);
    return memory.ligands.place(anchor) - Real3{moved.x, 0, moved.z};
  };
  const real born = memory.last[i], ended = memory.last[all + i], force = memory.last[2 * all + i],
             born_before = std::abs(memory.broken[all + i]);
  EventsOfReceptor events;
  if (is_new(ended)) {
    const LigandSurface::Anchor anchor = memory.broken_anchor(i);
    if (is_new(born_before))
      events.push_back({born_before, true, place(anchor, ended - born_before), 0, 0, ""});
    events.push_back({ended, false, place(anchor, 0), force, ended - born_before, ""});
  }
  if (memory.is_bound(i) && is_new(born))
    events.push_back({born, true, place(memory.anchor(i), now - born), 0, 0, ""});
  return events;
}

/// Events of a receptor for ligands on objects. @param id of an object with ligands
template <class IsNew, class Id>
EventsOfReceptor events_at_object(const BondMemory& memory, std::size_t i, const IsNew& is_new,
                                  const Id& id) {
  const Real3 last = memory.vector(memory.last, i), broken = memory.vector(memory.broken, i);
  const real born = last.x, ended = last.y, born_before = broken.x;
  EventsOfReceptor events;
  if (is_new(ended)) {
    const CsvValue partner = id(broken.y);
    if (is_new(born_before))
      events.push_back({born_before, true, memory.vector(memory.broken_from, i), 0, 0, partner});
    events.push_back(
        {ended, false, memory.vector(memory.broken_at, i), last.z, ended - born_before, partner});
  }
  if (memory.is_bound(i) && is_new(born))
    events.push_back({born, true, memory.vector(memory.formed_at, i), 0, 0, id(memory.partners[i])});
  return events;
}

} // namespace

std::vector<std::string> bond_event_titles() {
  return {"time (us)",     "object",        "name",          "bond",       "receptor",  "event",
          "ligand x (um)", "ligand y (um)", "ligand z (um)", "force (pN)", "life (us)", "partner"};
}

bool has_bond_events(const FlowModel& model) {
  for (const ObjectKind& kind : model.objects)
    for (const AdhesionProperties& of : kind.adhesions)
      if (of.events) return true;
  return false;
}

template <class B>
BondEventsReporter<B>::BondEventsReporter(const OutputContext<B>& context)
    : OneTableReporter<B>("bond events", context, context.output.series_every,
                          run_files(context.output.folder).bond_events_csv, bond_event_titles()),
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
      const std::optional<std::size_t> others = ligand_kind(model, of.adhesions[a]);
      const auto id = [&](real slot) -> CsvValue {
        return static_cast<double>(simulation.id_of(*others, static_cast<std::size_t>(slot)));
      };
      for (std::size_t i = 0; i < all; ++i) {
        const EventsOfReceptor events =
            others ? events_at_object(memory, i, is_new, id) : events_at_wall(memory, i, now, is_new);
        for (const BondEvent& e : events)
          rows.push_back({e.time, static_cast<double>(simulation.id_of(kind, i / memory.n)), of.name,
                          of.adhesions[a].bond, static_cast<double>(i % memory.n),
                          std::string(e.is_formed ? "formed" : "broken"), e.ligand.x, e.ligand.y, e.ligand.z,
                          event_piconewtons * e.force, e.life, e.partner});
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
  this->table_.append(rows);
}

template class BondEventsReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class BondEventsReporter<Cuda>;
#endif

} // namespace ibsim
