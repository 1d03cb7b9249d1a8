#include "fluid/velocity_layers.hpp"

#include <algorithm>

namespace ibsim {

ColumnsOfLayers columns_of_layers(const std::vector<int>& layer, int n) {
  std::vector<std::vector<Index>> of_layers(static_cast<std::size_t>(n));
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
