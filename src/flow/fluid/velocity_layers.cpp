#include "fluid/velocity_layers.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// The layer of each column of cells along z; -1: none.
std::vector<int> layer_of_each(const Grid& grid, const Layers& layers,
                               const std::vector<TubeSection>& tubes) {
  const Real3 box = grid.lengths();
  std::vector<int> found(static_cast<std::size_t>(grid.n.x) * grid.n.y, -1);
  for (std::size_t column = 0; column < found.size(); ++column) {
    const real x = (static_cast<real>(column % grid.n.x) + real{0.5}) * grid.h,
               y = (static_cast<real>(column / grid.n.x) + real{0.5}) * grid.h;
    if (!layers.shells) found[column] = static_cast<int>(y / layers.thickness);
    for (const TubeSection& tube : tubes)
      if (const real r = std::hypot(std::remainder(x - tube.x, box.x), std::remainder(y - tube.y, box.y));
          r < tube.radius)
        found[column] = static_cast<int>(r / layers.thickness);
    found[column] = std::min(found[column], layers.n - 1);
  }
  return found;
}

} // namespace

ColumnsOfLayers columns_of_layers(const Grid& grid, const Layers& layers,
                                  const std::vector<TubeSection>& tubes) {
  std::vector<std::vector<Index>> of_layers(layers.n);
  const std::vector<int> layer = layer_of_each(grid, layers, tubes);
  for (std::size_t column = 0; column < layer.size(); ++column)
    if (layer[column] >= 0) of_layers[layer[column]].push_back(static_cast<Index>(column));
  ColumnsOfLayers found;
  for (const std::vector<Index>& columns : of_layers)
    found.counts.push_back(static_cast<Index>(columns.size())),
        found.most = std::max(found.most, found.counts.back());
  for (std::vector<Index>& columns : of_layers) {
    columns.resize(found.most, -1);
    found.cells.insert(found.cells.end(), columns.begin(), columns.end());
  }
  return found;
}

} // namespace ibsim
