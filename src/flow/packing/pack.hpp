// Objects of many shapes brought into a room without overlap, at random places and turns, up to dense
// suspensions.
//
// They keep their true shapes and grow. At first, small, they are spheres that push each other apart; then
// they grow by half a per cent whenever no point of one lies deep in another. In between all pairs that
// overlap are moved apart side by side, along the mean normal of what overlaps, and turned by its lever,
// shared as by rigid bodies without inertia (Mueller et al. 2007, J. Vis. Commun. Image Represent. 18,
// position based dynamics; Lubachevsky and Stillinger 1990, J. Stat. Phys. 60, growing particles). A packing
// that jams before its size is begun anew from other places.
#pragma once

#include "model/object_kind.hpp"
#include "model/packing_plan.hpp"
#include "packing/packing_room.hpp"

#include <cstdint>
#include <functional>

namespace ibsim {

/// Equal objects of one room.
struct PackedGroup {
  ReferenceSurface surface;
  int number = 0;
  PackingRoom room;
  PackingTurn turn = PackingTurn::random;
  std::uint64_t seed = 1;
  real margin = 0; ///< packed as objects larger by this part, which leaves a gap
};

/// An object that stays where it is.
struct FixedObject {
  ReferenceSurface surface;
  Placement placement;
};

struct PackingProblem {
  Real3 periods; ///< of the box, um; zero where it does not go on
  std::vector<PackedGroup> groups;
  std::vector<FixedObject> fixed;
};

/// How far a packing has come, for a person.
struct PackingProgress {
  int objects = 0, attempt = 0, rounds = 0;
  real size = 0;   ///< as a part of the wanted size
  real jammed = 0; ///< rounds without growth, as a part of those after which an attempt ends
  Real3 tightest;  ///< centre of the object that overlaps most, um
};

/// The placements of each group. Their bits follow from the problem alone, for any number of threads. The
/// centres of groups whose rooms are not bounded lie within the box.
/// @throws InputError if the objects find no room
std::vector<std::vector<Placement>> pack(const PackingProblem&,
                                         const std::function<void(const PackingProgress&)>& tell = {});

} // namespace ibsim
