// Quadrature weights w on the unit sphere: near the areas a of the nodes' Voronoi cells, exact for spherical
// harmonics of degree <= L:
//
//   minimise sum_i (w_i - a_i)^2 / a_i   subject to   sum_i w_i Y_lm(xi_i) = sqrt(4 pi) delta_l0  for l <= L,
//   so  w = a + diag(a) Y c,   (Y^T diag(a) Y) c = sqrt(4 pi) e_0 - Y^T a.
//
// The Gram matrix is nearly the identity, because the Voronoi cells are already a fair quadrature; conjugate
// gradients solve it in a few tens of iterations, with Y evaluated anew in each: O(n L^2) work, no matrix. L
// is about 1.25 / (largest hole between the nodes), half of what the nodes resolve, so the weights stay
// positive; where they do not, L is lowered.
//
// Fuselier et al. (2013, doi:10.1007/s00211-013-0581-1), whom the paper follows, integrate a kernel
// interpolant instead: the dense n x n system [Phi 1; 1^T 0][w; d] = [0; 4 pi], of O(n^3) work and O(n^2)
// memory (1.6 GB for 14080 nodes), exact for constants and of high order for smooth functions. The weights
// here converge faster than any order for those, and may differ from theirs by parts in a thousand on a
// single node.
#include "surface/sphere_quadrature.hpp"

#include "base/error.hpp"
#include "surface/four_reals.hpp"
#include "surface/sites.hpp"
#include "surface/spherical_harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// of the nodes, each summed on its own and then in order: the same bits for any number of threads
constexpr int chunks = 64;

