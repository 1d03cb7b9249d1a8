// Bonds between receptors on objects and ligands on the membranes of others, or on sheets, which break and
// form at random. Rates and springs are those of bonds to walls (wall_bonds.hpp, bond_rates.hpp).
//
// Ligands lie a gap in front of the triangles of their sample sites (ligand_triangle.hpp). In a step a free
// receptor looks at the site of another object that is nearest to its own, and there at the triangle that it
// is most above. It binds at the foot of the perpendicular. A bond keeps its triangle and weights.
//
// Forces on the receptor's site and the three corners add up to exactly nothing, as multiples of 2^-42 nN.
// Their sums at a site are exact, and so have the same bits in any order. Their torque is that rounding
// times lengths, 1e-12 nN um.
//
// A draw has the key and the counter of wall_bonds.hpp. Ligands are many: none is taken by a bond.
//
// A receptor remembers its bond: weight b, the step in which it was formed (0: it is free), weight c; and its
// partner: number in the kind, triangle, side. The number is a slot where objects come and go. A bond whose
// partner leaves is freed, so a slot that is used again names no other object.
#pragma once

#include "mechanics/bonds_of_copies.hpp"
#include "mechanics/neighbour_search.hpp"
#include "mechanics/wall_bonds.hpp"

#include <memory>

namespace ibsim {

/// What bonds to objects know of these.
struct LigandObjects {
  std::size_t kind = 0; ///< number in the model
  const SurfaceKind& surface;
  int objects = 0; ///< of the kind, with those that are absent
  BondWalls fluid; ///< its gap, density, viscosity and cell
};

/// Bonds of the objects of a structure. Forces are made when the sites of all structures are known: add()
/// only notes the state, and act() must follow.
template <class B>
class ObjectBonds : public SampleTerm<B> {
 public:
  /// Number of the kind with ligands.
  virtual std::size_t ligand_kind() const = 0;
  /// Names partners by slots, and takes the present list. Waits for the stream.
  virtual void list(const Stream<B>&, const ListedPartners&) = 0;
  /// Frees bonds whose partners leave. Waits for the stream. @param gone of each slot of the kind with
  /// ligands: 1 for an object that leaves @param all that the structure remembers
  virtual void free_of(const Stream<B>&, const std::vector<Index>& gone, std::span<StateArray<B>> all) = 0;
  /// Breaks and forms bonds if this is a step, and adds the forces on both structures. Does not wait for the
  /// stream. @param search a search among these kinds, each of whose points is a sample site
  virtual void act(const Stream<B>&, const StructureSites<B>& own, const StructureSites<B>& ligands,
                   const NeighbourSearch<B>& search) = 0;
};

/// @param number, objects as of make_wall_bonds @param own kind of the objects with receptors
template <class B>
std::unique_ptr<ObjectBonds<B>> make_object_bonds(const Stream<B>&, const AdhesionProperties&, int number,
                                                  const SurfaceKind& own, const LigandObjects&,
                                                  const std::vector<Index>& objects);

/// The force that calls act() of all such terms, which it finds in StructureSites::terms.
template <class B>
std::unique_ptr<PairForce<B>> make_object_bond_force(std::shared_ptr<NeighbourSearch<B>> search);

/// How much farther than gap and reach a site may be whose triangle has a ligand, um. Sites of the area a
/// have triangles with a radius of 0.88 sqrt(a), if they lie evenly; 2 leaves room for others, and strain.
/// @param area of a site at rest, um^2
real search_beside(real area);

} // namespace ibsim
