#include "surface/sphere_map.hpp"

#include "base/error.hpp"
#include "base/second_order.hpp"
#include "surface/spherical_harmonics.hpp"

#include <Eigen/Sparse>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ibsim {
namespace {

constexpr int degree_of_flow = 8;

/// tan of half the angle at corner a of the triangle a, b, c.
real half_tangent(const Real3& a, const Real3& b, const Real3& c) {
  const Real3 u = b - a, v = c - a;
  const real product = norm(u) * norm(v), sine = norm(cross(u, v)), cosine = dot(u, v);
  // (1 - cos)/sin, or sin/(1 + cos) where that is better
  return cosine > 0 ? sine / (product + cosine) : (product - cosine) / std::max(sine, 1e-12 * product);
}

struct Plane {
  std::vector<real> u, v;
};

/// Equations of the plane: a vertex is the mean of its neighbours, with positive weights.
struct MeanValues {
  std::vector<Eigen::Triplet<real>> entries;
  Eigen::MatrixXd right;
  std::vector<real> diagonal;
};

/// @param unknown number of each vertex, -1 where its place is given
MeanValues mean_values(const TriangleMesh& mesh, const Plane& given, const std::vector<int>& unknown,
                       int unknowns) {
  MeanValues of{{}, Eigen::MatrixXd::Zero(unknowns, 2), std::vector<real>(unknowns, 0)};
  const auto connect = [&](int i, int j, real weight) {
    const int row = unknown[i];
    if (row < 0) return;
    of.diagonal[row] += weight;
    if (unknown[j] >= 0)
      of.entries.emplace_back(row, unknown[j], -weight);
    else
      of.right(row, 0) += weight * given.u[j], of.right(row, 1) += weight * given.v[j];
  };
  for (const Vec3<int>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int i = t[k], j = t[(k + 1) % 3], l = t[(k + 2) % 3];
      const Real3 &a = mesh.vertices[i], &b = mesh.vertices[j], &c = mesh.vertices[l];
      const real tangent = std::clamp(half_tangent(a, b, c), real{1e-3}, real{1e3});
      connect(i, j, tangent / norm(b - a));
      connect(i, l, tangent / norm(c - a));
    }
  return of;
}

/// The matrix with each row by its own scale: sizes of triangles differ by many orders.
Eigen::SparseMatrix<real> scaled_matrix(MeanValues& of, int unknowns) {
  for (auto& entry : of.entries)
    entry = Eigen::Triplet<real>(entry.row(), entry.col(), entry.value() / of.diagonal[entry.row()]);
  for (int i = 0; i < unknowns; ++i) {
    of.entries.emplace_back(i, i, 1);
    of.right.row(i) /= of.diagonal[i];
  }
  Eigen::SparseMatrix<real> A(unknowns, unknowns);
  A.setFromTriplets(of.entries.begin(), of.entries.end());
  return A;
}

/// Step 1: all vertices but those of triangle 0, which lie on the unit circle.
Plane laid_flat(const TriangleMesh& mesh, const std::string& name) {
  const int n = static_cast<int>(mesh.vertices.size());
  Plane plane{std::vector<real>(n), std::vector<real>(n)};
  std::vector<int> unknown(n, 0);
  const Vec3<int>& hole = mesh.triangles[0];
  for (int k = 0; k < 3; ++k) {
    const real angle = -2 * std::numbers::pi * k / 3; // the hole is seen from the other side
    plane.u[hole[k]] = std::cos(angle), plane.v[hole[k]] = std::sin(angle);
    unknown[hole[k]] = -1;
  }
  int unknowns = 0;
  for (int& number : unknown)
    if (number == 0) number = unknowns++;
  MeanValues equations = mean_values(mesh, plane, unknown, unknowns);
  const Eigen::SparseLU<Eigen::SparseMatrix<real>> solver(scaled_matrix(equations, unknowns));
  const bool solved = solver.info() == Eigen::Success;
  const Eigen::MatrixXd found = solved ? Eigen::MatrixXd(solver.solve(equations.right)) : equations.right;
  if (!solved || !found.allFinite())
    throw InputError(name + ": cannot be laid onto a sphere; are there triangles without area?");
  for (int i = 0; i < n; ++i)
    if (unknown[i] >= 0) plane.u[i] = found(unknown[i], 0), plane.v[i] = found(unknown[i], 1);
  return plane;
}

/// The value below which half of the weight lies.
real weighted_median(const std::vector<real>& values, const std::vector<real>& weights) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return values[a] < values[b]; });
  const real half = std::accumulate(weights.begin(), weights.end(), real{0}) / 2;
  real sum = 0;
  for (const int i : order)
    if ((sum += weights[i]) >= half) return values[i];
  return values[order.back()];
}

