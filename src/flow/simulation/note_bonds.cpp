#include "simulation/note_bonds.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "model/object_name.hpp"
#include "model/scenario.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/present_bonds.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// A time from which on events may not be in the table yet: two of its rows ago, us.
real earliest_event_to_keep(const Scenario& scenario, real now) {
  const real every = scenario.output.series_every;
  return every > 0 ? every * (std::floor(now / every) - 1) : 0;
}

/// Slots of a kind whose copies are their own objects from now on, or leave at once.
std::vector<std::size_t> released(const Population& before, const Population& next, std::size_t kind) {
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < before.kinds[kind].size(); ++slot) {
    const Resident &had = before.kinds[kind][slot], &has = next.kinds[kind][slot];
    if (had.is_there() && had.copy_of >= 0 && (has.id != had.id || has.copy_of < 0)) slots.push_back(slot);
  }
  return slots;
}

/// Adds the events of one adhesion.
class NotedBonds {
 public:
  NotedBonds(const FlowModel& model, const Population& before, BondMemory memory, BondEvent like,
             std::vector<BondEvent>& events)
      : model_(model), before_(before), memory_(std::move(memory)), like_(like), events_(events) {}

  void release(std::size_t slot) {
    const Resident& one = before_.kinds[like_.kind][slot];
    const auto original = static_cast<std::size_t>(one.copy_of);
    const Real3 offset = model_.inlets[static_cast<std::size_t>(one.from)].offset;
    for (std::size_t r = 0; r < memory_.n; ++r)
      if (const std::size_t i = original * memory_.n + r; memory_.is_bound(i))
        add(one.id, r,
            memory_.is_bound(slot * memory_.n + r) ? BondEvent::What::taken_over : BondEvent::What::dropped,
            memory_.ligands.place(memory_.anchor(i)) + offset, age(i));
  }

  /// @param from events since then are not in the table
  void leave(std::size_t slot, std::int64_t id, real from) {
    const auto is_new = [&](real time) { return time > from; };
    for (std::size_t r = 0; r < memory_.n; ++r) {
      const std::size_t i = slot * memory_.n + r;
      // of a copy that is released and leaves at once these are its original's
      if (before_.kinds[like_.kind][slot].copy_of < 0)
        for (const ReceptorEvent& e : events_at_wall(memory_, i, like_.time, is_new)) {
          add(id, r, e.is_formed ? BondEvent::What::formed : BondEvent::What::broken, e.ligand, e.life);
          events_.back().time = e.time, events_.back().force = e.force;
        }
      if (memory_.is_bound(i))
        add(id, r, BondEvent::What::freed, memory_.ligands.place(memory_.anchor(i)), age(i));
    }
  }

 private:
  real age(std::size_t i) const { return like_.time - std::abs(memory_.last[i]); }
  void add(std::int64_t id, std::size_t receptor, BondEvent::What what, const Real3& ligand, real life) {
    BondEvent& e = events_.emplace_back(like_);
    e.id = id, e.receptor = receptor, e.what = what, e.ligand = ligand, e.life = life;
  }

  const FlowModel& model_;
  const Population& before_;
  const BondMemory memory_;
  const BondEvent like_; ///< time, kind and adhesion
  std::vector<BondEvent>& events_;
};

/// Bonds of each object of a kind by an adhesion: those formed less those broken.
template <class B>
std::vector<real> numbers_of_bonds_of(const Simulation<B>& simulation, std::size_t kind, std::size_t a) {
  const std::vector<real> account = simulation.array_on_host(prefix_of_bonds(kind, a) + "account");
  const std::size_t objects = account.size() / 3;
  std::vector<real> bonds(objects);
  for (std::size_t o = 0; o < objects; ++o) bonds[o] = account[objects + o] - account[2 * objects + o];
  return bonds;
}

} // namespace

template <class B>
void note_bonds(const Simulation<B>& simulation, Population& next,
                const std::vector<std::size_t>& slots_left) {
  const FlowModel& model = simulation.model();
  const Population& before = simulation.population();
  const real now = simulation.time(), from = earliest_event_to_keep(simulation.scenario(), now);
  std::erase_if(next.bond_events, [&](const BondEvent& e) { return e.time < from; });
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    if (of.adhesions.empty() || !may_come_and_go(model, kind)) continue;
    const std::vector<std::size_t> copies = released(before, next, kind);
    const std::size_t known = before.departures.size();
    const bool leave = std::any_of(next.departures.begin() + static_cast<std::ptrdiff_t>(known),
                                   next.departures.end(), [&](const Departure& d) { return d.kind == kind; });
    for (std::size_t a = 0; a < of.adhesions.size() && (leave || !copies.empty()); ++a) {
      const std::vector<real> bonds =
          copies.empty() ? std::vector<real>() : numbers_of_bonds_of(simulation, kind, a);
      for (const std::size_t slot : copies) {
        const Resident& one = before.kinds[kind][slot];
        if (const real had = bonds[static_cast<std::size_t>(one.copy_of)]; bonds[slot] < had)
          log::info(text("%s has %.0f of the %.0f bonds of its original; the others have no ligand at its "
                         "place (%s)",
                         name_by_id(model, kind, one.id).c_str(), bonds[slot], had,
                         of.adhesions[a].bond.c_str()));
      }
      if (!of.adhesions[a].events) continue;
      BondEvent like;
      like.time = now, like.kind = kind, like.adhesion = a;
      NotedBonds noted(model, before, bond_memory(simulation, kind, a, true), like, next.bond_events);
      for (const std::size_t slot : copies) noted.release(slot);
      for (std::size_t i = known; i < next.departures.size(); ++i)
        if (next.departures[i].kind == kind) noted.leave(slots_left[i - known], next.departures[i].id, from);
    }
  }
}

template void note_bonds(const Simulation<Cpu>&, Population&, const std::vector<std::size_t>&);
#if defined(IBSIM_WITH_CUDA)
template void note_bonds(const Simulation<Cuda>&, Population&, const std::vector<std::size_t>&);
#endif

} // namespace ibsim
