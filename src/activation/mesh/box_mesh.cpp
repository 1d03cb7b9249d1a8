// A box of cubes, each cut into the six tetrahedra x_a <= x_b <= x_c (Kuhn 1960), a vertex path a corner to
// the opposite one along the axes in each of the six orders. Faces of neighbouring cubes are cut alike.
#include "base/error.hpp"
#include "mesh/built_in_meshes.hpp"
#include "mesh/incidences.hpp"
#include "parallel/for_each.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
constexpr bool odd[6] = {false, true, true, false, false, true};

/// A number in [-1, 1) that belongs to (seed, i): splitmix64.
real scattered(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed * 0x9e3779b97f4a7c15ull + i * 0xbf58476d1ce4e5b9ull + 0x94d049bb133111ebull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return static_cast<real>((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
}

} // namespace

TetMesh make_mesh(const BoxMesh& box) {
  const Stream<Cpu> stream;
  Int3 n;
  real cubes = 1;
  for (int d = 0; d < 3; ++d) cubes *= std::ceil(box.size[d] / box.edge);
  if (!(cubes < most_tetrahedra / 6))
    throw InputError("a box with edges this short would have more than " + std::to_string(most_tetrahedra) +
                     " tetrahedra: take longer edges");
  for (int d = 0; d < 3; ++d)
    n[d] = std::max(1, static_cast<int>(std::ceil(box.size[d] / box.edge * (1 - 1e-12))));
  TetMesh mesh;
  const Index vertices = (n.x + 1) * (n.y + 1) * (n.z + 1), cells = n.x * n.y * n.z;
  mesh.points.resize(static_cast<std::size_t>(vertices));
  mesh.tetrahedra.resize(6 * static_cast<std::size_t>(cells));
  Real3* points = mesh.points.data();
  const BoxMesh b = box;
  for_each(stream, vertices, [=](Index v) {
    const int at[3] = {v % (n.x + 1), v / (n.x + 1) % (n.y + 1), v / (n.x + 1) / (n.y + 1)};
    for (int d = 0; d < 3; ++d) {
      const bool inner = at[d] > 0 && at[d] < n[d];
      const real move = inner ? b.jiggle * scattered(b.seed, 3 * static_cast<std::uint64_t>(v) + d) : 0;
      points[v][d] = b.size[d] * (at[d] + move) / n[d];
    }
  });
  Tetrahedron* tetrahedra = mesh.tetrahedra.data();
  for_each(stream, cells, [=](Index c) {
    const int low[3] = {c % n.x, c / n.x % n.y, c / n.x / n.y};
    for (int o = 0; o < 6; ++o) {
      int at[3] = {low[0], low[1], low[2]};
      Index path[4];
      for (int step = 0; step < 4; ++step) {
        path[step] = (at[2] * (n.y + 1) + at[1]) * (n.x + 1) + at[0];
        if (step < 3) ++at[orders[o][step]];
      }
      tetrahedra[6 * c + o] = odd[o] ? Tetrahedron{{path[0], path[2], path[1], path[3]}}
                                     : Tetrahedron{{path[0], path[1], path[2], path[3]}};
    }
  });
  return mesh;
}

} // namespace ibsim
