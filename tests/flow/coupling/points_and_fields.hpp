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

inline const std::vector<DeltaKernel> composite_kernels{
    DeltaKernel::composite_b_spline32, DeltaKernel::composite_b_spline21, DeltaKernel::composite_sharp};
inline const std::vector<DeltaKernel> all_kernels{DeltaKernel::cosine,
                                                  DeltaKernel::peskin4,
                                                  DeltaKernel::roma3,
                                                  DeltaKernel::hat,
                                                  DeltaKernel::bspline3,
                                                  DeltaKernel::composite_b_spline32,
                                                  DeltaKernel::composite_b_spline21,
                                                  DeltaKernel::composite_sharp};
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

/// B-splines of degree 1, 2 and 3 (Schoenberg 1946).
inline real b_spline(int degree, real r) {
  const real a = std::fabs(r);
  if (degree == 1) return a < 1 ? 1 - a : 0;
  if (degree == 2) return a < 0.5 ? 0.75 - a * a : (a < 1.5 ? (1.5 - a) * (1.5 - a) / 2 : 0);
  if (a < 1) return 2.0 / 3 - a * a + a * a * a / 2;
  return a < 2 ? (2 - a) * (2 - a) * (2 - a) / 6 : 0;
}
/// phi_t of composite-sharp, docs/notes/kernels.md.
inline real sharp_across(real r) {
  const real a = std::fabs(r), b = a - 1;
  if (a < 0.5) return 49.0 / 48 - 25.0 / 3 * a * a * a * a;
  return a < 1.5 ? (-1.0 / 48 + 25.0 / 3 * b * b * b * b - b) / 2 : 0;
}
/// Its average over a cell: Gauss' rule of three points is exact for its pieces, between -3/2, -1/2, 1/2 and
/// 3/2.
inline real sharp_along(real r) {
  const real node = std::sqrt(0.6);
  real sum = 0, from = r - 0.5;
  for (const real break_at : {-1.5, -0.5, 0.5, 1.5, r + 0.5}) {
    const real to = std::min(std::max(break_at, from), r + 0.5), half = (to - from) / 2, mid = from + half;
    sum +=
        half *
        (5 * sharp_across(mid - node * half) + 8 * sharp_across(mid) + 5 * sharp_across(mid + node * half)) /
        9;
    from = to;
  }
  return sum;
}

/// phi(r) by its formula. @param staggered across the component, else along it
inline real formula(DeltaKernel kernel, real r, bool staggered) {
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
    return b_spline(1, r);
  case DeltaKernel::bspline3:
    return b_spline(3, r);
  case DeltaKernel::composite_b_spline32:
    return b_spline(staggered ? 2 : 3, r);
  case DeltaKernel::composite_b_spline21:
    return b_spline(staggered ? 1 : 2, r);
  case DeltaKernel::composite_sharp:
    return staggered ? sharp_across(r) : sharp_along(r);
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
      weights[i] += formula(kernel, r + static_cast<real>(n) * q, g != 0);
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
/// error of r, at most `far` round-offs of a coordinate of |X|/h cells, times |phi'| <= 1 (4.2 for the
/// sharpest kernel, whose weights add up to a third of that), three times over, and by 20 of its own
/// (products, roots, and cancellation in the conditions); a sum of n terms of at most h^-3 by n round-offs
/// each. All weights are at most
/// 1.03.
inline real spread_round_off(const Grid& grid, std::size_t n, real farthest_cell) {
  return round_off * static_cast<real>(n) * (20 + 3 * farthest_cell + static_cast<real>(n) / 8) /
         grid.cell_volume();
}

} // namespace ibsim::coupling_test
