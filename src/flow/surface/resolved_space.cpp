#include "surface/resolved_space.hpp"

#include "base/error.hpp"
#include "base/second_order.hpp"
#include "base/text.hpp"
#include "surface/site_symmetry.hpp"
#include "surface/sphere_quadrature.hpp"
#include "surface/spherical_harmonics.hpp"
#include "surface/surface_kind.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// Suspensions at 40 % folded with 1.56 sites a function that lay evenly on the surface, and lived with 2.04
// (docs/notes/membranes.md).
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

namespace {

using Matrix = Eigen::MatrixXd;

/// Functions at sites, and the harmonics of each character in terms of them: Y = Q R.
struct Basis {
  SiteFunctions at;
  std::vector<Matrix> R;
};

Basis basis_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree, int symmetry) {
  Basis basis;
  SiteFunctions& found = basis.at;
  found.sites = static_cast<Index>(nodes.size());
  found.symmetry = symmetry;
  const int all = (degree + 1) * (degree + 1);
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
  basis.R.resize(symmetry);
  std::vector<char> determined(symmetry);
  // (W^(1/2) Y = Q' R, Q = W^(-1/2) Q'; Eigen takes one thread where threads are many already)
#pragma omp parallel for schedule(static)
  for (int c = 0; c < symmetry; ++c) {
    const auto m = static_cast<Index>(numbers[c].size());
    Matrix A(rows, m);
    for (Index k = 0; k < m; ++k)
      for (Index i = 0; i < rows; ++i)
        A(i, k) = root[i] * Y[static_cast<std::size_t>(i) * all + numbers[c][k]];
    const Eigen::HouseholderQR<Matrix> qr(A);
    // all are 1 for weights that integrate products exactly
    determined[c] = m == 0 || qr.matrixQR().diagonal().cwiseAbs().minCoeff() > 1e-3;
    basis.R[c] = qr.matrixQR().topRows(m).triangularView<Eigen::Upper>();
    const Matrix Q = qr.householderQ() * Matrix::Identity(rows, m);
    real* const values = found.values.data() + static_cast<std::size_t>(c) * rows * found.functions;
    for (Index k = 0; k < m; ++k)
      for (Index i = 0; i < rows; ++i) values[i + static_cast<std::size_t>(k) * rows] = Q(i, k) / root[i];
  }
  if (std::find(determined.begin(), determined.end(), 0) != determined.end()) refuse();
  return basis;
}

/// The harmonics at a point with their derivatives along the frame: those of Y(xi(s, t)), xi = (1 - (s^2 +
/// t^2)/2) xi + s e_1 + t e_2, which stays on the sphere and goes straight to second order.
void harmonic_jets(const Real3& xi, const Real3& e1, const Real3& e2, int degree, SecondOrder<2>* Y) {
  SecondOrder<2> at[3];
  for (int d = 0; d < 3; ++d) {
    at[d] = SecondOrder<2>(xi[d]);
    at[d].first = {e1[d], e2[d]};
    at[d].second = {{{-xi[d], 0}, {0, -xi[d]}}};
  }
  harmonics_of_numbers(at[0], at[1], at[2], degree, Y);
}

/// The functions of `at`, of these sites, in the operators from the sites of `from`, values of which have the
/// amounts R_at R_from^-1 Q^T W.
void set_functions(RbfOperators& o, const Basis& from, const Basis& at, const std::vector<Real3>& sites,
                   int degree) {
  const int symmetry = o.symmetry, all = (degree + 1) * (degree + 1);
  const Index rows = o.n_sample / symmetry, columns = o.n_data / symmetry, functions = at.at.functions;
  const auto size = [](Index a, Index b) { return static_cast<std::size_t>(a) * b; };
  o.functions = functions;
  o.amounts.assign(symmetry * size(functions, columns), 0);
  o.matrix.assign(symmetry * size(surface_operators * rows, functions), 0);
  const std::vector<std::vector<int>> numbers = by_character(degree, symmetry);
  std::vector<SecondOrder<2>> jets(size(rows, all));
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    const Index site = i * symmetry;
    harmonic_jets(sites[site], o.e1[site], o.e2[site], degree, jets.data() + size(i, all));
  }
#pragma omp parallel for schedule(static)
  for (int c = 0; c < symmetry; ++c) {
    const auto m = static_cast<Index>(numbers[c].size());
    const auto R = at.R[c].triangularView<Eigen::Upper>();
    const real* const q = from.at.values.data() + c * size(columns, functions);
    Matrix weighted(m, columns);
    for (Index j = 0; j < columns; ++j)
      for (Index k = 0; k < m; ++k) weighted(k, j) = from.at.weights[j * symmetry] * q[j + size(k, columns)];
    const Matrix in_harmonics = from.R[c].triangularView<Eigen::Upper>().solve(weighted),
                 amounts = R * in_harmonics;
    for (Index j = 0; j < columns; ++j)
      for (Index k = 0; k < m; ++k) o.amounts[k + functions * (j + c * std::size_t(columns))] = amounts(k, j);
    for (int b = 0; b < surface_operators; ++b) {
      Matrix Y(rows, m);
      for (Index k = 0; k < m; ++k)
        for (Index i = 0; i < rows; ++i) {
          const SecondOrder<2>& y = jets[size(i, all) + numbers[c][k]];
          Y(i, k) = b == 0   ? y.value
                    : b <= 2 ? y.first[b - 1]
                    : b == 3 ? y.second[0][0]
                    : b == 4 ? y.second[0][1]
                             : y.second[1][1];
        }
      const Matrix of_functions = R.solve<Eigen::OnTheRight>(Y);
      for (Index k = 0; k < m; ++k)
        std::copy_n(of_functions.col(k).data(), rows,
                    o.matrix.begin() +
                        static_cast<std::ptrdiff_t>(size(rows, b + surface_operators * (k + c * functions))));
    }
  }
}

} // namespace

SiteFunctions harmonics_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree,
                           int symmetry) {
  return basis_at(nodes, weights, degree, symmetry).at;
}
SiteFunctions harmonics_at(const std::vector<Real3>& nodes, const std::vector<real>& weights, int degree) {
  return harmonics_at(nodes, weights, degree, site_symmetry(nodes));
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
  RbfOperators& o = kind.operators;
  const Basis from =
                  basis_at(kind.data_nodes, sphere_quadrature(kind.data_nodes).weights, degree, o.symmetry),
              at = basis_at(kind.sample_nodes, o.weights, degree, o.symmetry);
  set_functions(o, from, at, kind.sample_nodes, degree);
  kind.resolved = {degree, from.at, at.at};
  if (kind.at_data.n_data > 0) kind.at_data = resolved_operators(kind, kind.data_nodes);
  for (int d = 0; d < 3 && !kind.data_at_start.empty(); ++d) {
    std::vector<real> component;
    for (const Real3& x : kind.data_at_start) component.push_back(x[d]);
    component = projected(kind.resolved.at_data, component);
    for (std::size_t i = 0; i < component.size(); ++i) kind.data_at_start[i][d] = component[i];
  }
}

RbfOperators resolved_operators(const SurfaceKind& kind, const std::vector<Real3>& sites) {
  RbfOperators o = sites_of_operators(kind.data_nodes, sites);
  const int degree = kind.resolved.degree;
  set_functions(o, basis_at(kind.data_nodes, kind.resolved.at_data.weights, degree, o.symmetry),
                basis_at(sites, o.weights, degree, o.symmetry), sites, degree);
  return o;
}

} // namespace ibsim
