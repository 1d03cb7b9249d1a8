// Bonds (mechanics/wall_bonds.hpp, object_bonds.hpp) as the state has them, on the host: for tables and
// frames.
#pragma once

#include "mechanics/ligand_surface.hpp"
#include "simulation/simulation.hpp"
#include "simulation/traffic.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace ibsim {

/// The receptors of one adhesion of a kind. The arrays are those of the state, all x, all y, all z; empty
/// where there are none.
struct BondMemory {
  std::vector<real> receptors, account, heights, last, broken;
  bool is_to_objects = false;
  std::vector<real> partners, formed_at, broken_from, broken_at; ///< then
  std::size_t n = 0;                                             ///< receptors of an object
  std::size_t sites = 0;                                         ///< sample sites of an object
  LigandSurface ligands; ///< a vessel's knows where anchors are, not distances

  std::size_t all() const { return receptors.size() / 3; } ///< receptors of all objects
  std::size_t site(std::size_t r) const { return r * sites / n; }
  bool is_bound(std::size_t i) const { return receptors[all() + i] != 0; }
  /// The anchor of receptor i, which is bound to a wall.
  LigandSurface::Anchor anchor(std::size_t i) const;
  /// The anchor of its last bond that broke, as this was at the end.
  LigandSurface::Anchor broken_anchor(std::size_t i) const;
  /// Place of the ligand of an anchor some time ago, um: walls have moved since.
  Real3 place(const LigandSurface::Anchor& anchor, real ago) const {
    const Real3 moved = ago * (anchor.upper ? ligands.upper_velocity : ligands.lower_velocity);
    return ligands.place(anchor) - Real3{moved.x, 0, moved.z};
  }
  /// Vector i of an array.
  Real3 vector(const std::vector<real>& of, std::size_t i) const {
    return {of[i], of[all() + i], of[2 * all() + i]};
  }
};

/// Beginning of the names of the arrays of an adhesion.
std::string prefix_of_bonds(std::size_t kind, std::size_t adhesion);

/// An event of a receptor that it remembers. @param is_formed else it broke
struct ReceptorEvent {
  real time; ///< us
  bool is_formed;
  Real3 ligand;
  real force, life;          ///< of a broken bond; pg um/us^2, us
  std::int64_t partner = -1; ///< id of the object with the ligand; -1: a wall
};

/// Events of receptor i at a wall, in the order of time. A bond that a copy has from its original was not
/// formed by it. @param is_new true for the times of those that are wanted @param now time of the memory
template <class IsNew>
std::vector<ReceptorEvent> events_at_wall(const BondMemory& memory, std::size_t i, real now,
                                          const IsNew& is_new) {
  const Real3 last = memory.vector(memory.last, i);
  const real ended = last.y, born_before = std::abs(memory.broken[memory.all() + i]);
  std::vector<ReceptorEvent> events;
  if (is_new(ended)) {
    const LigandSurface::Anchor anchor = memory.broken_anchor(i);
    if (is_new(born_before) && !std::signbit(last.z))
      events.push_back({born_before, true, memory.place(anchor, ended - born_before), 0, 0});
    events.push_back({ended, false, memory.place(anchor, 0), std::abs(last.z), ended - born_before});
  }
  if (memory.is_bound(i) && !std::signbit(last.x) && is_new(last.x))
    events.push_back({last.x, true, memory.place(memory.anchor(i), now - last.x), 0, 0});
  return events;
}

/// Events of receptor i for ligands on objects, in the same way.
/// @param id of the object in a slot @param id_of_last of the partner of the last bond that broke
template <class IsNew, class Id, class LastId>
std::vector<ReceptorEvent> events_at_object(const BondMemory& memory, std::size_t i, const IsNew& is_new,
                                            const Id& id, const LastId& id_of_last) {
  const Real3 last = memory.vector(memory.last, i), broken = memory.vector(memory.broken, i);
  const real ended = last.y, born_before = broken.x;
  std::vector<ReceptorEvent> events;
  if (is_new(ended)) {
    const std::int64_t partner = id_of_last(broken.y);
    if (is_new(born_before) && !std::signbit(last.z))
      events.push_back({born_before, true, memory.vector(memory.broken_from, i), 0, 0, partner});
    events.push_back(
        {ended, false, memory.vector(memory.broken_at, i), std::abs(last.z), ended - born_before, partner});
  }
  if (memory.is_bound(i) && !std::signbit(last.x) && is_new(last.x))
    events.push_back({last.x, true, memory.vector(memory.formed_at, i), 0, 0, id(memory.partners[i])});
  return events;
}

/// Id of the partner in a slot, and of the one that a receptor remembers of its last bond: a slot, or an id
/// where objects come and go.
inline std::int64_t id_of_partner(const Simulation& simulation, std::size_t kind, real slot) {
  return static_cast<std::int64_t>(simulation.id_of(kind, static_cast<std::size_t>(slot)));
}
inline std::int64_t id_of_last_partner(const Simulation& simulation, std::size_t kind, real last) {
  return simulation.population().changes() ? static_cast<std::int64_t>(last)
                                           : id_of_partner(simulation, kind, last);
}

/// Pairs of objects that bonds hold together, each once.
std::vector<BoundPair> bound_pairs(const Simulation&);

/// @param adhesion its number among those of the kind @param with_lives with what events need
BondMemory bond_memory(const Simulation&, std::size_t kind, std::size_t adhesion, bool with_lives);

} // namespace ibsim
