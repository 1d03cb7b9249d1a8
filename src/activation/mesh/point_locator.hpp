// Which vertices are near a point: a grid of bins with some vertices each.
#pragma once

#include "mesh/tetrahedra.hpp"

namespace ibsim {

class PointLocator {
 public:
  explicit PointLocator(const std::vector<Real3>& points); ///< which must stay

  /// The nearest vertex (of equally near ones the first); -1 if there are none.
  Index nearest(const Real3&) const;
  /// All vertices within `radius`, ascending.
  std::vector<Index> within(const Real3&, real radius) const;

 private:
  Int3 bin_of(const Real3&) const;
  std::size_t place(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * n_.y + j) * static_cast<std::size_t>(n_.x) + i;
  }
  const std::vector<Real3>& points_;
  Real3 low_;
  real side_ = 1;
  Int3 n_{1, 1, 1};
  std::vector<Index> start_, vertex_; ///< of each bin
};

} // namespace ibsim
