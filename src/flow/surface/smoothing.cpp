#include "surface/smoothing.hpp"

#include "surface/low_degrees.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {

int smoothing_degree(int data_sites, real area, real h) {
  constexpr real cells_a_wave = 3;
  const real radius = std::sqrt(area / (4 * std::numbers::pi));
  const real of_grid = 2 * std::numbers::pi * radius / (cells_a_wave * h);
  return std::max(5, std::min(degree_that_nodes_determine(data_sites), static_cast<int>(of_grid)));
}

} // namespace ibsim
