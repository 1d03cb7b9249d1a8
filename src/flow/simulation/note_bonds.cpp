#include "simulation/note_bonds.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "model/object_name.hpp"
#include "model/scenario.hpp"
#include "objects/bond_objects.hpp"
#include "simulation/object_ligands.hpp"
#include "simulation/present_bonds.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

/// Ligands of the bonds of an adhesion, at walls or on objects.
class BoundLigands {
 public:
  BoundLigands(Simulation& simulation, const std::vector<SurfaceKind>& kinds, std::size_t kind,
               std::size_t adhesion)
      : simulation_(simulation), memory_(bond_memory(simulation, kind, adhesion, true)),
        others_(ligand_kind(simulation.model(), simulation.model().objects[kind].adhesions[adhesion])) {
    if (!others_) return;
    objects_.emplace(simulation, kinds, *others_);
    sites_ = simulation.surface_field_on_host(kind, SurfaceField::positions);
  }

  const BondMemory& memory() const { return memory_; }
  std::optional<std::size_t> others() const { return others_; }
  /// Place of the ligand of receptor i, which is bound, um.
  Real3 place(std::size_t i) const {
    if (!others_) return memory_.ligands.place(memory_.anchor(i));
    const std::size_t site = i / memory_.n * memory_.sites + memory_.site(i % memory_.n);
    const Real3 receptor{sites_[3 * site], sites_[3 * site + 1], sites_[3 * site + 2]};
    return receptor - objects_->apart(memory_, i, receptor);
  }
  /// Id of its partner; -1: a wall.
  std::int64_t partner(std::size_t i) const {
    return others_ ? id_of_partner(simulation_, *others_, memory_.partners[i]) : -1;
  }
  template <class IsNew>
  std::vector<ReceptorEvent> events(std::size_t i, real now, const IsNew& is_new) const {
    if (!others_) return events_at_wall(memory_, i, now, is_new);
    return events_at_object(
        memory_, i, is_new, [&](real slot) { return id_of_partner(simulation_, *others_, slot); },
        [&](real last) { return id_of_last_partner(simulation_, *others_, last); });
  }

 private:
  Simulation& simulation_;
  const BondMemory memory_;
  const std::optional<std::size_t> others_; ///< kind with ligands
  std::optional<ObjectLigands> objects_;
  std::vector<real> sites_; ///< places of the objects with receptors, x, y, z of each site
};

/// Adds the events of one adhesion.
class NotedBonds {
 public:
  /// @param since times of events that may not be in the table yet, us
  NotedBonds(const FlowModel& model, const Population& before, const BoundLigands& ligands, BondEvent like,
             real since, std::vector<BondEvent>& events)
      : model_(model), before_(before), ligands_(ligands), memory_(ligands.memory()), like_(like),
        since_(since), events_(events) {}

  void release(std::size_t slot) {
    const Resident& one = before_.kinds[like_.kind][slot];
    const auto original = static_cast<std::size_t>(one.copy_of);
    const Real3 offset = model_.inlets[static_cast<std::size_t>(one.from)].offset;
    for (std::size_t r = 0; r < memory_.n; ++r) {
      const std::size_t i = original * memory_.n + r, own = slot * memory_.n + r;
      if (!memory_.is_bound(i)) continue;
      const bool has = memory_.is_bound(own);
      add(one.id, r, has ? BondEvent::What::taken_over : BondEvent::What::dropped, ligands_.place(i) + offset,
          age(i));
      events_.back().partner = ligands_.partner(has ? own : i);
    }
  }

  void leave(std::size_t slot, std::int64_t id) {
    for (std::size_t r = 0; r < memory_.n; ++r) {
      const std::size_t i = slot * memory_.n + r;
      // of a copy that is released and leaves at once these are its original's
      if (before_.kinds[like_.kind][slot].copy_of < 0) add_events(slot, r, id, false);
      if (memory_.is_bound(i)) free(i, id, r);
    }
  }

  /// Bonds of objects that stay to others that leave.
  void free_partners(const Population& next, std::size_t others) {
    for (std::size_t slot = 0; slot < before_.kinds[like_.kind].size(); ++slot) {
      const Resident &one = before_.kinds[like_.kind][slot], &then = next.kinds[like_.kind][slot];
      if (!one.is_there() || then.id != one.id || then.copy_of >= 0) continue;
      for (std::size_t r = 0; r < memory_.n; ++r)
        if (const std::size_t i = slot * memory_.n + r;
            memory_.is_bound(i) &&
            has_gone(before_, next, others, static_cast<std::size_t>(memory_.partners[i]))) {
          if (one.copy_of < 0) add_events(slot, r, one.id, true);
          free(i, one.id, r);
        }
    }
  }

