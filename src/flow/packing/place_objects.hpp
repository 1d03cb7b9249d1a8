// The objects of a scenario that are to be packed, brought to their places.
#pragma once

#include "model/finding.hpp"
#include "packing/pack.hpp"

namespace ibsim {

struct FlowModel;

/// Where objects of a plan may be: its part of the box, between walls, in tubes where there are any.
PackingRoom room_of(const FlowModel&, const PackingPlan&);

/// Room of a plan without the parts of a vessel that are left to copies of a pilot's objects.
PackingRoom room_without_copies(const FlowModel&, const PackingPlan&);

/// Fills in PackingPlan::number, from the haematocrit or a ratio. @return errors, each with its key
std::vector<Finding> settle_numbers(FlowModel&);

/// Packs what waits for it, all kinds at once and around the others, and leaves nothing to be packed. What
/// was packed before is found in the cache. @param cache_folder empty: none
/// @throws InputError that begins with a key if there is no room
void place_objects(FlowModel&, const std::string& cache_folder,
                   const std::function<void(const PackingProgress&)>& tell = {});

/// What is told of a suspension, of all objects with an inside.
struct Suspension {
  std::vector<real> parts; ///< of each kind: the volume of its objects over that of the room
  real room = 0;           ///< um^3: the box, or the inside of its tubes
  real least_gap = 0;      ///< um, between two surfaces; infinite where none are nearer than 1 um
};
Suspension suspension_of(const FlowModel&);

} // namespace ibsim
