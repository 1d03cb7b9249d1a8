#include "diagnostics/velocity_profile.hpp"

#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// The layer of each column of cells along z; -1: none.
std::vector<int> layers_of_columns(const Grid& grid, const Layers& layers,
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

template <class B>
VelocityProfile<B>::VelocityProfile(const Stream<B>& stream, const Grid& grid, const Layers& layers,
                                    const std::vector<TubeSection>& tubes)
    : grid_(grid) {
  std::vector<std::vector<Index>> of_layers(layers.n);
  const std::vector<int> layer = layers_of_columns(grid, layers, tubes);
  for (std::size_t column = 0; column < layer.size(); ++column)
    if (layer[column] >= 0) of_layers[layer[column]].push_back(static_cast<Index>(column));
  for (const std::vector<Index>& columns : of_layers)
    counts_.push_back(static_cast<Index>(columns.size())), most_ = std::max(most_, counts_.back());
  std::vector<Index> table;
  for (std::vector<Index>& columns : of_layers) {
    columns.resize(most_, -1);
    table.insert(table.end(), columns.begin(), columns.end());
  }
  columns_ = Array<Index, B>(stream, table);
}

template <class B>
std::vector<Real3> VelocityProfile<B>::measure(const Stream<B>& stream, FaceView<const real> u) const {
  const Index* const columns = columns_.data();
  const Index most = most_, plane = grid_.n.x * grid_.n.y;
  const auto layers = static_cast<Index>(counts_.size());
  std::vector<Real3> velocity = reduce(
      stream, layers, most * grid_.n.z, Real3{},
      [=] IBSIM_KERNEL(Index layer, Index i) {
        const Index column = columns[layer * most + i % most];
        if (column < 0) return Real3{};
        const Index c = column + plane * (i / most);
        return Real3{u.x[c], u.y[c], u.z[c]};
      },
      Plus{});
  for (Index layer = 0; layer < layers; ++layer)
    if (counts_[layer] > 0) velocity[layer] *= 1 / (static_cast<real>(counts_[layer]) * grid_.n.z);
  return velocity;
}

template class VelocityProfile<ThisBackend>;

} // namespace ibsim