 private:
  real age(std::size_t i) const { return like_.time - std::abs(memory_.last[i]); }
  void add(std::int64_t id, std::size_t receptor, BondEvent::What what, const Real3& ligand, real life) {
    BondEvent& e = events_.emplace_back(like_);
    e.id = id, e.receptor = receptor, e.what = what, e.ligand = ligand, e.life = life;
  }
  /// @param formed_alone the others remain in the memory of the receptor
  void add_events(std::size_t slot, std::size_t r, std::int64_t id, bool formed_alone) {
    const auto is_new = [&](real time) { return time > since_; };
    for (const ReceptorEvent& e : ligands_.events(slot * memory_.n + r, like_.time, is_new)) {
      // of two formed bonds the present one is the last
      if (formed_alone && e.time != memory_.last[slot * memory_.n + r]) continue;
      add(id, r, e.is_formed ? BondEvent::What::formed : BondEvent::What::broken, e.ligand, e.life);
      events_.back().time = e.time, events_.back().force = e.force, events_.back().partner = e.partner;
    }
  }
  void free(std::size_t i, std::int64_t id, std::size_t r) {
    add(id, r, BondEvent::What::freed, ligands_.place(i), age(i));
    events_.back().partner = ligands_.partner(i);
  }

  const FlowModel& model_;
  const Population& before_;
  const BoundLigands& ligands_;
  const BondMemory& memory_;
  const BondEvent like_; ///< time, kind and adhesion
  const real since_;
  std::vector<BondEvent>& events_;
};

/// True if an object of a kind leaves.
bool any_has_gone(const Population& before, const Population& next, std::size_t kind) {
  for (std::size_t slot = 0; slot < before.kinds[kind].size(); ++slot)
    if (has_gone(before, next, kind, slot)) return true;
  return false;
}

/// Bonds of each object of a kind by an adhesion: those formed less those broken.
std::vector<real> numbers_of_bonds_of(const Simulation& simulation, std::size_t kind, std::size_t a) {
  const std::vector<real> account = simulation.array_on_host(prefix_of_bonds(kind, a) + "account");
  const std::size_t objects = account.size() / 3;
  std::vector<real> bonds(objects);
  for (std::size_t o = 0; o < objects; ++o) bonds[o] = account[objects + o] - account[2 * objects + o];
  return bonds;
}

} // namespace

void note_bonds(Simulation& simulation, const std::vector<SurfaceKind>& kinds, Population& next,
                const std::vector<std::size_t>& slots_left) {
  const FlowModel& model = simulation.model();
  const Population& before = simulation.population();
  const real now = simulation.time(), since = earliest_event_to_keep(simulation.scenario(), now);
  std::erase_if(next.bond_events, [&](const BondEvent& e) { return e.time < since; });
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& of = model.objects[kind];
    if (of.adhesions.empty() || !may_come_and_go(model, kind)) continue;
    const std::vector<std::size_t> copies = released(before, next, kind);
    const std::size_t known = before.departures.size();
    const bool leave = std::any_of(next.departures.begin() + static_cast<std::ptrdiff_t>(known),
                                   next.departures.end(), [&](const Departure& d) { return d.kind == kind; });
    for (std::size_t a = 0; a < of.adhesions.size(); ++a) {
      const std::optional<std::size_t> others = ligand_kind(model, of.adhesions[a]);
      const bool partners_leave = others && any_has_gone(before, next, *others);
      if (!leave && copies.empty() && !partners_leave) continue;
      const std::vector<real> bonds =
          copies.empty() ? std::vector<real>() : numbers_of_bonds_of(simulation, kind, a);
      for (const std::size_t slot : copies) {
        const Resident& one = before.kinds[kind][slot];
        if (const real had = bonds[static_cast<std::size_t>(one.copy_of)]; bonds[slot] < had)
          log::info(text("%s has %.0f of the %.0f bonds of its original; the others have no %s (%s)",
                         name_by_id(model, kind, one.id).c_str(), bonds[slot], had,
                         others ? "partner that is released with it" : "ligand at its place",
                         of.adhesions[a].bond.c_str()));
      }
      if (!of.adhesions[a].events) continue;
      BondEvent like;
      like.time = now, like.kind = kind, like.adhesion = a;
      const BoundLigands ligands(simulation, kinds, kind, a);
      NotedBonds noted(model, before, ligands, like, since, next.bond_events);
      for (const std::size_t slot : copies) noted.release(slot);
      for (std::size_t i = known; i < next.departures.size(); ++i)
        if (next.departures[i].kind == kind) noted.leave(slots_left[i - known], next.departures[i].id);
      if (partners_leave) noted.free_partners(next, *others);
    }
  }
}

} // namespace ibsim
