#include "surface/layer_volumes.hpp"

namespace ibsim {

std::vector<real> total_in_layers(const Layers& layers, const LayerVolumes& found) {
  std::vector<real> volumes(static_cast<std::size_t>(layers.n));
  for (std::size_t object = 0; object < found.of_objects.size(); object += found.numbers) {
    const auto first = static_cast<Index>(found.of_objects[object]);
    for (std::size_t k = 1; k < found.numbers; ++k) {
      const Index layer = (first + static_cast<Index>(k) - 1) % layers.n; // slabs: around the box
      volumes[static_cast<std::size_t>(layer < 0 ? layer + layers.n : layer)] += found.of_objects[object + k];
    }
  }
  return volumes;
}

} // namespace ibsim
