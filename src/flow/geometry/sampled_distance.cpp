#include "geometry/sampled_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace ibsim {
namespace {

/// The six tetrahedra of a cube around its diagonal from corner 0 to 7; corner c is at (c & 1, c >> 1 & 1,
/// c >> 2). Neighbouring cubes cut their common face along the same diagonal.
constexpr int tetrahedra[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                  {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

} // namespace

SampledDistance sample_distance(const SignedDistance& shape, const PeriodicBox& box, real h) {
  SampledDistance sampled{box, {}, {}};
  for (int d = 0; d < 3; ++d) sampled.n[d] = std::max(2, static_cast<int>(std::lround(box.size[d] / h)));
  const Int3 n = sampled.n;
  sampled.values.resize(static_cast<std::size_t>(n.x) * n.y * n.z);
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i)
        sampled.values[sampled.number(i, j, k)] = shape.distance(sampled.node(i, j, k));
  return sampled;
}

bool bring_to_level(const SignedDistance& shape, real level, real step, Real3& x) {
  for (int round = 0; round < 12; ++round) {
    const real off = shape.distance(x) - level;
    if (std::abs(off) < 1e-9 * step) return true;
    const Real3 gradient = gradient_of(shape, x, 1e-3 * step);
    const real squared = dot(gradient, gradient);
    if (!(squared > 0.01)) return false;
    Real3 move = -off / squared * gradient;
    if (norm(move) > step) move *= step / norm(move);
    x += move;
  }
  return std::abs(shape.distance(x) - level) < 1e-3 * step;
}

TriangleMesh level_surface(const SampledDistance& sampled, const SignedDistance& shape, real level) {
  const Int3 n = sampled.n;
  const Real3 h = sampled.spacing();
  TriangleMesh mesh;
  // A vertex lies on an edge between two nodes; nodes are numbered in a frame of one more at each end, so
  // that vertices beyond an end are their own.
  const auto key_of = [&](const Int3& node) {
    return static_cast<std::uint64_t>(node.x) +
           static_cast<std::uint64_t>(n.x + 1) * (node.y + static_cast<std::uint64_t>(n.y + 1) * node.z);
  };
  struct PairHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& p) const {
      return p.first * 0x9e3779b97f4a7c15ull ^ p.second;
    }
  };
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, int, PairHash> vertices;
  const auto value_at = [&](const Int3& node) {
    return sampled.values[sampled.number(node.x % n.x, node.y % n.y, node.z % n.z)] - level;
  };
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j) {
      const real* rows[4]; // of nodes along x, through the corners of a cube
      for (int c = 0; c < 4; ++c)
        rows[c] = sampled.values.data() + sampled.number(0, (j + (c & 1)) % n.y, (k + (c >> 1)) % n.z);
      const auto inside_at = [&](int i) {
        int inside = 0;
        for (const real* row : rows) inside += row[i] - level < 0;
        return inside;
      };
      for (int i = 0, before = 0, behind = inside_at(0); i < n.x; ++i) {
        before = behind, behind = inside_at(i + 1 < n.x ? i + 1 : 0);
        if (before + behind == 0 || before + behind == 8) continue;
        Int3 corner[8];
        real value[8];
        for (int c = 0; c < 8; ++c) {
          corner[c] = {i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)};
          value[c] = value_at(corner[c]);
        }
        const auto vertex = [&](int a, int b) {
          const auto [at, is_new] = vertices.emplace(std::minmax(key_of(corner[a]), key_of(corner[b])),
                                                     static_cast<int>(mesh.vertices.size()));
          if (is_new) {
            const real part = value[a] / (value[a] - value[b]);
            Real3 from, to;
            for (int d = 0; d < 3; ++d)
              from[d] = (corner[a][d] + 0.5) * h[d], to[d] = (corner[b][d] + 0.5) * h[d];
            mesh.vertices.push_back(from + part * (to - from));
          }
          return at->second;
        };
        for (const auto& t : tetrahedra) {
          int in[4], out[4], ins = 0, outs = 0;
          for (const int c : t) (value[c] < 0 ? in[ins++] : out[outs++]) = c;
          if (ins == 0 || outs == 0) continue;
          Vec3<int> first, second;
          int triangles = 1;
          if (ins == 1)
            first = {vertex(in[0], out[0]), vertex(in[0], out[1]), vertex(in[0], out[2])};
          else if (outs == 1)
            first = {vertex(in[0], out[0]), vertex(in[1], out[0]), vertex(in[2], out[0])};
          else {
            const int a = vertex(in[0], out[0]), b = vertex(in[0], out[1]), c = vertex(in[1], out[1]),
                      e = vertex(in[1], out[0]);
            first = {a, b, c}, second = {a, c, e}, triangles = 2;
          }
          Real3 outward; // from the nodes within to those beyond
          for (int o = 0; o < outs; ++o)
            for (int d = 0; d < 3; ++d) outward[d] += corner[out[o]][d] * h[d] / outs;
          for (int o = 0; o < ins; ++o)
            for (int d = 0; d < 3; ++d) outward[d] -= corner[in[o]][d] * h[d] / ins;
          const auto add = [&](Vec3<int> f) {
            const Real3 &x = mesh.vertices[f.x], &y = mesh.vertices[f.y], &z = mesh.vertices[f.z];
            if (dot(cross(y - x, z - x), outward) < 0) std::swap(f.y, f.z);
            mesh.triangles.push_back(f);
          };
          add(first);
          if (triangles == 2) add(second);
        }
      }
    }
  const long count = static_cast<long>(mesh.vertices.size());
  const real step = std::min({h.x, h.y, h.z});
#pragma omp parallel for schedule(dynamic, 64)
  for (long v = 0; v < count; ++v) {
    Real3 x = mesh.vertices[v];
    // no farther than half a cell, so that triangles keep their order
    if (bring_to_level(shape, level, 0.5 * step, x) && norm(x - mesh.vertices[v]) < 0.5 * step)
      mesh.vertices[v] = x;
  }
  return mesh;
}

} // namespace ibsim
