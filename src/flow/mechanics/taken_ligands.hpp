// Ligands of flat walls that the bonds of an object have taken, where bonds use them up (wall_bonds.hpp).
//
//   k_on n (1 - b/(n A))   of a free receptor: b bonds of its object in the square of area A at its foot
//
// Objects do not compete: contact keeps their footprints apart. So squares are counted for each object, in a
// window of 64 by 64 of them that repeats, and results are the same on any number of ranks. An object is less
// than a window wide, 16 um at least.
#pragma once

#include "mechanics/ligand_surface.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

/// Copied into lambdas.
struct TakenLigands {
  static constexpr int window = 64;                       ///< squares along each side, a power of two
  static constexpr Index of_object = 2 * window * window; ///< squares of both walls
  /// A square has 16 ligands, or a side of 1/4 um if that is more.
  static real side(real ligands) { return std::max(real{0.25}, 4 / std::sqrt(ligands)); }

  Index* counts = nullptr;   ///< bonds in each square of each object; null: none is used up
  real per_side = 0;         ///< 1/um
  real part_of_one_bond = 0; ///< 1/(n A)

  IBSIM_HD Index square(Index object, const LigandSurface::Anchor& at) const {
    const auto a = static_cast<Index>(std::floor(at.a * per_side)) & (window - 1),
               b = static_cast<Index>(std::floor(at.b * per_side)) & (window - 1);
    return object * of_object + ((at.upper ? window : 0) + a) * window + b;
  }
  /// Part of the ligands at an anchor that is left.
  IBSIM_HD real left(Index object, const LigandSurface::Anchor& at) const {
    if (counts == nullptr) return 1;
    const real part = 1 - part_of_one_bond * static_cast<real>(counts[square(object, at)]);
    return part > 0 ? part : 0;
  }
};

inline TakenLigands taken_ligands(real ligands, Index* counts) {
  const real side = TakenLigands::side(ligands);
  return {counts, 1 / side, 1 / (ligands * side * side)};
}

} // namespace ibsim
