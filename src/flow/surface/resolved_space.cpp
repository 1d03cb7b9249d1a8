#include "surface/resolved_space.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "surface/site_symmetry.hpp"
#include "surface/sphere_quadrature.hpp"
#include "surface/surface_kind.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// Suspensions at 40 % fold with 1.56 sites a function, and live with 2.04 (docs/notes/membranes.md).
constexpr real sites_a_function = 1.95, cells_a_wave = 4;
constexpr int least_degree = 5;

/// The character of Y_lm, m < 0 those with the sine: its signs under half turns about x and z are (-1)^(l+m),
/// turned over for a sine, and (-1)^m.
int character_of(int l, int m) {
  const bool about_x = ((l + m) % 2 != 0) != (m < 0), about_z = m % 2 != 0, about_y = about_x != about_z;
  return (about_x ? 1 : 0) + (about_y ? 2 : 0);
}

/// The numbers l^2 + l + m of the harmonics of each character, or of all.
std::vector<std::vector<int>> by_character(int degree, int symmetry) {
  std::vector<std::vector<int>> numbers(symmetry);
  for (int l = 0; l <= degree; ++l)
    for (int m = -l; m <= l; ++m) numbers[symmetry == 1 ? 0 : character_of(l, m)].push_back(l * l + l + m);
  return numbers;
}

/// The degree of waves of so many cells.
int degree_of_grid(real area, real h) {
  const real radius = std::sqrt(area / (4 * std::numbers::pi));
  return static_cast<int>(2 * std::numbers::pi * radius / (cells_a_wave * h));
}

/// P V of rows on a rectangle: one side after the other, which a product of functions leaves apart.
std::vector<real> projected_by_sides(const SiteFunctions& at, std::vector<real> values) {
  const auto along = [&](const LineFunctions& line, Index stride, Index other, Index other_stride) {
    const real w = 1 / (line.values[0] * line.values[0] * line.points); // the first function is constant
    for (Index k = 0; k < other; ++k) {
      real* const v = values.data() + k * other_stride;
      std::vector<real> found(static_cast<std::size_t>(line.points), 0);
      for (Index f = 0; f < line.functions; ++f) {
        const real* const q = line.values.data() + static_cast<std::size_t>(line.points) * f;
        real amount = 0;
        for (Index i = 0; i < line.points; ++i) amount += w * q[i] * v[i * stride];
        for (Index i = 0; i < line.points; ++i) found[i] += amount * q[i];
      }
      for (Index i = 0; i < line.points; ++i) v[i * stride] = found[i];
    }
  };
  along(at.along_x, 1, at.along_z.points, at.along_x.points);
  along(at.along_z, at.along_x.points, at.along_x.points, 1);
  return values;
}

} // namespace

int data_sites_for_grid(real area, real h) {
  const int wanted = std::max(least_degree, degree_of_grid(area, h)) + 1;
  return static_cast<int>(std::ceil(sites_a_function * wanted * wanted));
}

ResolvedDegree resolved_degree(int data_sites, int sample_sites, real area, real h) {
  ResolvedDegree found{};
  found.of_grid = degree_of_grid(area, h);
  found.of_sites =
      static_cast<int>(std::sqrt(std::min(data_sites, sample_sites) / sites_a_function) + 1e-9) - 1;
  found.degree = std::max(least_degree, std::min(found.of_grid, found.of_sites));
  found.data_sites = data_sites_for_grid(area, h);
  return found;
}

SiteFunctions harmonics_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree) {
  SiteFunctions found;
  found.sites = static_cast<Index>(nodes.size());
  found.symmetry = site_symmetry(nodes);
  const int symmetry = found.symmetry, all = (degree + 1) * (degree + 1);
  found.weights = weights;
  for (Index i = 0; i < found.sites; ++i) found.weights[i] = weights[i - i % symmetry]; // but for last bits
  const std::vector<std::vector<int>> numbers = by_character(degree, symmetry);
  std::size_t most = 0;
  for (const std::vector<int>& of_character : numbers) most = std::max(most, of_character.size());
  found.functions = static_cast<Index>(most + most % 2);
  const Index rows = found.sites / symmetry;
  const auto refuse = [&] {
    throw InputError(text("%d sites do not determine spherical harmonics of degree %d", found.sites, degree));
  };
  if (degree < 0 || static_cast<Index>(most) > rows) refuse();

  std::vector<real> Y(static_cast<std::size_t>(rows) * all);
  for (Index i = 0; i < rows; ++i)
    spherical_harmonics(nodes[i * symmetry], degree, Y.data() + static_cast<std::size_t>(i) * all);
  Eigen::VectorXd root(rows); // of the weight of an orbit
  for (Index i = 0; i < rows; ++i) root[i] = std::sqrt(symmetry * found.weights[i * symmetry]);
  found.values.assign(static_cast<std::size_t>(symmetry) * rows * found.functions, 0);
  std::vector<char> determined(symmetry);
  // (W^(1/2) Y = Q' R, Q = W^(-1/2) Q'; Eigen takes one thread where threads are many already)
#pragma omp parallel for schedule(static)
  for (int c = 0; c < symmetry; ++c) {
    const auto m = static_cast<Index>(numbers[c].size());
    Eigen::MatrixXd A(rows, m);
    for (Index k = 0; k < m; ++k)
      for (Index i = 0; i < rows; ++i)
        A(i, k) = root[i] * Y[static_cast<std::size_t>(i) * all + numbers[c][k]];
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(A);
    // all are 1 for weights that integrate products exactly
    determined[c] = m == 0 || qr.matrixQR().diagonal().cwiseAbs().minCoeff() > 1e-3;
    const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(rows, m);
    real* const values = found.values.data() + static_cast<std::size_t>(c) * rows * found.functions;
    for (Index k = 0; k < m; ++k)
      for (Index i = 0; i < rows; ++i) values[i + static_cast<std::size_t>(k) * rows] = Q(i, k) / root[i];
  }
  if (std::find(determined.begin(), determined.end(), 0) != determined.end()) refuse();
  return found;
}

std::vector<real> projected(const SiteFunctions& at, const std::vector<real>& values) {
  if (at.separable()) return projected_by_sides(at, values);
  const Index rows = at.sites / at.symmetry;
  std::vector<real> result(values.size(), 0);
  for (int c = 0; c < at.symmetry; ++c)
    for (Index k = 0; k < at.functions; ++k) {
      const real* const q = at.values.data() + static_cast<std::size_t>(rows) * (k + c * at.functions);
      const auto q_at = [&](Index i) {
        const int g = i % at.symmetry;
        return at.symmetry == 1 ? q[i] : character(c, g) * q[i / half_turns];
      };
      real amount = 0;
      for (Index i = 0; i < at.sites; ++i) amount += at.weights[i] * q_at(i) * values[i];
      for (Index i = 0; i < at.sites; ++i) result[i] += amount * q_at(i);
    }
  return result;
}

void add_resolved_space(SurfaceKind& kind, int degree) {
  kind.resolved.degree = degree;
  kind.resolved.at_data = harmonics_at(kind.data_nodes, sphere_quadrature(kind.data_nodes).weights, degree);
  kind.resolved.at_samples = harmonics_at(kind.sample_nodes, kind.operators.weights, degree);
  for (int d = 0; d < 3 && !kind.data_at_start.empty(); ++d) {
    std::vector<real> component;
    for (const Real3& x : kind.data_at_start) component.push_back(x[d]);
    component = projected(kind.resolved.at_data, component);
    for (std::size_t i = 0; i < component.size(); ++i) kind.data_at_start[i][d] = component[i];
  }
}

} // namespace ibsim
