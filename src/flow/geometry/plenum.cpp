#include "geometry/plenum.hpp"

#include "geometry/primitives.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace ibsim {

ImplicitShape with_plenum(ImplicitShape vessel, const ShapeBounds& block, const PeriodicBox& box) {
  return union_of({std::move(vessel), complement_of(repeated(box_shape(block.low, block.high), box))});
}

void extend_ends(TriangleMesh& mesh, int d, int side, real plane, real near, real length) {
  const MeshBox reach = box_of(mesh);
  if (std::abs((side < 0 ? reach.low : reach.high)[d] - plane) > near) return;
  const auto in_plane = [&](int vertex) { return std::abs(mesh.vertices[vertex][d] - plane) <= near; };
  std::map<int, int> moved; // the vertex that a vertex of an end becomes
  const auto outer = [&](int vertex) {
    const auto [at, is_new] = moved.emplace(vertex, static_cast<int>(mesh.vertices.size()));
    if (is_new) {
      Real3 x = mesh.vertices[vertex];
      x[d] = plane + side * length;
      mesh.vertices.push_back(x);
    }
    return at->second;
  };
  std::map<std::pair<int, int>, int> sums; // of edges of ends, along their order less against it
  for (Vec3<int>& t : mesh.triangles) {
    if (!in_plane(t.x) || !in_plane(t.y) || !in_plane(t.z)) continue;
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      sums[std::minmax(from, to)] += from < to ? 1 : -1;
    }
    for (int k = 0; k < 3; ++k) t[k] = outer(t[k]);
  }
  for (const auto& [edge, sum] : sums) { // rims, where the end meets the wall
    if (sum == 0) continue;
    const int a = sum > 0 ? edge.first : edge.second, b = sum > 0 ? edge.second : edge.first;
    mesh.triangles.push_back({a, b, outer(b)});
    mesh.triangles.push_back({a, outer(b), outer(a)});
  }
}

} // namespace ibsim
