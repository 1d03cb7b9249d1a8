#include "mechanics/self_contact.hpp"

#include "surface/surface_kind.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

constexpr int most_leaves = 2048, least_leaves = SiteLeaves::leaves_of_group;

/// Normals of the triangles around each site, by their areas; and the area of all.
real set_normals(const std::vector<Vec3<int>>& triangles, std::vector<SiteAtStart>& sites) {
  real area = 0;
  for (const Vec3<int>& t : triangles) {
    const Real3 n = 0.5 * cross(sites[t.y].at - sites[t.x].at, sites[t.z].at - sites[t.x].at);
    area += norm(n);
    for (int d = 0; d < 3; ++d) sites[t[d]].normal += n;
  }
  for (SiteAtStart& s : sites) s.normal = normalized(s.normal);
  return area;
}

/// Leaves of up to 5/8 of the square of the range and of nine sites: a power of two, with two sites a leaf at
/// least.
int number_of_leaves(real area, real range, std::size_t sites) {
  int leaves = least_leaves;
  while (leaves < most_leaves &&
         (leaves * range * range * 5 / 8 < area || 9 * static_cast<std::size_t>(leaves) < sites) &&
         4 * static_cast<std::size_t>(leaves) <= sites)
    leaves *= 2;
  return leaves;
}

/// Halve the places [first, first + leaves) of the tree and the sites that belong to them, along the longest
/// side of the box around their nodes.
void divide(const std::vector<Real3>& nodes, std::vector<Index>& order, int all, int first, int leaves) {
  if (leaves == 1) return;
  const auto place = [&](int leaf) {
    return order.begin() + static_cast<std::ptrdiff_t>(order.size()) * leaf / all;
  };
  const auto begin = place(first), middle = place(first + leaves / 2), end = place(first + leaves);
  constexpr real far = std::numeric_limits<real>::infinity();
  Real3 low{far, far, far}, high{-far, -far, -far};
  for (auto s = begin; s != end; ++s)
    for (int d = 0; d < 3; ++d)
      low[d] = std::min(low[d], nodes[*s][d]), high[d] = std::max(high[d], nodes[*s][d]);
  const Real3 side = high - low;
  const int d = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  std::nth_element(begin, middle, end, [&](Index a, Index b) {
    return nodes[a][d] < nodes[b][d] || (nodes[a][d] == nodes[b][d] && a < b);
  });
  divide(nodes, order, all, first, leaves / 2);
  divide(nodes, order, all, first + leaves / 2, leaves / 2);
}

/// The normals of a leaf's sites lie within an angle of an axis.
struct Cone {
  Real3 axis;
  real cosine, sine; ///< of the angle; a cosine below 0: of any directions
};

/// Whether all normals of one turn less than a right angle from all of the other: cos of the angle between
/// the axes is above cos(90 degrees - a - b) = sin(a + b), and a + b below a right angle.
bool face_one_way(const Cone& a, const Cone& b) {
  if (a.cosine < 0 || b.cosine < 0) return false;
  const real sine = a.sine * b.cosine + a.cosine * b.sine, cosine = a.cosine * b.cosine - a.sine * b.sine;
  return cosine > 0 && dot(a.axis, b.axis) > sine + 1e-9;
}

} // namespace

SiteLeaves site_leaves(const SurfaceKind& kind, const std::vector<Real3>& at_start, real range) {
  SiteLeaves tree;
  const std::size_t n = at_start.size();
  for (const Real3& x : at_start) tree.sites.push_back({x, {}});
  const real area = set_normals(kind.triangles, tree.sites);
  const int leaves = tree.leaves = number_of_leaves(area, range, n);
  tree.by_leaf.resize(n);
  std::iota(tree.by_leaf.begin(), tree.by_leaf.end(), Index{0});
  divide(kind.sample_nodes, tree.by_leaf, leaves, 0, leaves);
  tree.leaf_of.resize(n);

  std::vector<Real3> centres;
  std::vector<real> radii;
  std::vector<Cone> cones;
  for (int l = 0; l < leaves; ++l) {
    const std::size_t begin = n * l / leaves, end = n * (l + 1) / leaves;
    Real3 centre, axis;
    for (std::size_t k = begin; k < end; ++k) {
      const Index s = tree.by_leaf[k];
      tree.leaf_of[s] = static_cast<std::uint16_t>(l);
      centre += (1 / real(end - begin)) * tree.sites[s].at, axis += tree.sites[s].normal;
    }
    axis = normalized(axis);
    real radius = 0, cosine = 1;
    for (std::size_t k = begin; k < end; ++k) {
      const SiteAtStart& s = tree.sites[tree.by_leaf[k]];
      radius = std::max(radius, norm(s.at - centre)), cosine = std::min(cosine, dot(axis, s.normal));
    }
    radius = radius * (1 + 1e-6) + 1e-6 * range; // rounded to floats it still holds all
    if (!(cosine <= 1)) cosine = -1;             // of normals that cancel
    centres.push_back(centre), radii.push_back(radius);
    cones.push_back({axis, cosine, std::sqrt(std::max(1 - cosine * cosine, real{0}))});
  }

  constexpr int of_group = SiteLeaves::leaves_of_group;
  tree.may_feel.resize(static_cast<std::size_t>(tree.groups()) * leaves);
  for (int p = 0; p < leaves; ++p)
    for (int q = 0; q < leaves; ++q) {
      const real farthest = norm(centres[p] - centres[q]) + radii[p] + radii[q];
      if (farthest < 3 * range && face_one_way(cones[p], cones[q])) continue;
      tree.may_feel[static_cast<std::size_t>(q / of_group) * leaves + p] |=
          static_cast<std::uint16_t>(1u << q % of_group);
    }
  return tree;
}

} // namespace ibsim
