// The velocity of the fluid in each layer of the box: rows of constant y, or rings about the axes of tubes,
// of which each takes the cells whose middles lie in it.
#pragma once

#include "fluid/tube_force.hpp"
#include "grid/grid.hpp"
#include "grid/layers.hpp"

namespace ibsim {

/// Columns of cells along z in each layer.
struct ColumnsOfLayers {
  std::vector<Index> counts; ///< in each
  Index most = 0;            ///< of counts
  std::vector<Index> cells;  ///< i + n.x j of each, `most` a layer; -1: none
};
/// @param tubes about whose axes shells lie; of slabs none
ColumnsOfLayers columns_of_layers(const Grid&, const Layers&, const std::vector<TubeSection>& tubes);

/// The sum of u over the cells of each layer in each plane: [own plane][layer], um/us. Waits for the stream.
template <class B>
std::vector<Real3> sums_of_layers(const Stream<B>&, const Slab&, const ColumnsOfLayers&, AnyConstFaces u);

} // namespace ibsim
