#include "surface/fit_mesh.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/closed_mesh.hpp"
#include "surface/mapped_shape.hpp"
#include "surface/sphere_map.hpp"
#include "surface/spherical_harmonics.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

constexpr int least_vertices = 100, most_fitted = 4000;
constexpr real share_along = 0.1; ///< of the error along the surface in what is minimised
constexpr real smoothness = 1e-9; ///< of the square of the curvature's size

/// Vertices with their points of the sphere and their shares of the area.
struct FittedPoints {
  std::vector<Real3> x, xi;
  std::vector<real> share;
};

struct TangentFrame {
  Real3 e1, e2;
};
TangentFrame frame_at(const Real3& xi) {
  const Real3 away = std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0};
  const Real3 e1 = normalized(cross(away, xi));
  return {e1, cross(xi, e1)};
}

/// What keeps the fit smooth where no vertex is: (l (l + 1))^2 for each amount.
real roughness(int k) {
  const int l = static_cast<int>(std::sqrt(static_cast<real>(k)) + 1e-9);
  return smoothness * std::pow(static_cast<real>(l) * (l + 1), 2);
}

/// Least squares for all three components.
MappedShape fitted(const FittedPoints& points, int degree) {
  const int functions = (degree + 1) * (degree + 1);
  const auto n = static_cast<Eigen::Index>(points.x.size());
  Eigen::MatrixXd A(n, functions), b(n, 3);
  std::vector<real> Y(static_cast<std::size_t>(functions));
  for (Eigen::Index i = 0; i < n; ++i) {
    const Real3 &xi = points.xi[i], &x = points.x[i];
    const real root = std::sqrt(points.share[i]);
    harmonics_of_numbers(xi.x, xi.y, xi.z, degree, Y.data());
    for (int k = 0; k < functions; ++k) A(i, k) = root * Y[k];
    for (int d = 0; d < 3; ++d) b(i, d) = root * x[d];
  }
  // products that Eigen does by one thread, so that bits do not depend on how many there are
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(functions, functions), found(functions, 3);
  normal.selfadjointView<Eigen::Lower>().rankUpdate(A.transpose());
  for (int k = 0; k < functions; ++k) normal(k, k) += roughness(k);
  const Eigen::LDLT<Eigen::MatrixXd> factors(normal.selfadjointView<Eigen::Lower>());
  for (int d = 0; d < 3; ++d) {
    const Eigen::VectorXd right = A.transpose() * b.col(d);
    found.col(d) = factors.solve(right);
  }
  MappedShape shape{degree, std::vector<Real3>(static_cast<std::size_t>(functions)), {}, {}, {0, 0}};
  for (int k = 0; k < functions; ++k) shape.amounts[k] = {found(k, 0), found(k, 1), found(k, 2)};
  return shape;
}

/// A step of the fit in which only distances from the surface count in full: error along the normals, and a
/// share of that along the surface.
void refine(const FittedPoints& points, MappedShape& shape) {
  const int functions = static_cast<int>(shape.amounts.size()), unknowns = 3 * functions;
  const auto n = static_cast<Eigen::Index>(points.x.size());
  Eigen::MatrixXd A(3 * n, unknowns);
  Eigen::VectorXd b(3 * n);
  std::vector<real> Y(static_cast<std::size_t>(functions));
  for (Eigen::Index i = 0; i < n; ++i) {
    const Real3& xi = points.xi[i];
    const auto [e1, e2] = frame_at(xi);
    const Real3 d1 = derivative(shape, xi, e1), normal = normalized(cross(d1, derivative(shape, xi, e2))),
                t1 = normalized(d1), t2 = cross(normal, t1);
    const Real3 residual = points.x[i] - position(shape, xi);
    const real root = std::sqrt(points.share[i]);
    harmonics_of_numbers(xi.x, xi.y, xi.z, shape.degree, Y.data());
    const Real3 ways[3] = {root * normal, share_along * root * t1, share_along * root * t2};
    for (int w = 0; w < 3; ++w) {
      b(3 * i + w) = dot(ways[w], residual);
      for (int k = 0; k < functions; ++k)
        for (int d = 0; d < 3; ++d) A(3 * i + w, 3 * k + d) = ways[w][d] * Y[k];
    }
  }
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(unknowns, unknowns);
  square.selfadjointView<Eigen::Lower>().rankUpdate(A.transpose());
  Eigen::VectorXd right = A.transpose() * b;
  for (int k = 0; k < functions; ++k)
    for (int d = 0; d < 3; ++d) {
      square(3 * k + d, 3 * k + d) += roughness(k);
      right(3 * k + d) -= roughness(k) * shape.amounts[k][d];
    }
  const Eigen::VectorXd change = square.selfadjointView<Eigen::Lower>().ldlt().solve(right);
  for (int k = 0; k < functions; ++k)
    for (int d = 0; d < 3; ++d) shape.amounts[k][d] += change(3 * k + d);
}

/// Moves a point of the sphere towards that whose image is nearest to x, by Newton's method without the
/// second derivatives; each step is at most 0.1.
Real3 nearer(const MappedShape& shape, const Real3& x, Real3 xi, int steps) {
  for (int step = 0; step < steps; ++step) {
    const auto [e1, e2] = frame_at(xi);
    const Real3 d1 = derivative(shape, xi, e1), d2 = derivative(shape, xi, e2),
                apart = x - position(shape, xi);
    const real a = dot(d1, d1), b = dot(d1, d2), c = dot(d2, d2), det = a * c - b * b;
    if (!(det > 1e-12 * a * c)) return xi;
    const real r1 = dot(d1, apart), r2 = dot(d2, apart);
    Real3 move = (c * r1 - b * r2) / det * e1 + (a * r2 - b * r1) / det * e2;
    if (norm(move) > 0.1) move *= 0.1 / norm(move);
    xi = normalized(xi + move);
  }
  return xi;
}

