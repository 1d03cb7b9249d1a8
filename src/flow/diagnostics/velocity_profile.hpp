// The mean velocity of the fluid in each layer of the box: rows of constant y, or rings about the axes of
// tubes, of which each takes the cells whose middles lie in it.
#pragma once

#include "diagnostics/slab_volumes.hpp"
#include "fluid/tube_force.hpp"
#include "grid/grid.hpp"

namespace ibsim {

template <class B>
class VelocityProfile {
 public:
  /// @param tubes about whose axes shells lie; of slabs none
  VelocityProfile(const Stream<B>&, const Grid&, const Layers&, const std::vector<TubeSection>& tubes);

  /// um/us; zero where no cell is. Waits for the stream.
  std::vector<Real3> measure(const Stream<B>&, FaceView<const real> u) const;

 private:
  Grid grid_;
  std::vector<Index> counts_; ///< columns of cells along z in each layer
  Index most_ = 0;            ///< of counts_
  Array<Index, B> columns_;   ///< i + n.x j of each, `most_` a layer; -1: none
};

} // namespace ibsim
