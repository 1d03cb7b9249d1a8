// Bonds between receptors on objects and ligands on walls of the box, a tube or a vessel, which break and
// form at random.
//
//   F = -sigma (L - lambda) d/L,  L > lambda;    L = |d|,  d from the anchor to the receptor
//
// (ligand_surface.hpp). The wall of ligands is a gap inside of that of the fluid, the distance that contact
// keeps between a surface and a wall: molecules of some 20 nm span what is left. A slack bond has no force.
// Receptor r of n belongs to sample site floor(r N/n) of N.
//
// Once a step, from the state at its start, with one draw of Philox for each receptor:
//   a bond breaks if u < 1 - exp(-k off),  a free receptor binds below itself if u < 1 - exp(-k on)
// (bond_rates.hpp), k the time step. Both are exact for a constant force in a step. The draw has the key
// (seed, number of the adhesion) and the counter (object, receptor, step), so events are the same on any
// number of threads and ranks and after a resume. Anchors move with their wall.
//
// The state of a receptor is its anchor (a, b), of a vessel or one of several tubes (a, b, c), and the step
// in which the bond was formed, 0 for none, negative for the upper wall. Ligands are many, and none is taken
// by a bond, unless they are used up (taken_ligands.hpp): of those that are left then.
//
// Where events are recorded (bond_lives.hpp), a receptor remembers its last bond that broke too.
//
// A copy of an object in a pilot has the bonds of its original at its own place (bonds_of_copies.hpp).
#pragma once

#include "mechanics/adhesion_properties.hpp"
#include "mechanics/force_term.hpp"

#include <memory>
#include <span>
#include <vector>

namespace ibsim {

/// A round tube along z.
struct BondTube {
  real x = 0, y = 0, radius = 0; ///< um
};

/// The walls of the box and the fluid beside them, as bonds know them.
struct BondWalls {
  real height;             ///< of the box in y, um
  real gap;                ///< that contact keeps, um
  Real3 lower, upper;      ///< velocities, um/us
  real density, viscosity; ///< of the thinnest fluid
  real cell;               ///< h, um
  real width = 0;          ///< of the box in x, um
  /// of one radius, LigandSurface::most_tubes at most; where bonds are to them
  std::vector<BondTube> tubes{};
  /// Distances from a vessel's wall at the middles of the cells of the box, x fastest, negative in the fluid,
  /// um; and these cells. They are copied.
  std::span<const real> vessel{};
  Int3 cells{};
  real length = 0; ///< of the box in z, um
};

/// True where an anchor has a number c: in a vessel and in one of several tubes. The arrays of these numbers
/// have different names.
inline bool has_third_number(const AdhesionProperties& of, const BondWalls& walls) {
  return of.walls == LigandWalls::vessel || (of.walls == LigandWalls::tube && walls.tubes.size() > 1);
}
inline const char* name_of_third_number(bool is_vessel) { return is_vessel ? "heights" : "tubes"; }

/// Numbers of ForceTerm::measure, for each object: bonds, bonds formed and broken since the start, their
/// force on the object along x, y and z, the sum of the amounts of their forces, and the largest; pg um/us^2
/// (nN).
constexpr int numbers_of_bonds = 8;

/// @param number of this adhesion among those of the kind, from 1: a part of its name and of its random key
/// @param objects of the structure: their numbers among all objects of all kinds
template <class B>
std::unique_ptr<SampleTerm<B>> make_wall_bonds(const Stream<B>&, const AdhesionProperties&, int number,
                                               const BondWalls&, const std::vector<Index>& objects);

} // namespace ibsim
