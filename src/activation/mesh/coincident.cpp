#include "mesh/coincident.hpp"

#include "mesh/incidences.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

/// Length of the shortest edge at each vertex; 0 at a vertex of no tetrahedron.
std::vector<real> shortest_edges(const TetMesh& mesh) {
  constexpr real none = std::numeric_limits<real>::infinity();
  std::vector<real> shortest(mesh.points.size(), none);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) {
        const Index i = t.vertex[a], j = t.vertex[b];
        const real edge = norm(mesh.points[i] - mesh.points[j]);
        shortest[i] = std::min(shortest[i], edge), shortest[j] = std::min(shortest[j], edge);
      }
  for (real& edge : shortest)
    if (edge == none) edge = 0;
  return shortest;
}

std::array<Index, 4> sorted(const Tetrahedron& t) {
  std::array<Index, 4> v{t.vertex[0], t.vertex[1], t.vertex[2], t.vertex[3]};
  std::sort(v.begin(), v.end());
  return v;
}

} // namespace

// Vertices are sorted along a direction that is parallel to no plane of a lattice, so that few have nearly
// the same place along it; each is compared with those that follow within its distance.
CoincidentVertices coincident_vertices(const TetMesh& mesh) {
  const Real3 direction = normalized(Real3{0.5377, 0.8622, 0.3188});
  const std::vector<real> shortest = shortest_edges(mesh);
  struct Place {
    real along;
    Index vertex;
  };
  std::vector<Place> places(mesh.points.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = {dot(mesh.points[i], direction), static_cast<Index>(i)};
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.along != b.along ? a.along < b.along : a.vertex < b.vertex;
  });

  CoincidentVertices found;
  std::vector<Index>& first = found.first;
  first.resize(places.size());
  std::iota(first.begin(), first.end(), Index{0});
  const auto root = [&](Index v) {
    while (first[v] != v) v = first[v] = first[first[v]];
    return v;
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Index a = places[i].vertex;
    const real reach = coincident_distance * shortest[a];
    if (!(reach > 0)) continue;
    for (std::size_t j = i + 1; j < places.size() && places[j].along - places[i].along < reach; ++j) {
      const Index b = places[j].vertex;
      const real distance = norm(mesh.points[a] - mesh.points[b]);
      if (!(distance < std::min(reach, coincident_distance * shortest[b]))) continue;
      const Index one = root(a), other = root(b);
      first[std::max(one, other)] = std::min(one, other);
      found.farthest = std::max(found.farthest, distance);
    }
  }
  for (Index v = 0; v < mesh.vertices(); ++v) found.count += (first[v] = root(v)) != v;
  return found;
}

Duplicates duplicate_tetrahedra(const TetMesh& mesh) {
  const Incidences at = incidences(mesh.vertices(), mesh.tetrahedra);
  constexpr Index nowhere = std::numeric_limits<Index>::max();
  struct Found {
    Index first = nowhere, original = -1, count = 0;
  };
  const auto both = [](const Found& a, const Found& b) {
    return Found{std::min(a.first, b.first), a.first < b.first ? a.original : b.original, a.count + b.count};
  };
  const Stream<Cpu> stream;
  const TetMesh* m = &mesh;
  const std::uint32_t *starts = at.starts.data(), *corners = at.corners.data();
  // A tetrahedron is compared with the earlier ones at its first vertex.
  const auto of_cell = [=](Index, Index i) {
    const Index v = m->tetrahedra[i].vertex[0];
    const std::array<Index, 4> mine = sorted(m->tetrahedra[i]);
    for (std::uint32_t k = starts[v]; k < starts[v + 1]; ++k) {
      const auto other = static_cast<Index>(corners[k] / 4);
      if (other >= i) break; // corners ascend
      if (sorted(m->tetrahedra[other]) == mine) return Found{i, other, 1};
    }
    return Found{};
  };
  const Found found = reduce(stream, 1, mesh.cells(), Found{}, of_cell, both)[0];
  return {{found.count ? found.first : -1, found.count}, found.original};
}

} // namespace ibsim
