// Which objects are there. An object has a slot, the place of its numbers in arrays, and an id, by which
// tables and frames name it. Slots are used again, ids never. An absent object is in no rank's list
// (listed_objects.hpp): nothing is computed of it, and what ranks gather of it is zero.
//
// A population changes between steps (traffic.hpp), by the state alone, so a resumed run and any number of
// ranks have the same. Where nothing comes or goes it is empty: all objects are there, and their numbers are
// their ids.
#pragma once

#include "surface/surface_integrals.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;
struct Scenario;

/// What a slot holds.
struct Resident {
  std::int64_t id = -1;      ///< -1: absent
  bool has_been = false;     ///< the object of a placement has come, so it does not come again
  int from = -1;             ///< number of the inlet through which it came; -1: none
  std::int32_t copy_of = -1; ///< slot of the object that it copies now; -1: none
  std::int32_t like = -1;    ///< slot of the placement from whose turn its angles are counted
  bool has_lap = false;
  std::int64_t lap = 0; ///< last time around the box along z for which it has had a copy (traffic.cpp)
  real since = 0;       ///< time at which it came, us
  /// Volume when it came, um^3; with FlowModel::keep_volume that which it keeps: of a copy its original's.
  real volume = 0;
  Real3 centre; ///< when it came, um

  bool is_there() const { return id >= 0; }
};

/// An object that has left.
struct Departure {
  std::int64_t id = 0;
  std::size_t kind = 0;
  int from = -1;             ///< number of the inlet; -1: none
  int through = -1;          ///< number of the outlet; -1: at the time that its placement gives
  real since = 0, until = 0; ///< us
  Real3 came_at;             ///< its centre when it came, um
  SurfaceIntegrals surface;  ///< when it left
  Real3 extents;             ///< of its sites then, um
};

/// An event of a bond of an object that is released or leaves, or whose partner leaves, for bond_events.csv.
/// Other events follow from what receptors remember (mechanics/bond_lives.hpp), but an object that has left
/// remembers nothing.
struct BondEvent {
  enum class What {
    formed,
    broken,
    taken_over, ///< a released copy has it from its original
    dropped,    ///< its original has it, but there is no ligand at the copy's place, or no such partner
    freed       ///< its object or its partner leaves
  };
  real time = 0; ///< us
  What what = What::formed;
  std::int64_t id = 0; ///< of the object
  std::size_t kind = 0, adhesion = 0, receptor = 0;
  Real3 ligand;              ///< um
  real force = 0, life = 0;  ///< force of a broken bond, pg um/us^2; age of all but formed ones, us
  std::int64_t partner = -1; ///< id of the object with the ligand; -1: it is at a wall
};

struct Population {
  std::vector<std::vector<Resident>> kinds; ///< by slot; empty: all are there
  std::int64_t next_id = 0;
  std::vector<Departure> departures; ///< in their order
  /// The latest, in the order of changes; earlier ones are in the table.
  std::vector<BondEvent> bond_events;

  bool changes() const { return !kinds.empty(); }
  bool is_there(std::size_t kind, std::size_t slot) const {
    return !changes() || kinds[kind][slot].is_there();
  }
  /// Slots of a kind whose objects are there, ascending.
  std::vector<std::int32_t> present(std::size_t kind) const;
};

/// True if the object that a slot had has left.
inline bool has_gone(const Population& before, const Population& now, std::size_t kind, std::size_t slot) {
  const std::int64_t id = before.kinds[kind][slot].id;
  return id >= 0 && now.kinds[kind][slot].id != id;
}

/// Whether objects of a kind may come and go: of a model in which any do, the closed ones.
bool may_come_and_go(const FlowModel&, std::size_t kind);
bool has_traffic(const FlowModel&);

/// Who is there at time 0; empty where nothing comes or goes. Ids are those of object_name.hpp.
Population population_at_start(const FlowModel&);

/// The model with a slot for each object that its kinds may have (ObjectKind::capacity): placements that are
/// never used as places. @tparam Model a FlowModel or a Scenario
template <class Model>
Model with_slots(Model model);
/// The scenario without the slots that with_slots() added.
Scenario without_spares(Scenario scenario);
/// Whether a slot is of no placement.
bool is_spare(const FlowModel&, std::size_t kind, std::size_t slot);

/// Id of the object of a placement.
std::size_t id_of_placement(const FlowModel&, std::size_t kind, std::size_t slot);
/// Number of an object in tables and frames: its id.
std::size_t id_of(const FlowModel&, const Population&, std::size_t kind, std::size_t slot);

/// A population as numbers, exact, for checkpoints and ranks.
std::vector<double> numbers_of(const Population&);
/// @param numbers of numbers_of() for the same model @throws InputError if they are not
Population population_from(const std::vector<double>& numbers, const FlowModel&);
/// A hash of all of its bits.
std::uint64_t hash_of(const Population&);

} // namespace ibsim