void take_nearest(const MappedShape& shape, FittedPoints& points, int steps) {
  const auto n = static_cast<long>(points.x.size());
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) points.xi[i] = nearer(shape, points.x[i], points.xi[i], steps);
}

real rms_distance(const MappedShape& shape, const FittedPoints& points) {
  real sum = 0;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    const Real3 apart = points.x[i] - position(shape, points.xi[i]);
    sum += points.share[i] * dot(apart, apart);
  }
  return std::sqrt(sum);
}

/// Fits and nearest points in turn, until it helps no more. @return rms distance
real improve(FittedPoints& points, MappedShape& shape, real wanted) {
  const int most = shape.degree <= 8 ? 40 : 3;
  real before = rms_distance(shape, points);
  for (int round = 0; round < most; ++round) {
    take_nearest(shape, points, 2);
    refine(points, shape);
    take_nearest(shape, points, 2);
    const real now = rms_distance(shape, points);
    if (round > 5 && now > 0.98 * before) return now;
    before = now;
    if (now < wanted && round > 2) break;
  }
  return before;
}

/// 1, 3, 5, 7, 9, 12, 16, 20.
int next_degree(int degree, int most) { return std::min(most, degree + std::max(2, degree / 3)); }

/// How far the middles of edges are from a smooth surface through their ends, rms over the area: with unit
/// normals n at the ends of an edge e, |e . (n_b - n_a)|/8.
real depth_of_edges(const TriangleMesh& mesh) {
  std::vector<Real3> normals(mesh.vertices.size());
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 across =
        cross(mesh.vertices[t.y] - mesh.vertices[t.x], mesh.vertices[t.z] - mesh.vertices[t.x]);
    for (int k = 0; k < 3; ++k) normals[t[k]] += across;
  }
  real sum = 0, all = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    const real area =
        norm(cross(mesh.vertices[t.y] - mesh.vertices[t.x], mesh.vertices[t.z] - mesh.vertices[t.x])) / 2;
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      const Real3 edge = mesh.vertices[b] - mesh.vertices[a];
      const real depth = dot(edge, normals[b] / std::max(norm(normals[b]), 1e-300) -
                                       normals[a] / std::max(norm(normals[a]), 1e-300)) /
                         8;
      sum += area * depth * depth, all += area;
    }
  }
  return std::sqrt(sum / all);
}

/// A part of the points that is small enough for many fits, evenly among them.
FittedPoints part_of(const FittedPoints& all) {
  const std::size_t n = all.x.size(), wanted = std::min<std::size_t>(n, most_fitted);
  FittedPoints part;
  real sum = 0;
  for (std::size_t k = 0; k < wanted; ++k) {
    const std::size_t i = k * n / wanted;
    part.x.push_back(all.x[i]), part.xi.push_back(all.xi[i]), part.share.push_back(all.share[i]);
    sum += all.share[i];
  }
  for (real& share : part.share) share /= sum;
  return part;
}

} // namespace

MeshFit fit_mesh(TriangleMesh mesh, const std::string& name) {
  require_one_body(mesh, name);
  const int n = static_cast<int>(mesh.vertices.size());
  if (n < least_vertices)
    throw InputError(name + text(": has %d vertices, and a smooth surface takes at least %d; refine the mesh",
                                 n, least_vertices));
  MeshFit fit;
  fit.vertices = n, fit.triangles = static_cast<int>(mesh.triangles.size());
  fit.mesh_area = area_of(mesh), fit.mesh_volume = volume_of(mesh), fit.centre = centre_of(mesh);
  const real size = std::sqrt(fit.mesh_area);
  FittedPoints all{{}, map_to_sphere(mesh, name), areas_of_vertices(mesh)};
  for (const Real3& x : mesh.vertices) all.x.push_back((x - fit.centre) / size); // numbers of order one
  for (real& share : all.share) share /= fit.mesh_area;
  FittedPoints points = part_of(all);

  const int most = std::clamp(static_cast<int>(std::sqrt(static_cast<real>(points.x.size())) / 2) - 1, 3,
                              most_degree_of_map);
  const real wanted = std::max(0.1 * depth_of_edges(mesh) / size, real{1e-6});
  MappedShape shape;
  for (int degree = 1;; degree = next_degree(degree, most)) {
    const std::vector<Real3> start = points.xi;
    shape = fitted(points, degree);
    const real left = improve(points, shape, wanted);
    if (left < wanted || degree == most) break;
    // A poor fit folds the vertices onto each other.
    constexpr real poor = 0.02;
    if (left > poor) points.xi = start;
  }
  take_nearest(shape, all, 30);
  for (int i = 0; i < n; ++i) {
    const real distance = size * norm(all.x[i] - position(shape, all.xi[i]));
    fit.rms += all.share[i] * distance * distance;
    if (distance > fit.largest) fit.largest = distance, fit.where = mesh.vertices[i];
  }
  fit.rms = std::sqrt(fit.rms), fit.degree = shape.degree;
  for (Real3& c : shape.amounts) c *= size;
  try {
    fit.surface = mapped_surface(shape.degree, shape.amounts);
  } catch (const InputError& e) {
    throw InputError(name + ": no smooth surface of degree " + std::to_string(shape.degree) +
                     " represents the mesh: " + e.what() + " from its centre at " + place_text(fit.centre));
  }
  return fit;
}

} // namespace ibsim
