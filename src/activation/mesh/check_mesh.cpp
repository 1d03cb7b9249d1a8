#include "mesh/check_mesh.hpp"

#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

constexpr real least_shape = 1e-9; ///< six volumes over the cube of the longest edge; 0.7 if regular

constexpr Index nowhere = std::numeric_limits<Index>::max();
struct Found {
  Index first = nowhere, count = 0;
};
struct Both {
  Found operator()(Found a, Found b) const { return {std::min(a.first, b.first), a.count + b.count}; }
};

template <class Is>
MeshFlaw find(Index n, Is is) {
  const Stream<Cpu> stream;
  const Found found = reduce(
      stream, 1, n, Found{},
      [=](Index, Index i) {
        return is(i) ? Found{i, 1} : Found{};
      },
      Both{})[0];
  return {found.count ? found.first : -1, found.count};
}

real longest_edge_squared(const TetMesh& mesh, const Tetrahedron& t) {
  real longest = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) {
      const Real3 e = mesh.points[t.vertex[b]] - mesh.points[t.vertex[a]];
      longest = std::max(longest, dot(e, e));
    }
  return longest;
}

} // namespace

MeshFlaws find_flaws(const TetMesh& mesh, const std::vector<unsigned char>& elsewhere) {
  MeshFlaws flaws;
  const Index n = mesh.vertices(), cells = mesh.cells();
  const TetMesh* m = &mesh;
  flaws.wild = find(n, [=](Index i) {
    const Real3& p = m->points[i];
    return !(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
  });
  flaws.dangling = find(cells, [=](Index i) {
    const Index* v = m->tetrahedra[i].vertex;
    for (int a = 0; a < 4; ++a) {
      if (v[a] < 0 || v[a] >= n) return true;
      for (int b = 0; b < a; ++b)
        if (v[a] == v[b]) return true;
    }
    return false;
  });
  if (flaws.wild || flaws.dangling) return flaws;

  flaws.flat = find(cells, [=](Index i) {
    const Tetrahedron& t = m->tetrahedra[i];
    const real edge2 = longest_edge_squared(*m, t);
    return !(std::fabs(six_volumes(*m, t)) > least_shape * edge2 * std::sqrt(edge2));
  });
  const MeshFlaw negative = find(cells, [=](Index i) { return six_volumes(*m, m->tetrahedra[i]) < 0; });
  flaws.most_negative = negative.count > cells / 2;
  flaws.turned = negative;
  if (flaws.most_negative)
    flaws.turned = find(cells, [=](Index i) { return six_volumes(*m, m->tetrahedra[i]) > 0; });

  std::vector<unsigned char> used = elsewhere;
  used.resize(static_cast<std::size_t>(n), 0);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index v : t.vertex) used[v] = 1;
  const unsigned char* is_used = used.data();
  flaws.unreferenced = find(n, [=](Index i) { return !is_used[i]; });
  return flaws;
}

MeshParts parts(const TetMesh& mesh) { // union-find, each root the lowest vertex of its part
  const Index n = mesh.vertices();
  std::vector<Index> above(static_cast<std::size_t>(n));
  std::iota(above.begin(), above.end(), Index{0});
  const auto root = [&](Index v) {
    while (above[v] != v) v = above[v] = above[above[v]];
    return v;
  };
  std::vector<unsigned char> used(static_cast<std::size_t>(n), 0);
  for (const Tetrahedron& t : mesh.tetrahedra) {
    Index least = root(t.vertex[0]);
    for (const Index v : t.vertex) {
      used[v] = 1;
      const Index other = root(v);
      above[std::max(least, other)] = std::min(least, other);
      least = std::min(least, other);
    }
  }
  MeshParts result;
  result.of_vertex.assign(static_cast<std::size_t>(n), -1);
  for (Index v = 0; v < n; ++v) {
    if (!used[v]) continue;
    const Index top = root(v);
    if (top == v) {
      result.of_vertex[v] = static_cast<Index>(result.vertices.size());
      result.vertices.push_back(0);
    } else
      result.of_vertex[v] = result.of_vertex[top];
    ++result.vertices[result.of_vertex[v]];
  }
  return result;
}

MeshSize size_of(const TetMesh& mesh) {
  struct Sums {
    real volume = 0, edges = 0, shortest = std::numeric_limits<real>::infinity(), longest = 0;
  };
  const Stream<Cpu> stream;
  const TetMesh* m = &mesh;
  const auto of_cell = [=](Index, Index i) {
    const Tetrahedron& t = m->tetrahedra[i];
    Sums s;
    s.volume = std::fabs(six_volumes(*m, t)) / 6;
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) {
        const real edge = norm(m->points[t.vertex[b]] - m->points[t.vertex[a]]);
        s.edges += edge, s.shortest = std::min(s.shortest, edge), s.longest = std::max(s.longest, edge);
      }
    return s;
  };
  const auto both = [](const Sums& a, const Sums& b) {
    return Sums{a.volume + b.volume, a.edges + b.edges, std::min(a.shortest, b.shortest),
                std::max(a.longest, b.longest)};
  };
  const Sums s = reduce(stream, 1, mesh.cells(), Sums{}, of_cell, both)[0];
  MeshSize size{s.volume, s.edges / (6.0 * std::max(1, mesh.cells())), s.shortest, s.longest, {}, {}};
  if (!mesh.points.empty()) size.low = size.high = mesh.points[0];
  for (const Real3& p : mesh.points)
    for (int d = 0; d < 3; ++d)
      size.low[d] = std::min(size.low[d], p[d]), size.high[d] = std::max(size.high[d], p[d]);
  return size;
}

} // namespace ibsim
