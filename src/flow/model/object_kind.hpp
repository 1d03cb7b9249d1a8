// A kind of objects as plain data, in internal units (um, us, pg): its surface at rest, what it resists, what
// holds and pulls it, and where its objects are.
#pragma once

#include "mechanics/adhesion_properties.hpp"
#include "mechanics/any_law.hpp"
#include "mechanics/bending_properties.hpp"
#include "mechanics/pull_history.hpp"
#include "mechanics/viscosity_properties.hpp"
#include "model/packing_plan.hpp"
#include "surface/relief.hpp"
#include "surface/sites.hpp"
#include "surface/stress_free.hpp"

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ibsim {

/// One object: where it is and what was done to its reference surface before the start, in this order:
/// stretch along its own axes, turn, move.
struct Placement {
  Real3 centre;           ///< um
  Real3 stretch{1, 1, 1}; ///< factors along the object's own x, y, z; this strains the membrane
  Real3 rotation[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; ///< rows of the rotation matrix
  /// When it comes and goes, us (population.hpp). An infinite time of coming: a slot without an object.
  real enters = 0, leaves = std::numeric_limits<real>::infinity();
};

/// The part of an object's surface at rest within half a diameter of the point that lies farthest in a
/// direction. Directions here and below are along the object's own axes, which turn with its placement.
struct SitePatch {
  Real3 towards{1, 0, 0};
  real diameter = std::numeric_limits<real>::infinity(); ///< um; infinite: all of the surface
};

/// Sites held to where they are at the start (mechanics/tethers.hpp).
struct TetherProperties {
  real stiffness = 0; ///< pg/(um^2 us^2)
  SitePatch patch;
};

/// A force on a patch (mechanics/pulls.hpp), pg um/us^2.
struct PullProperties {
  SitePatch patch;
  Real3 force;
  PullHistory history;
};

/// Optical tweezers: equal forces on two opposite patches, away from each other.
struct TweezersProperties {
  Real3 axis{1, 0, 0};
  real force = 0, patch_diameter = 0; ///< of each, pg um/us^2; um
  PullHistory history;
};

/// Moduli of a membrane's law while its objects are too far from others to meet them (limits/apart.hpp),
/// pg/us^2; 0: those of the law.
struct ModuliApart {
  real area = 0, shear = 0;
};

/// What a membrane resists by.
struct Membrane {
  AnyLaw law;
  BendingProperties bending;
  ViscosityProperties viscosity;
  ModuliApart apart;
};

/// An elastic membrane around a fluid.
struct ClosedSurface : Membrane {
  ReferenceSurface surface; ///< at rest
  StressFreeShape stress_free;
  real global_area_modulus = 0; ///< mechanics/area_constraint.hpp, pg/us^2; 0: none
  real viscosity_ratio = 1;     ///< lambda: of the fluid inside over that outside (inner_fluid.hpp)
  real density = 0;             ///< of the inside, pg/um^3; 0: that of the fluid (gravity.hpp)
  int data_sites = 0, sample_sites = 0;
};

/// What holds a rigid wall in its place.
enum class HeldBy {
  points, ///< forces that make the fluid stand still at its sites (held_walls.hpp)
  springs ///< tethers, which give way
};

/// A round tube along z through the whole box, a rigid wall (surface/tube.hpp, tubes.hpp).
struct Tube {
  real radius = 0; ///< which the fluid meets, um
  HeldBy held_by = HeldBy::points;
  real length = 0; ///< of the box, um
  int sites = 0;   ///< follow from the grid: set_up_tube
};

/// Endothelium: a sheet across the box in x and z, rigid or elastic (surface/sheet.hpp, elastic_sheet.hpp,
/// sheets.hpp). Springs hold an elastic one.
struct Sheet {
  Relief relief;
  HeldBy held_by = HeldBy::points; ///< a rigid one
  real length = 16;                ///< wanted of a period of the relief, um
  /// of the box, um; these, the periods and the sites follow from it: set_up_sheet
  real size_x = 0, size_z = 0;
  int sites = 0;                    ///< at which forces act
  std::optional<Membrane> membrane; ///< of an elastic one
  int data_sites = 0;               ///< of an elastic one
};

/// A point that moves with the fluid, makes no force and meets nothing (tracers.hpp).
struct Tracer {};

/// Numbers of an object's sites.
struct SiteCounts {
  int data = 0, sample = 0;
};

/// What the objects of a kind are, and what all of them have. Another structure is another alternative, with
/// its answers to the questions of structure_properties.hpp.
struct ObjectKind {
  std::string name; ///< unique in the scenario
  std::variant<ClosedSurface, Tube, Sheet, Tracer> structure;
  std::vector<TetherProperties> tethers;
  std::vector<PullProperties> pulls;
  std::vector<TweezersProperties> tweezers;
  std::vector<AdhesionProperties> adhesions; ///< to walls, and to other objects
  std::vector<Placement> placements;
  int capacity = 0; ///< the most objects at a time; no more than placements: as many as these
  std::optional<PackingPlan> packing; ///< where they are yet to be found (packing/place_objects.hpp)

  /// @throws std::bad_variant_access if it is another structure
  ClosedSurface& closed() { return std::get<ClosedSurface>(structure); }
  const ClosedSurface& closed() const { return std::get<ClosedSurface>(structure); }

  SiteCounts sites() const;
};

/// A kind whose objects are S, and its number in the scenario.
template <class S, class Kind>
struct KindOf {
  std::size_t number;
  Kind& kind;
  S& structure;
};

/// The kinds whose objects are S, for what is asked of such structures alone.
template <class S>
std::vector<KindOf<const S, const ObjectKind>> kinds_of(const std::vector<ObjectKind>& kinds) {
  std::vector<KindOf<const S, const ObjectKind>> found;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (const S* structure = std::get_if<S>(&kinds[k].structure)) found.push_back({k, kinds[k], *structure});
  return found;
}
template <class S>
std::vector<KindOf<S, ObjectKind>> kinds_of(std::vector<ObjectKind>& kinds) {
  std::vector<KindOf<S, ObjectKind>> found;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (S* structure = std::get_if<S>(&kinds[k].structure)) found.push_back({k, kinds[k], *structure});
  return found;
}

} // namespace ibsim
