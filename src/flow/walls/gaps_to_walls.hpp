// Gaps between objects and walls, in strips of one cell of the grid along the flow: for the layer along walls
// that is free of cells (diagnostics/cell_free_layer.hpp).
#pragma once

#include "grid/points.hpp"
#include "parallel/stream.hpp"
#include "walls/wall.hpp"

#include <vector>

namespace ibsim {

/// The least gap of any point to each face of a wall in each strip, [face][strip], um; infinite where no
/// point is. Waits for the stream. @param X anywhere around the box
template <class B>
std::vector<real> gaps_to_walls(const Stream<B>&, const Grid&, const std::vector<WallFace>&,
                                VectorsView<const real> X);

} // namespace ibsim
