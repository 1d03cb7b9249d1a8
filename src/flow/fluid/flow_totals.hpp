// Sums and maxima of a velocity over each plane of constant z: a rank has those of its planes, and what is
// made of them in the order of the box has the same bits for any number of ranks.
#pragma once

#include "grid/grid.hpp"

#include <vector>

namespace ibsim {

struct FlowTotals {
  real squares = 0; ///< of u, all components
  Real3 sums;       ///< of u
  /// largest component of u on any face, and largest |D u| of any cell; NaN where anything is
  real max_speed = 0, max_divergence = 0;
};

/// Totals of each own plane of a slab, whose ghosts are filled. Waits for the stream. @param h um
/// @param fluctuation in unbounded shear, of u, with the rows beyond the box (fluid/lees_edwards.hpp), whose
/// divergence it is then; else null
template <class B>
std::vector<FlowTotals> flow_totals(const Stream<B>&, const Slab&, real h, AnyConstFaces u,
                                    AnyConstFaces fluctuation = {});

/// All of them together, in their order.
FlowTotals of_all_planes(const std::vector<FlowTotals>&);

} // namespace ibsim
