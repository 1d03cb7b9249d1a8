#include "geometry/triangle_mesh.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

namespace ibsim {
namespace {

/// Cells of a grid with the numbers of the points in them, for points that are close to each other.
class PointTable {
 public:
  PointTable(Real3 corner, real side) : corner_(corner), side_(side) {}
  /// The first point within `reach` (at most a side) of x, or -1.
  int find(const std::vector<Real3>& points, const Real3& x, real reach) const {
    int found = -1;
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
          const auto cell = cells_.find(key(x, i, j, k));
          if (cell == cells_.end()) continue;
          for (const int p : cell->second)
            if (norm(points[p] - x) <= reach && (found < 0 || p < found)) found = p;
        }
    return found;
  }
  void add(const Real3& x, int number) { cells_[key(x, 0, 0, 0)].push_back(number); }

 private:
  std::uint64_t key(const Real3& x, int i, int j, int k) const {
    const auto along = [&](int d, int shift) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>((x[d] - corner_[d]) / side_) + shift + 1) &
             0x1fffff;
    };
    return along(0, i) << 42 | along(1, j) << 21 | along(2, k);
  }
  Real3 corner_;
  real side_;
  std::unordered_map<std::uint64_t, std::vector<int>> cells_;
};

int root_of(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

} // namespace

std::string place_text(const Real3& x) { return text("(%.4g, %.4g, %.4g) um", x.x, x.y, x.z); }

real area_of(const TriangleMesh& mesh) {
  real sum = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 &a = mesh.vertices[t.x], &b = mesh.vertices[t.y], &c = mesh.vertices[t.z];
    sum += norm(cross(b - a, c - a)) / 2;
  }
  return sum;
}

real volume_of(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  const Real3 from = mesh.vertices.front(); // near the surface: less is lost to round-off
  real sum = 0;
  for (const Vec3<int>& t : mesh.triangles)
    sum += dot(mesh.vertices[t.x] - from, cross(mesh.vertices[t.y] - from, mesh.vertices[t.z] - from)) / 6;
  return sum;
}

Real3 centre_of(const TriangleMesh& mesh) {
  const Real3 from = mesh.vertices.front();
  Real3 moment;
  real volume = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    const Real3 a = mesh.vertices[t.x] - from, b = mesh.vertices[t.y] - from, c = mesh.vertices[t.z] - from;
    const real v = dot(a, cross(b, c)) / 6;
    volume += v;
    moment += v / 4 * (a + b + c); // the fourth corner of the tetrahedron is `from`
  }
  return from + moment / volume;
}

MeshBox box_of(const TriangleMesh& mesh) {
  constexpr real far = std::numeric_limits<real>::max();
  MeshBox box{{far, far, far}, {-far, -far, -far}};
  for (const Real3& x : mesh.vertices)
    for (int d = 0; d < 3; ++d)
      box.low[d] = std::min(box.low[d], x[d]), box.high[d] = std::max(box.high[d], x[d]);
  return box;
}

int weld(TriangleMesh& mesh) {
  const MeshBox box = box_of(mesh);
  const Real3 size = box.size();
  const real largest = std::max({size.x, size.y, size.z});
  const real reach = 1e-6 * largest;
  PointTable table(box.low, std::max(2 * reach, std::numeric_limits<real>::min()));
  std::vector<Real3> kept;
  std::vector<int> now(mesh.vertices.size(), -1);
  const auto number_of = [&](int vertex) {
    if (now[vertex] >= 0) return now[vertex];
    const Real3& x = mesh.vertices[vertex];
    int found = table.find(kept, x, reach);
    if (found < 0) {
      found = static_cast<int>(kept.size());
      kept.push_back(x);
      table.add(x, found);
    }
    return now[vertex] = found;
  };
  std::vector<Vec3<int>> triangles;
  int dropped = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    const Vec3<int> of{number_of(t.x), number_of(t.y), number_of(t.z)};
    if (of.x == of.y || of.y == of.z || of.z == of.x)
      ++dropped;
    else
      triangles.push_back(of);
  }
  mesh.vertices = std::move(kept), mesh.triangles = std::move(triangles);
  return dropped;
}

int components_of(const TriangleMesh& mesh, std::vector<int>& of_vertex) {
  std::vector<int> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const Vec3<int>& t : mesh.triangles)
    for (const int other : {t.y, t.z}) {
      const int a = root_of(parent, t.x), b = root_of(parent, other);
      parent[std::max(a, b)] = std::min(a, b);
    }
  of_vertex.assign(mesh.vertices.size(), -1);
  int count = 0;
  for (int i = 0; i < static_cast<int>(parent.size()); ++i) {
    const int root = root_of(parent, i);
    of_vertex[i] = root == i ? count++ : of_vertex[root];
  }
  return count;
}

std::string fault_of_edges(const TriangleMesh& mesh) {
  struct Uses {
    int forward = 0, backward = 0;
  };
  std::map<std::pair<int, int>, Uses> edges;
  for (const Vec3<int>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      Uses& uses = edges[std::minmax(from, to)];
      ++(from < to ? uses.forward : uses.backward);
    }
  int open = 0, flipped = 0, branched = 0;
  std::string first;
  for (const auto& [edge, uses] : edges) {
    const int all = uses.forward + uses.backward;
    if (all == 2 && uses.forward == 1) continue;
    const char* what = nullptr;
    if (all == 1)
      ++open, what = "is in one triangle only: the surface has a hole there";
    else if (all == 2)
      ++flipped, what = "is in two triangles that are oriented in opposite senses: one of them is flipped";
    else
      ++branched, what = "is in more than two triangles: surfaces touch there or lie on top of each other";
    if (first.empty())
      first = "the edge from " + place_text(mesh.vertices[edge.first]) + " to " +
              place_text(mesh.vertices[edge.second]) + " " + what;
  }
  if (first.empty()) return "";
  return first + text(" (%d edges of holes, %d between flipped triangles, %d in more than two)", open,
                      flipped, branched);
}

} // namespace ibsim
