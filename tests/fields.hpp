// Face fields on the host for tests: from a formula, random, and their norms.
#pragma once

#include "grid/difference_operators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ibsim {

constexpr real eps = std::numeric_limits<real>::epsilon();
constexpr real pi = 3.14159265358979323846;

/// Place (um) of the face of component d, or for d < 0 of the centre, of cell c.
inline Real3 place(const Grid& grid, Index c, int d) {
  Real3 x{c % grid.n.x + 0.5, c / grid.n.x % grid.n.y + 0.5, c / grid.n.x / grid.n.y + 0.5};
  if (d >= 0) x[d] -= 0.5;
  return grid.h * x;
}

inline Neighbours neighbours(const Grid& grid, Index c) {
  return neighbours(grid, c % grid.n.x, c / grid.n.x % grid.n.y, c / grid.n.x / grid.n.y);
}

inline FaceView<const real> view_of(const Grid& grid, const std::vector<real>& values) {
  const std::size_t cells = grid.cells();
  return {values.data(), values.data() + cells, values.data() + 2 * cells};
}

/// velocity(x) at the faces: component d where it lives.
template <class F>
std::vector<real> at_faces(const Grid& grid, F velocity) {
  std::vector<real> values;
  for (int d = 0; d < 3; ++d)
    for (Index c = 0; c < grid.cells(); ++c) values.push_back(velocity(place(grid, c, d))[d]);
  return values;
}

/// Uniform in -1 .. 1.
inline std::vector<real> random_values(std::size_t n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<real> uniform(-1, 1);
  std::vector<real> values(n);
  for (real& v : values) v = uniform(generator);
  return values;
}

template <class B>
FaceField<B> on_device(const Stream<B>& stream, const Grid& grid, const std::vector<real>& values) {
  FaceField<B> field(stream, grid);
  field.values().set(stream, values);
  return field;
}

inline real largest(const std::vector<real>& a) {
  real most = 0;
  for (real v : a) most = std::max(most, std::abs(v));
  return most;
}

inline real largest_difference(const std::vector<real>& a, const std::vector<real>& b) {
  real most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

inline real mean(const real* a, std::size_t n) {
  long double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += a[i];
  return static_cast<real>(total / n);
}

inline real largest_divergence(const Grid& grid, const std::vector<real>& u) {
  real most = 0;
  for (Index c = 0; c < grid.cells(); ++c)
    most = std::max(most, std::abs(divergence_at_cell(view_of(grid, u), neighbours(grid, c), 1 / grid.h)));
  return most;
}

} // namespace ibsim