/// Step 2.
std::vector<Real3> onto_sphere(const Plane& plane, const std::vector<real>& areas) {
  const real u0 = weighted_median(plane.u, areas), v0 = weighted_median(plane.v, areas);
  std::vector<real> radii;
  for (std::size_t i = 0; i < areas.size(); ++i)
    radii.push_back(std::hypot(plane.u[i] - u0, plane.v[i] - v0));
  const real radius = std::max(weighted_median(radii, areas), 1e-300);
  std::vector<Real3> xi;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const real u = (plane.u[i] - u0) / radius, v = (plane.v[i] - v0) / radius, q = u * u + v * v;
    xi.push_back(normalized(Real3{2 * u, 2 * v, q - 1}));
  }
  const real all = std::accumulate(areas.begin(), areas.end(), real{0});
  for (int iteration = 0; iteration < 200; ++iteration) {
    Real3 mean;
    for (std::size_t i = 0; i < xi.size(); ++i) mean += areas[i] / all * xi[i];
    if (norm(mean) < 1e-6) break;
    const Real3 c = 0.6 * mean;
    for (Real3& x : xi) {
      const Real3 away = x - c;
      x = normalized((1 - dot(c, c)) / dot(away, away) * away - c);
    }
  }
  return xi;
}

/// Turns the sphere over where its triangles are clockwise from outside.
void orient(const TriangleMesh& mesh, std::vector<Real3>& xi) {
  real volume = 0;
  for (const Vec3<int>& t : mesh.triangles) volume += dot(xi[t.x], cross(xi[t.y], xi[t.z]));
  if (volume < 0)
    for (Real3& x : xi) x.x = -x.x;
}

/// One step of 3. @return root mean square of log rho in the harmonics of the flow
real even_out(const TriangleMesh& mesh, const std::vector<real>& areas, std::vector<Real3>& xi, real step) {
  using Number = SecondOrder<3>;
  constexpr int functions = (degree_of_flow + 1) * (degree_of_flow + 1);
  const std::size_t n = xi.size();
  const real all = std::accumulate(areas.begin(), areas.end(), real{0});
  std::vector<real> on_sphere(n, 0);
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 across = cross(xi[t.y] - xi[t.x], xi[t.z] - xi[t.x]);
    const real part = std::max(dot(across, xi[t.x] + xi[t.y] + xi[t.z]) / 18, real{0});
    for (int k = 0; k < 3; ++k) on_sphere[t[k]] += part;
  }
  std::array<real, functions> amounts{};
  std::array<real, functions> Y;
  for (std::size_t i = 0; i < n; ++i) {
    const real rho = areas[i] / all * 4 * std::numbers::pi / std::max(on_sphere[i], real{1e-12});
    const real value = std::clamp(std::log(std::max(rho, real{1e-12})), real{-5}, real{5});
    harmonics_of_numbers(xi[i].x, xi[i].y, xi[i].z, degree_of_flow, Y.data());
    for (int k = 0; k < functions; ++k) amounts[k] += on_sphere[i] * value * Y[k];
  }
  real sum = 0;
  for (int l = 1; l <= degree_of_flow; ++l)
    for (int k = l * l; k < (l + 1) * (l + 1); ++k) {
      sum += amounts[k] * amounts[k] / (4 * std::numbers::pi);
      amounts[k] /= -static_cast<real>(l) * (l + 1);
    }
  amounts[0] = 0;
  std::array<Number, functions> jets;
  for (Real3& x : xi) {
    solid_harmonics_of_numbers(Number::variable(x.x, 0), Number::variable(x.y, 1), Number::variable(x.z, 2),
                               degree_of_flow, jets.data());
    Real3 gradient;
    for (int k = 0; k < functions; ++k)
      for (int d = 0; d < 3; ++d) gradient[d] += amounts[k] * jets[k].first[d];
    gradient = gradient - dot(gradient, x) * x;
    constexpr real longest = 0.1; // rad
    real by = step;
    if (by * norm(gradient) > longest) by = longest / norm(gradient);
    x = normalized(x + by * gradient);
  }
  return std::sqrt(sum);
}

} // namespace

std::vector<real> areas_of_vertices(const TriangleMesh& mesh) {
  std::vector<real> areas(mesh.vertices.size(), 0);
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 &a = mesh.vertices[t.x], &b = mesh.vertices[t.y], &c = mesh.vertices[t.z];
    for (int k = 0; k < 3; ++k) areas[t[k]] += norm(cross(b - a, c - a)) / 6;
  }
  return areas;
}

std::vector<Real3> map_to_sphere(const TriangleMesh& mesh, const std::string& name) {
  const std::vector<real> areas = areas_of_vertices(mesh);
  std::vector<Real3> xi = onto_sphere(laid_flat(mesh, name), areas);
  orient(mesh, xi);
  for (int sweep = 0; sweep < 60; ++sweep)
    if (even_out(mesh, areas, xi, 0.3) < 0.02) break;
  return xi;
}

} // namespace ibsim