/// Signed area of a spherical triangle of unit vectors, positive if counter-clockwise from outside.
real triangle_area(const Real3& a, const Real3& b, const Real3& c) {
  return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

struct Voronoi {
  std::vector<real> areas;
  real largest_hole = 0; ///< radius (angle) of the largest empty circle
};
Voronoi voronoi(const std::vector<Real3>& nodes) {
  Voronoi cells{std::vector<real>(nodes.size(), 0), 0};
  for (const auto& t : triangulate(nodes)) {
    const Real3 corner[3] = {nodes[t.x], nodes[t.y], nodes[t.z]};
    // of the circle through the corners
    const Real3 middle = normalized(cross(corner[1] - corner[0], corner[2] - corner[0]));
    cells.largest_hole =
        std::max(cells.largest_hole, std::acos(std::clamp(dot(middle, corner[0]), real{-1}, real{1})));
    for (int k = 0; k < 3; ++k) {
      const Real3 &a = corner[k], &b = corner[(k + 1) % 3];
      const Real3 edge = normalized(a + b);
      cells.areas[t[k]] += triangle_area(a, edge, middle);
      cells.areas[t[(k + 1) % 3]] += triangle_area(edge, b, middle);
    }
  }
  return cells;
}

using Vector = std::vector<real>;

real inner(const Vector& a, const Vector& b) {
  real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Products of four vectors at once, to the bits of the loop above. Compilers vectorise it in this way:
/// products first, and an fma for what is left over, which is one at most of (L + 1)^2 numbers.
FourReals inner(std::vector<FourReals>& a, const Vector& b) {
  const std::size_t even = b.size() / 4 * 4;
  for (std::size_t i = 0; i < even; ++i) a[i] = b[i] * a[i];
  FourReals sum(0);
  for (std::size_t i = 0; i < even; ++i) sum = sum + a[i];
  return even < b.size() ? sum + b[even] * a[even] : sum;
}

/// Harmonics of four nodes at once, which takes a quarter of the time or less, to the same bits.
void four_harmonics(const Real3* xi, int degree, FourReals* Y) {
  const auto of = [&](int d) { return FourReals(xi[0][d], xi[1][d], xi[2][d], xi[3][d]); };
  harmonics_of_numbers(of(0), of(1), of(2), degree, Y);
}

/// Y^T v.
Vector moments(const std::vector<Real3>& nodes, int degree, const Vector& v) {
  const std::size_t n = nodes.size(), m = static_cast<std::size_t>(degree + 1) * (degree + 1);
  std::vector<Vector> partial(chunks, Vector(m, 0));
#pragma omp parallel for schedule(dynamic) if (nodes.size() > 2000)
  for (int c = 0; c < chunks; ++c) {
    Vector Y(m);
    std::vector<FourReals> four(m);
    std::size_t i = n * c / chunks;
    const std::size_t end = n * (c + 1) / chunks;
    for (; i + 4 <= end; i += 4) {
      four_harmonics(&nodes[i], degree, four.data());
      for (std::size_t k = 0; k < m; ++k) {
        real sum = partial[c][k];
        for (int j = 0; j < 4; ++j) sum += v[i + j] * four[k][j];
        partial[c][k] = sum;
      }
    }
    for (; i < end; ++i) {
      spherical_harmonics(nodes[i], degree, Y.data());
      for (std::size_t k = 0; k < m; ++k) partial[c][k] += v[i] * Y[k];
    }
  }
  for (int c = 1; c < chunks; ++c)
    for (std::size_t k = 0; k < m; ++k) partial[0][k] += partial[c][k];
  return partial[0];
}

/// Y c.
Vector expand(const std::vector<Real3>& nodes, int degree, const Vector& c) {
  Vector values(nodes.size());
#pragma omp parallel if (nodes.size() > 2000)
  {
    std::vector<FourReals> four(c.size());
#pragma omp for schedule(static)
    for (std::size_t block = 0; block < nodes.size() / 4; ++block) {
      four_harmonics(&nodes[4 * block], degree, four.data());
      const FourReals sum = inner(four, c);
      for (int j = 0; j < 4; ++j) values[4 * block + j] = sum[j];
    }
  }
  Vector Y(c.size());
  for (std::size_t i = nodes.size() / 4 * 4; i < nodes.size(); ++i) {
    spherical_harmonics(nodes[i], degree, Y.data());
    values[i] = inner(Y, c);
  }
  return values;
}

/// Corrects `weights` to be exact up to `degree`. False if conjugate gradients do not get there.
bool correct(const std::vector<Real3>& nodes, const Vector& areas, int degree, Vector& weights) {
  Vector residual = moments(nodes, degree, weights);
  for (real& r : residual) r = -r;
  residual[0] += std::sqrt(4 * std::numbers::pi);
  Vector direction = residual, solution(residual.size(), 0);
  real before = inner(residual, residual);
  for (int iteration = 0; iteration < 200 && std::sqrt(before) > 1e-15; ++iteration) {
    Vector weighted = expand(nodes, degree, direction);
    for (std::size_t i = 0; i < weighted.size(); ++i) weighted[i] *= areas[i];
    const Vector gram = moments(nodes, degree, weighted);
    const real alpha = before / inner(direction, gram);
    for (std::size_t k = 0; k < solution.size(); ++k) {
      solution[k] += alpha * direction[k];
      residual[k] -= alpha * gram[k];
    }
    const real now = inner(residual, residual);
    for (std::size_t k = 0; k < solution.size(); ++k)
      direction[k] = residual[k] + now / before * direction[k];
    before = now;
  }
  const Vector change = expand(nodes, degree, solution);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += areas[i] * change[i];
  return std::sqrt(before) < 1e-13;
}

} // namespace

void spherical_harmonics(const Real3& xi, int degree, real* Y) {
  harmonics_of_numbers(xi.x, xi.y, xi.z, degree, Y);
}

SphereQuadrature sphere_quadrature(const std::vector<Real3>& nodes) {
  const Voronoi cells = voronoi(nodes);
  // More harmonics than nodes can never be exact; at most a quarter of their number leaves the correction
  // room.
  const int most = static_cast<int>(0.5 * std::sqrt(static_cast<real>(nodes.size())));
  for (int degree = std::min(most, static_cast<int>(1.25 / cells.largest_hole)); degree > 0;
       degree = degree * 4 / 5) {
    Vector weights = cells.areas;
    if (correct(nodes, cells.areas, degree, weights) && *std::min_element(weights.begin(), weights.end()) > 0)
      return {weights, degree};
  }
  return {cells.areas, 0}; // their sum is 4 pi
}

} // namespace ibsim
