// The velocity of the fluid in each layer of the box: rows of constant y, or rings about axes along z. A
// layer has the columns of cells whose middles lie in it (Wall::layers).
#pragma once

#include "grid/grid.hpp"
#include "grid/slab.hpp"

#include <vector>

namespace ibsim {

/// Columns of cells along z in each layer.
struct ColumnsOfLayers {
  std::vector<Index> counts; ///< in each
  Index most = 0;            ///< of counts
  std::vector<Index> cells;  ///< i + n.x j of each, `most` a layer; -1: none
};
/// @param layer of each column, [j][i]; -1: none @param n layers
ColumnsOfLayers columns_of_layers(const std::vector<int>& layer, int n);

/// The sum of u over the cells of each layer in each plane: [own plane][layer], um/us. Waits for the stream.
template <class B>
std::vector<Real3> sums_of_layers(const Stream<B>&, const Slab&, const ColumnsOfLayers&, AnyConstFaces u);

} // namespace ibsim
