#include "objects/gap_to_images.hpp"

#include "grid/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ibsim {
namespace {

/// The square of the least distance of sites from those a length of the box further along an axis.
real square_of_gap_along(int axis, const Grid& grid, const std::vector<real>& X, real reach) {
  const std::size_t n = X.size() / 3;
  const Real3 box = grid.lengths();
  const auto at = [&](std::size_t i, int d) { return X[i + static_cast<std::size_t>(d) * n]; };
  const auto first = X.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(axis) * n);
  const auto [low, high] = std::minmax_element(first, first + static_cast<std::ptrdiff_t>(n));
  std::vector<std::size_t> below, above; // that may have others within reach
  for (std::size_t i = 0; i < n; ++i) {
    if (at(i, axis) + box[axis] - *high < reach) below.push_back(i);
    if (*low + box[axis] - at(i, axis) < reach) above.push_back(i);
  }
  const bool slides = grid.topology[axis].ends == Ends::lees_edwards;
  real least = std::numeric_limits<real>::infinity();
  for (const std::size_t i : below)
    for (const std::size_t j : above) {
      real square = 0;
      for (int d = 0; d < 3; ++d) {
        real apart = at(i, d) - at(j, d);
        if (d == axis)
          apart += box[d];
        else if (slides && d == 2)
          continue;
        else if (grid.topology[d].ends == Ends::periodic)
          apart -= box[d] * std::round(apart / box[d]);
        square += apart * apart;
      }
      least = std::min(least, square);
    }
  return least;
}

} // namespace

real gap_to_images(const Grid& grid, const std::vector<real>& X, real apart, real reach) {
  const real aside = apart * apart / 2; // half of it along both directions of the surface
  real least = std::numeric_limits<real>::infinity();
  for (int axis = 0; axis < 3; ++axis)
    if (grid.topology[axis].ends != Ends::walls)
      least = std::min(least, square_of_gap_along(axis, grid, X, std::sqrt(reach * reach + aside)));
  const real gap = std::sqrt(std::max(real{0}, least - aside));
  return gap < reach ? gap : std::numeric_limits<real>::infinity();
}

} // namespace ibsim
