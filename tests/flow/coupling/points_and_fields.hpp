// Points, forces and fields for the tests of coupling, and equations (6) and (7) written out over all grid
// points and all periodic images, with the kernels' formulas as published.
#pragma once

#include "backends.hpp"
#include "base/error.hpp"
#include "coupling/interpolate.hpp"
#include "coupling/spread.hpp"

#include <cmath>
#include <random>
#include <vector>

namespace ibsim::coupling_test {

inline const std::vector<DeltaKernel> all_kernels{
    DeltaKernel::cosine, DeltaKernel::peskin4, DeltaKernel::roma3, DeltaKernel::hat, DeltaKernel::bspline3};
inline const std::vector<SpreadAlgorithm> all_algorithms{SpreadAlgorithm::serial,
                                                         SpreadAlgorithm::sort_reduce,
                                                         SpreadAlgorithm::preallocated_buffer,
                                                         SpreadAlgorithm::on_the_fly_buffer,
                                                         SpreadAlgorithm::columns,
                                                         SpreadAlgorithm::columns_pruned,
                                                         SpreadAlgorithm::cells,
                                                         SpreadAlgorithm::atomics,
                                                         SpreadAlgorithm::tiles};

constexpr real round_off = 2.3e-16; ///< 2^-52

/// phi(r) by its formula.
inline real formula(DeltaKernel kernel, real r) {
  const real a = std::fabs(r), pi = std::acos(-1.0);
  switch (kernel) {
  case DeltaKernel::cosine:
    return a < 2 ? (1 + std::cos(pi * a / 2)) / 4 : 0;
  case DeltaKernel::peskin4:
    if (a < 1) return (3 - 2 * a + std::sqrt(1 + 4 * a - 4 * a * a)) / 8;
    return a < 2 ? (5 - 2 * a - std::sqrt(std::max(real{0}, -7 + 12 * a - 4 * a * a))) / 8 : 0;
  case DeltaKernel::roma3:
    if (a < 0.5) return (1 + std::sqrt(1 - 3 * a * a)) / 3;
    return a < 1.5 ? (5 - 3 * a - std::sqrt(std::max(real{0}, 1 - 3 * (1 - a) * (1 - a)))) / 6 : 0;
  case DeltaKernel::hat:
    return a < 1 ? 1 - a : 0;
  case DeltaKernel::bspline3:
    if (a < 1) return 2.0 / 3 - a * a + a * a * a / 2;
    return a < 2 ? (2 - a) * (2 - a) * (2 - a) / 6 : 0;
  }
  return 0;
}

/// sum over images q of phi((x - X)/h + n q), for the grid points x = h (i + g), i = 0 .. n-1, of one
/// direction.
inline std::vector<real> weights_along(DeltaKernel kernel, real X, real h, real g, int n) {
  std::vector<real> weights(n);
  for (int i = 0; i < n; ++i) {
    const real r = i + g - X / h;
    const auto nearest = static_cast<int>(std::lround(-r / n));
    for (int q = nearest - 3; q <= nearest + 3; ++q)
      weights[i] += formula(kernel, r + static_cast<real>(n) * q);
  }
  return weights;
}

using Vectors = std::vector<Real3>;
using Field = std::vector<std::vector<real>>; ///< [component][cell]

inline Field no_field(const Grid& grid) { return Field(3, std::vector<real>(grid.cells())); }

/// For each point, component and grid point: visit(point, component, index, phi phi phi).
template <class Visit>
void for_each_weight(DeltaKernel kernel, const Grid& grid, const Vectors& X, Visit visit) {
  for (std::size_t p = 0; p < X.size(); ++p)
    for (int d = 0; d < 3; ++d) {
      std::vector<real> w[3];
      for (int e = 0; e < 3; ++e) w[e] = weights_along(kernel, X[p][e], grid.h, d == e ? 0 : 0.5, grid.n[e]);
      for (int k = 0; k < grid.n.z; ++k)
        for (int j = 0; j < grid.n.y; ++j) {
          const real w_yz = w[1][j] * w[2][k];
          if (w_yz == 0) continue;
          for (int i = 0; i < grid.n.x; ++i)
            if (w[0][i] != 0) visit(p, d, grid.index(i, j, k), w[0][i] * w_yz);
        }
    }
}

/// Equation (7).
inline Field spread_written_out(DeltaKernel kernel, const Grid& grid, const Vectors& X, const Vectors& F) {
  Field f = no_field(grid);
  for_each_weight(kernel, grid, X, [&](std::size_t p, int d, Index m, real w) {
    f[d][m] += w * F[p][d] / grid.cell_volume();
  });
  return f;
}
/// Equation (6).
inline Vectors interpolate_written_out(DeltaKernel kernel, const Grid& grid, const Vectors& X,
                                       const Field& u) {
  Vectors U(X.size());
  for_each_weight(kernel, grid, X, [&](std::size_t p, int d, Index m, real w) { U[p][d] += w * u[d][m]; });
  return U;
}

/// n points, uniform in the box from `low` to `high`, um.
inline Vectors random_vectors(std::size_t n, Real3 low, Real3 high, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<real> unit(0, 1);
  Vectors v(n);
  for (auto& a : v)
    for (int d = 0; d < 3; ++d) a[d] = low[d] + (high[d] - low[d]) * unit(generator);
  return v;
}
inline Vectors random_forces(std::size_t n) { return random_vectors(n, {-1, -1, -1}, {1, 1, 1}, 7); }
inline Vectors random_points(const Grid& grid, std::size_t n) {
  return random_vectors(n, {}, grid.lengths());
}

/// Those that this backend has for the kernel.
template <class B>
std::vector<SpreadAlgorithm> algorithms_for(DeltaKernel kernel) {
  std::vector<SpreadAlgorithm> algorithms;
  for (const SpreadAlgorithm algorithm : all_algorithms)
    if (has_spreader<B>(algorithm, kernel)) algorithms.push_back(algorithm);
  return algorithms;
}

inline std::vector<real> by_component(const Vectors& v) {
  std::vector<real> flat;
  for (int d = 0; d < 3; ++d)
    for (const auto& a : v) flat.push_back(a[d]);
  return flat;
}

template <class B>
Field spread(const Stream<B>& stream, SpreadAlgorithm algorithm, DeltaKernel kernel, const Grid& grid,
             const Vectors& X, const Vectors& F, int sweep_width = 8) {
  const auto n = static_cast<Index>(X.size());
  Array<real, B> x(stream, by_component(X)), strength(stream, by_component(F));
  const std::size_t cells = grid.cells();
  Array<real, B> f(stream, std::vector<real>(3 * cells, std::nan(""))); // all of it must be overwritten
  auto spreader = make_spreader(stream, algorithm, kernel, grid, n, sweep_width);
  spreader->spread(stream, vectors_view<const real>(x.data(), n),
                   vectors_view<const real>(strength.data(), n),
                   {f.data(), f.data() + cells, f.data() + 2 * cells});
  const std::vector<real> flat = f.to_host(stream);
  Field result;
  for (int d = 0; d < 3; ++d) result.emplace_back(flat.begin() + d * cells, flat.begin() + (d + 1) * cells);
  return result;
}

template <class B>
Vectors interpolate(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Vectors& X,
                    const Field& u) {
  const auto n = static_cast<Index>(X.size());
  Array<real, B> x(stream, by_component(X)), U(stream, 3 * X.size());
  Array<real, B> u_x(stream, u[0]), u_y(stream, u[1]), u_z(stream, u[2]);
  ibsim::interpolate<B>(stream, kernel, grid, {u_x.data(), u_y.data(), u_z.data()},
                        vectors_view<const real>(x.data(), n), vectors_view(U.data(), n));
  const std::vector<real> flat = U.to_host(stream);
  Vectors result(n);
  for (Index p = 0; p < n; ++p) result[p] = {flat[p], flat[n + p], flat[2 * n + p]};
  return result;
}

inline real largest_difference(const Field& a, const Field& b) {
  real largest = 0;
  for (int d = 0; d < 3; ++d)
    for (std::size_t m = 0; m < a[d].size(); ++m) {
      const real difference = std::fabs(a[d][m] - b[d][m]);
      if (!(difference <= largest)) largest = difference; // also takes a NaN
    }
  return largest;
}

/// Bound on the round-off of any correct sum of equation (7) over n points of |F| <= 1. A weight errs by the
/// error of r, at most `far` round-offs of a coordinate of |X|/h cells, times |phi'| <= 1, three times over,
/// and by 20 of its own (products, roots, and cancellation in the conditions); a sum of n terms of at most
/// h^-3 by n round-offs each. All weights are at most 1.
inline real spread_round_off(const Grid& grid, std::size_t n, real farthest_cell) {
  return round_off * static_cast<real>(n) * (20 + 3 * farthest_cell + static_cast<real>(n) / 8) /
         grid.cell_volume();
}

} // namespace ibsim::coupling_test
