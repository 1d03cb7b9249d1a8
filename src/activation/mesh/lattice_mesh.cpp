#include "mesh/lattice_mesh.hpp"

#include "mesh/incidences.hpp"
#include "parallel/reduce.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <atomic>

namespace ibsim {
namespace {

constexpr real least_volume = 0.2; ///< of that of the lattice's tetrahedra
constexpr int halvings = 3;        ///< of a move that a tetrahedron does not allow; then none

struct InCube {
  int i, j, k, direction;
};
InCube in_cube(const Lattice& lattice, Index item) {
  const Index cube = item / 3;
  return {cube % lattice.n.x, cube / lattice.n.x % lattice.n.y, cube / lattice.n.x / lattice.n.y, item % 3};
}

} // namespace

Real3 Lattice::point(Index v) const {
  const bool centre = v >= corners_;
  if (centre) v -= corners_;
  const int nx = centre ? n.x : n.x + 1, ny = centre ? n.y : n.y + 1;
  const real half = centre ? 0.5 : 0.0;
  return low + side * Real3{v % nx + half, v / nx % ny + half, v / nx / ny + half};
}

Lattice lattice_around(Real3 low, Real3 high, real edge) {
  Lattice lattice;
  lattice.side = lattice_side(edge);
  real cubes = 1;
  for (int d = 0; d < 3; ++d) cubes *= (high[d] - low[d]) / lattice.side + 3;
  if (!(cubes < most_tetrahedra / 12))
    throw InputError("a mesh with edges this short would have more than " + std::to_string(most_tetrahedra) +
                     " tetrahedra: take longer edges");
  for (int d = 0; d < 3; ++d) {
    lattice.n[d] = static_cast<int>(std::ceil((high[d] - low[d]) / lattice.side)) + 2;
    lattice.low[d] = 0.5 * (low[d] + high[d] - lattice.n[d] * lattice.side);
  }
  lattice.corners_ = lattice.corners();
  return lattice;
}

bool lattice_tetrahedra(const Lattice& l, int i, int j, int k, int direction, Tetrahedron (&four)[4]) {
  int at[3] = {i, j, k};
  if (at[direction] + 1 >= l.n[direction]) return false;
  const Index here = l.centre(i, j, k);
  ++at[direction]; // the cube beyond, and the lowest corner of the face
  const Index beyond = l.centre(at[0], at[1], at[2]);
  const int u = (direction + 1) % 3, w = (direction + 2) % 3;
  constexpr int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  Index corner[4];
  for (int c = 0; c < 4; ++c) {
    int p[3] = {at[0], at[1], at[2]};
    p[u] += around[c][0], p[w] += around[c][1];
    corner[c] = l.corner(p[0], p[1], p[2]);
  }
  for (int c = 0; c < 4; ++c) four[c] = {{here, corner[c], corner[(c + 1) % 4], beyond}};
  return true;
}

TetMesh kept_part(const Lattice& lattice, const std::vector<float>& distance,
                  std::vector<unsigned char>& outer) {
  const Stream<Cpu> stream;
  const Index all = static_cast<Index>(distance.size()), faces = 3 * lattice.cubes();
  const float* d = distance.data();
  const Lattice* l = &lattice;
  const auto keep = [=](const Tetrahedron& t) {
    return d[t.vertex[0]] + d[t.vertex[1]] + d[t.vertex[2]] + d[t.vertex[3]] > 0;
  };
  // bit 0: used; bit 1: beside a tetrahedron that is not kept
  std::vector<unsigned char> mark(static_cast<std::size_t>(all), 0);
  std::vector<Index> start(static_cast<std::size_t>(faces) + 1, 0);
  unsigned char* m = mark.data();
  Index* s = start.data();
  for_each(stream, faces, [=](Index item) {
    const InCube c = in_cube(*l, item);
    Tetrahedron four[4];
    if (!lattice_tetrahedra(*l, c.i, c.j, c.k, c.direction, four)) return;
    for (const Tetrahedron& t : four) {
      const bool kept = keep(t);
      s[item] += kept;
      for (const Index v : t.vertex)
        if (const unsigned char bit = kept ? 1 : 2;
            !(std::atomic_ref(m[v]).load(std::memory_order_relaxed) & bit))
          std::atomic_ref(m[v]).fetch_or(bit, std::memory_order_relaxed);
    }
  });
  Array<std::byte, Cpu> none;
  exclusive_scan(stream, faces, s, s, none);

  std::vector<Index> number(static_cast<std::size_t>(all) + 1, 0);
  Index* name = number.data();
  for_each(stream, all, [=](Index v) { name[v] = m[v] & 1; });
  exclusive_scan(stream, all, name, name, none);

  TetMesh mesh;
  mesh.points.resize(static_cast<std::size_t>(number[all]));
  mesh.tetrahedra.resize(static_cast<std::size_t>(start[faces]));
  outer.assign(mesh.points.size(), 0);
  Real3* points = mesh.points.data();
  unsigned char* is_outer = outer.data();
  for_each(stream, all, [=](Index v) {
    if (!(m[v] & 1)) return;
    points[name[v]] = l->point(v);
    is_outer[name[v]] = m[v] == 3;
  });
  Tetrahedron* tetrahedra = mesh.tetrahedra.data();
  for_each(stream, faces, [=](Index item) {
    if (s[item] == s[item + 1]) return;
    const InCube c = in_cube(*l, item);
    Tetrahedron four[4];
    lattice_tetrahedra(*l, c.i, c.j, c.k, c.direction, four);
    Index next = s[item];
    for (const Tetrahedron& t : four)
      if (keep(t))
        tetrahedra[next++] = {{name[t.vertex[0]], name[t.vertex[1]], name[t.vertex[2]], name[t.vertex[3]]}};
  });
  return mesh;
}

void move_outer(TetMesh& mesh, const std::vector<unsigned char>& outer, const std::vector<Real3>& targets,
                real side) {
  const Stream<Cpu> stream;
  const std::vector<Real3> from = mesh.points;
  const Real3 *start = from.data(), *end = targets.data();
  std::vector<unsigned char> stage(mesh.points.size(), 0), crowded(mesh.points.size(), 0);
  unsigned char *halved = stage.data(), *tight = crowded.data();
  const unsigned char* moves = outer.data();
  const Tetrahedron* tetrahedra = mesh.tetrahedra.data();
  Real3* points = mesh.points.data();
  const real least = least_volume * side * side * side / 2; // of six volumes
  const TetMesh* m = &mesh;
  for (bool again = true;
       again;) { // ends: each round halves a move at least, and none is halved more than 4 times
    for_each(stream, mesh.vertices(), [=](Index v) {
      if (!moves[v]) return;
      const real part = halved[v] > halvings ? 0.0 : 1.0 / (1 << halved[v]);
      points[v] = start[v] + part * (end[v] - start[v]);
      tight[v] = 0;
    });
    for_each(stream, mesh.cells(), [=](Index i) {
      if (six_volumes(*m, tetrahedra[i]) > least) return;
      for (const Index v : tetrahedra[i].vertex)
        std::atomic_ref(tight[v]).store(1, std::memory_order_relaxed);
    });
    again = sum<Index>(stream, mesh.vertices(), [=](Index v) {
              const bool halve = moves[v] && tight[v] && halved[v] <= halvings;
              halved[v] += halve;
              return Index{halve};
            }) > 0;
  }
}

} // namespace ibsim
