// Coarser meshes: edges shrink, after H. Hoppe et al., "Mesh Optimization" (1993), doi:10.1145/166117.166119.
//
// A point v with a closed ring of triangles goes to its neighbour u: the two triangles of the edge vanish,
// the others take u for v. The surface stays one if exactly two points are neighbours of both (Dey et al.
// 1999, "Topology preserving edge contraction"). In one sweep no two neighbours go, so all parts of the
// surface grow coarser alike.
#include "pictures/surface_forms.hpp"

#include <algorithm>

namespace ibsim::view {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

class Shrinking {
 public:
  Shrinking(const std::vector<Vec3f>& points, const std::vector<std::uint32_t>& triangles)
      : points_(points), around_(points.size()), there_(points.size(), true), left_(points.size()) {
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      triangles_.push_back({triangles[t], triangles[t + 1], triangles[t + 2]});
      for (const std::uint32_t p : triangles_.back())
        around_[p].push_back(static_cast<std::uint32_t>(triangles_.size() - 1));
    }
    alive_.assign(triangles_.size(), true);
  }

  /// Takes points away until so many are left, or no more can go.
  void shrink_to(std::size_t wanted) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t p = 0; p < points_.size(); ++p) order.push_back(p);
    const auto scattered = [](std::uint32_t p) { return p * 2654435761u ^ p >> 7; };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return scattered(a) < scattered(b); });
    for (std::size_t before = 0; left_ > wanted && left_ != before;) {
      before = left_;
      std::vector<bool> kept(points_.size(), false); // in this sweep
      for (const std::uint32_t v : order)
        if (left_ > wanted && there_[v] && !kept[v])
          for (const std::uint32_t u : ring_of(v))
            if (goes_to(v, u)) {
              for (const std::uint32_t each : ring_of(v)) kept[each] = true;
              move(v, u);
              break;
            }
    }
  }

  CoarserMesh result() const {
    CoarserMesh mesh;
    std::vector<std::uint32_t> number(points_.size());
    for (std::uint32_t p = 0; p < points_.size(); ++p)
      if (there_[p]) number[p] = static_cast<std::uint32_t>(mesh.points.size()), mesh.points.push_back(p);
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (alive_[t])
        for (const std::uint32_t p : triangles_[t]) mesh.triangles.push_back(number[p]);
    return mesh;
  }

 private:
  /// Neighbours, the nearest first.
  std::vector<std::uint32_t> ring_of(std::uint32_t v) const {
    std::vector<std::uint32_t> ring;
    for (const std::uint32_t t : around_[v])
      for (const std::uint32_t p : triangles_[t])
        if (p != v && std::find(ring.begin(), ring.end(), p) == ring.end()) ring.push_back(p);
    std::sort(ring.begin(), ring.end(), [&](std::uint32_t a, std::uint32_t b) {
      return length(points_[a] - points_[v]) < length(points_[b] - points_[v]);
    });
    return ring;
  }
  Vec3f normal(const Triangle& t) const {
    return cross(points_[t[1]] - points_[t[0]], points_[t[2]] - points_[t[0]]);
  }

  bool goes_to(std::uint32_t v, std::uint32_t u) const {
    const std::vector<std::uint32_t> ring = ring_of(v), other = ring_of(u);
    constexpr std::size_t most_neighbours = 9;
    if (ring.size() != around_[v].size() || ring.size() + other.size() > most_neighbours + 4) return false;
    std::size_t of_both = 0;
    for (const std::uint32_t p : ring) of_both += std::find(other.begin(), other.end(), p) != other.end();
    if (of_both != 2) return false;
    for (const std::uint32_t t : around_[v]) {
      Triangle changed = triangles_[t];
      if (std::find(changed.begin(), changed.end(), u) != changed.end()) continue;
      std::replace(changed.begin(), changed.end(), v, u);
      const Vec3f before = normal(triangles_[t]), after = normal(changed);
      constexpr float least_cosine = 0.6f;
      if (dot(before, after) <= least_cosine * length(before) * length(after)) return false;
    }
    return true;
  }

  void move(std::uint32_t v, std::uint32_t u) {
    for (const std::uint32_t t : around_[v]) {
      Triangle& triangle = triangles_[t];
      if (std::find(triangle.begin(), triangle.end(), u) != triangle.end()) {
        alive_[t] = false;
        for (const std::uint32_t p : triangle)
          if (p != v) std::erase(around_[p], t);
      } else {
        std::replace(triangle.begin(), triangle.end(), v, u);
        around_[u].push_back(t);
      }
    }
    around_[v].clear();
    there_[v] = false, --left_;
  }

  const std::vector<Vec3f>& points_;
  std::vector<Triangle> triangles_;
  std::vector<bool> alive_;
  std::vector<std::vector<std::uint32_t>> around_; ///< triangles of each point
  std::vector<bool> there_;
  std::size_t left_;
};

} // namespace

CoarserMesh coarser(const std::vector<Vec3f>& points, const std::vector<std::uint32_t>& triangles) {
  Shrinking shrinking(points, triangles);
  shrinking.shrink_to(points.size() / 4);
  return shrinking.result();
}

} // namespace ibsim::view
