// Bonds (mechanics/wall_bonds.hpp, object_bonds.hpp) as the state has them, on the host: for tables and
// frames.
#pragma once

#include "mechanics/ligand_surface.hpp"
#include "simulation/simulation.hpp"

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
  /// Vector i of an array.
  Real3 vector(const std::vector<real>& of, std::size_t i) const {
    return {of[i], of[all() + i], of[2 * all() + i]};
  }
};

/// @param adhesion its number among those of the kind @param with_lives with what events need
template <class B>
BondMemory bond_memory(const Simulation<B>&, std::size_t kind, std::size_t adhesion, bool with_lives);

} // namespace ibsim
