#include "activation_files/mesh_file.hpp"

namespace ibsim {
namespace {

/// A diagonal of the octahedron of middles, and the four others around it, so that each tetrahedron
/// (from, to, around[i], around[i + 1]) is oriented as the whole.
struct Diagonal {
  int from, to, around[4];
};
constexpr int m01 = 4, m12 = 5, m20 = 6, m03 = 7, m13 = 8, m23 = 9;
constexpr Diagonal diagonals[3] = {
    {m01, m23, {m20, m03, m13, m12}}, {m20, m13, {m01, m12, m23, m03}}, {m12, m03, {m01, m13, m23, m20}}};

} // namespace

void add_quadratic_tetrahedron(const Index node[10], const std::vector<Real3>& points,
                               std::vector<Tetrahedron>& to) {
  const auto add = [&](int a, int b, int c, int d) { to.push_back({{node[a], node[b], node[c], node[d]}}); };
  add(0, m01, m20, m03), add(m01, 1, m12, m13), add(m20, m12, 2, m23), add(m03, m13, m23, 3);
  const auto length = [&](const Diagonal& d) { return norm(points[node[d.from]] - points[node[d.to]]); };
  const Diagonal* shortest = diagonals;
  for (const Diagonal& d : diagonals)
    if (length(d) < length(*shortest)) shortest = &d;
  for (int i = 0; i < 4; ++i)
    add(shortest->from, shortest->to, shortest->around[i], shortest->around[(i + 1) % 4]);
}

} // namespace ibsim
