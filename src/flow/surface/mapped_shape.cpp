#include "surface/mapped_shape.hpp"

#include "base/error.hpp"
#include "base/second_order.hpp"
#include "geometry/mesh_distance.hpp"
#include "surface/spherical_harmonics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ibsim {
namespace {

constexpr std::size_t most_functions = (most_degree_of_map + 1) * (most_degree_of_map + 1);

/// The sum over all functions for numbers with derivatives; `part` takes a function to the wanted part.
template <class Number, class Part>
Real3 sum_of(const MappedShape& shape, const Number& x, const Number& y, const Number& z, const Part& part) {
  std::array<Number, most_functions> Y;
  solid_harmonics_of_numbers(x, y, z, shape.degree, Y.data());
  Real3 sum;
  for (std::size_t k = 0; k < shape.amounts.size(); ++k) sum += part(Y[k]) * shape.amounts[k];
  return sum;
}

/// Where normals of the map point on the sphere's outside: of the order of the area element.
Real3 normal_of(const MappedShape& shape, const Real3& xi) {
  const Real3 away = std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0};
  const Real3 e1 = normalized(cross(away, xi)), e2 = cross(xi, e1);
  return cross(derivative(shape, xi, e1), derivative(shape, xi, e2));
}

/// Refuses maps that are no surface of a body.
void require_a_surface(const MappedShape& shape, const std::vector<Real3>& nodes, const Real3& half_axes) {
  const TriangleMesh& mesh = shape.body->mesh();
  const auto place = [&](std::size_t i) { return place_text(scaled(half_axes, mesh.vertices[i])); };
  std::vector<Real3> normals;
  real mean = 0;
  for (const Real3& xi : nodes) {
    normals.push_back(normal_of(shape, xi));
    mean += norm(normals.back()) / static_cast<real>(nodes.size());
  }
  if (!(volume_of(mesh) > 0)) throw InputError("the surface is inside out");
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!(norm(normals[i]) > 1e-3 * mean))
      throw InputError("the map from the sphere has no area at " + place(i));
  // Neighbours whose normals are opposite are on a fold.
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 across =
        cross(mesh.vertices[t.y] - mesh.vertices[t.x], mesh.vertices[t.z] - mesh.vertices[t.x]);
    if (dot(across, normals[t.x]) < 0 && dot(across, normals[t.y]) < 0)
      throw InputError("the map from the sphere folds at " + place(static_cast<std::size_t>(t.x)));
  }
  // A point moved outward a little is outside, one moved inward is inside, unless another part of the surface
  // lies over it.
  constexpr real little = 0.02;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Real3 normal = normalized(normals[i]);
    for (const real side : {-1, 1})
      if (side * shape.body->nearest(mesh.vertices[i] + side * little * normal).distance < -0.5 * little)
        throw InputError("the surface meets itself, or is thinner than a fiftieth of its half width, at " +
                         place(i));
  }
}

/// The largest |x_d|, by a search from the farthest of many points with ever smaller steps.
real farthest(const MappedShape& shape, int d) {
  Real3 best{1, 0, 0};
  real most = 0;
  const auto try_one = [&](const Real3& xi) {
    const real reach = std::abs(position(shape, xi)[d]);
    if (!(reach > most)) return false;
    most = reach, best = xi;
    return true;
  };
  for (const Real3& xi : bauer_spiral(1000)) try_one(xi);
  for (real step = 0.05; step > 1e-8; step /= 2) {
    const Real3 e1 = normalized(cross(std::abs(best.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0}, best)),
                e2 = cross(best, e1), from = best;
    for (const Real3& way : {e1, -e1, e2, -e2}) try_one(normalized(from + step * way));
  }
  return most;
}

void require_counts(int degree, const std::vector<Real3>& amounts) {
  if (degree < 1 || degree > most_degree_of_map)
    throw InputError("the degree of a map is from 1 to " + std::to_string(most_degree_of_map));
  if (const auto wanted = static_cast<std::size_t>((degree + 1) * (degree + 1)); amounts.size() != wanted)
    throw InputError("a map of degree " + std::to_string(degree) + " has " + std::to_string(wanted) +
                     " amounts, not " + std::to_string(amounts.size()));
}

} // namespace

Real3 position(const MappedShape& shape, const Real3& xi) {
  return sum_of(shape, xi.x, xi.y, xi.z, [](real y) { return y; });
}

Real3 derivative(const MappedShape& shape, const Real3& xi, const Real3& v) {
  using Number = SecondOrder<1>;
  std::array<Number, 3> x{Number(xi.x), Number(xi.y), Number(xi.z)};
  for (int d = 0; d < 3; ++d) x[d].first[0] = v[d];
  return sum_of(shape, x[0], x[1], x[2], [](const Number& y) { return y.first[0]; });
}

Real3 second_derivative(const MappedShape& shape, const Real3& xi, const Real3& v, const Real3& w) {
  using Number = SecondOrder<2>;
  std::array<Number, 3> x{Number(xi.x), Number(xi.y), Number(xi.z)};
  for (int d = 0; d < 3; ++d) x[d].first = {v[d], w[d]};
  return sum_of(shape, x[0], x[1], x[2], [](const Number& y) { return y.second[0][1]; });
}

ReferenceSurface mapped_surface(int degree, std::vector<Real3> amounts, const Real3& half_axes) {
  require_counts(degree, amounts);
  auto shape = std::make_shared<MappedShape>(MappedShape{degree, std::move(amounts), {}, {}, {0, 0}});
  constexpr int nodes_of_body = 2000;
  const std::vector<Real3> nodes = bauer_spiral(nodes_of_body);
  TriangleMesh mesh;
  for (const Real3& xi : nodes) {
    mesh.vertices.push_back(position(*shape, xi));
    if (!std::isfinite(norm(mesh.vertices.back()))) throw InputError("an amount of a map is not finite");
  }
  mesh.triangles = triangulate(nodes);
  shape->body = std::make_shared<const MeshDistance>(std::move(mesh));
  require_a_surface(*shape, nodes, half_axes);
  shape->measured = area_and_volume({ReferenceShape::mapped, half_axes, shape});
  shape->measured_axes = half_axes;
  return {ReferenceShape::mapped, half_axes, shape};
}

ReferenceSurface mapped_surface(int degree, std::vector<Real3> amounts) {
  require_counts(degree, amounts);
  const MappedShape in_um{degree, amounts, {}, {}, {0, 0}};
  Real3 half_axes;
  for (int d = 0; d < 3; ++d) half_axes[d] = farthest(in_um, d);
  if (!(std::min({half_axes.x, half_axes.y, half_axes.z}) > 0)) throw InputError("the surface is flat");
  for (Real3& c : amounts) c = {c.x / half_axes.x, c.y / half_axes.y, c.z / half_axes.z};
  return mapped_surface(degree, std::move(amounts), half_axes);
}

ReferenceSurface up_to_degree(const ReferenceSurface& surface, int degree) {
  const MappedShape& all = *surface.map;
  if (degree >= all.degree) return surface;
  MappedShape part{degree, {}, all.body, {}, {0, 0}};
  part.amounts.assign(all.amounts.begin(), all.amounts.begin() + (degree + 1) * (degree + 1));
  return {ReferenceShape::mapped, surface.half_axes, std::make_shared<const MappedShape>(std::move(part))};
}

} // namespace ibsim
