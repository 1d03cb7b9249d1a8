#include "geometry/mesh_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace ibsim {
namespace {

real squared_distance_to_box(const Real3& p, const Real3& low, const Real3& high) {
  real sum = 0;
  for (int d = 0; d < 3; ++d) {
    const real out = std::max({low[d] - p[d], real{0}, p[d] - high[d]});
    sum += out * out;
  }
  return sum;
}

real angle_between(const Real3& a, const Real3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

/// The point of a triangle nearest to p, and its feature: 0 the inside, 1..3 the edge from corner i - 1, 4..6
/// the corner i - 4. Ericson (2005), Real-Time Collision Detection, section 5.1.5.
struct OnTriangle {
  Real3 point;
  int feature;
};
OnTriangle nearest_on(const Real3& a, const Real3& b, const Real3& c, const Real3& p) {
  const Real3 ab = b - a, ac = c - a, ap = p - a;
  const real d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {a, 4};
  const Real3 bp = p - b;
  const real d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {b, 5};
  const real vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + d1 / (d1 - d3) * ab, 1};
  const Real3 cp = p - c;
  const real d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {c, 6};
  const real vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + d2 / (d2 - d6) * ac, 3};
  const real va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return {b + (d4 - d3) / (d4 - d3 + d5 - d6) * (c - b), 2};
  const real scale = 1 / (va + vb + vc);
  return {a + vb * scale * ab + vc * scale * ac, 0};
}

} // namespace

MeshDistance::MeshDistance(TriangleMesh mesh) : mesh_(std::move(mesh)) {
  const int n = static_cast<int>(mesh_.triangles.size());
  of_triangle_.resize(n), of_edge_.resize(n), of_vertex_.resize(mesh_.vertices.size());
  std::vector<Real3> centres(n);
  std::map<std::pair<int, int>, Real3> edges;
  for (int t = 0; t < n; ++t) {
    const Vec3<int>& v = mesh_.triangles[t];
    const Real3 x[3] = {mesh_.vertices[v.x], mesh_.vertices[v.y], mesh_.vertices[v.z]};
    const Real3 across = cross(x[1] - x[0], x[2] - x[0]);
    const real size = norm(across);
    of_triangle_[t] = size > 0 ? across / size : Real3{};
    centres[t] = (x[0] + x[1] + x[2]) / 3.0;
    for (int k = 0; k < 3; ++k) {
      edges[std::minmax(v[k], v[(k + 1) % 3])] += of_triangle_[t];
      of_vertex_[v[k]] += angle_between(x[(k + 1) % 3] - x[k], x[(k + 2) % 3] - x[k]) * of_triangle_[t];
    }
  }
  for (int t = 0; t < n; ++t)
    for (int k = 0; k < 3; ++k)
      of_edge_[t][k] = edges.at(std::minmax(mesh_.triangles[t][k], mesh_.triangles[t][(k + 1) % 3]));
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0);
  if (n > 0) build(0, n, centres);
}

int MeshDistance::build(int first, int count, std::vector<Real3>& centres) {
  const int number = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  constexpr real far = std::numeric_limits<real>::max();
  Real3 low{far, far, far}, high{-far, -far, -far}, low_centre = low, high_centre = high;
  for (int i = first; i < first + count; ++i)
    for (int d = 0; d < 3; ++d) {
      for (int k = 0; k < 3; ++k) {
        const real x = mesh_.vertices[mesh_.triangles[order_[i]][k]][d];
        low[d] = std::min(low[d], x), high[d] = std::max(high[d], x);
      }
      const real c = centres[order_[i]][d];
      low_centre[d] = std::min(low_centre[d], c), high_centre[d] = std::max(high_centre[d], c);
    }
  Node node{low, high, first, count, 0};
  if (count > 4) {
    const Real3 size = high_centre - low_centre;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    std::nth_element(order_.begin() + first, order_.begin() + first + count / 2,
                     order_.begin() + first + count, [&](int a, int b) {
                       return centres[a][axis] < centres[b][axis] ||
                              (centres[a][axis] == centres[b][axis] && a < b);
                     });
    build(first, count / 2, centres);
    node.right = build(first + count / 2, count - count / 2, centres);
  }
  nodes_[number] = node;
  return number;
}

void MeshDistance::try_triangle(int t, const Real3& p, real& least, Nearest& best, Real3& normal) const {
  const Vec3<int>& v = mesh_.triangles[t];
  const auto [point, feature] = nearest_on(mesh_.vertices[v.x], mesh_.vertices[v.y], mesh_.vertices[v.z], p);
  const Real3 away = p - point;
  const real squared = dot(away, away);
  if (!(squared < least)) return;
  least = squared;
  best.point = point, best.triangle = t;
  normal = feature == 0  ? of_triangle_[t]
           : feature < 4 ? of_edge_[t][feature - 1]
                         : of_vertex_[v[feature - 4]];
}

MeshDistance::Nearest MeshDistance::nearest(const Real3& p) const {
  Nearest best;
  Real3 normal;
  real least = std::numeric_limits<real>::max();
  struct Waiting {
    int node;
    real squared;
  };
  std::array<Waiting, 128> stack; // the tree is balanced: its depth is that of 2^31 triangles at most
  int top = 0;
  stack[top++] = {0, squared_distance_to_box(p, nodes_[0].low, nodes_[0].high)};
  while (top > 0) {
    const Waiting now = stack[--top];
    if (now.squared >= least) continue;
    const Node& node = nodes_[now.node];
    if (node.right == 0) {
      for (int i = node.first; i < node.first + node.count; ++i)
        try_triangle(order_[i], p, least, best, normal);
      continue;
    }
    Waiting near{now.node + 1,
                 squared_distance_to_box(p, nodes_[now.node + 1].low, nodes_[now.node + 1].high)},
        other{node.right, squared_distance_to_box(p, nodes_[node.right].low, nodes_[node.right].high)};
    if (other.squared < near.squared) std::swap(near, other);
    stack[top++] = other, stack[top++] = near;
  }
  const Real3 away = p - best.point;
  const real length = std::sqrt(least), side = dot(away, normal) < 0 ? -1 : 1;
  best.distance = side * length;
  const Real3 size = nodes_[0].high - nodes_[0].low;
  // closer than that, the direction of `away` is round-off
  best.gradient = length > 1e-9 * norm(size) ? side / length * away : normal / std::max(norm(normal), 1e-300);
  return best;
}

} // namespace ibsim
