// Gaps between objects and walls, in strips of one cell of the grid along the flow: for the layer along walls
// that is free of cells (diagnostics/cell_free_layer.hpp).
#pragma once

#include "fluid/tube_force.hpp"
#include "grid/points.hpp"
#include "parallel/stream.hpp"

#include <vector>

namespace ibsim {

/// The least distance of any point from each wall in each strip, [wall][strip], um; infinite where none is.
/// Walls are y = 0 and the top of the box or, where there are tubes, these. Waits for the stream.
/// @param X anywhere around the box
template <class B>
std::vector<real> gaps_to_walls(const Stream<B>&, const Grid&, const std::vector<TubeSection>& tubes,
                                VectorsView<const real> X);

} // namespace ibsim
