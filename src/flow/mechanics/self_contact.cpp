#include "mechanics/self_contact.hpp"

#include "surface/surface_kind.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Sites of the start shape with the normals of the triangles around each, by their areas.
std::vector<PointAtStart> sites_at_start(const SurfaceKind& kind, const std::vector<Real3>& at_start) {
  std::vector<PointAtStart> sites;
  for (const Real3& x : at_start) sites.push_back({x, {}});
  for (const Vec3<int>& t : kind.triangles) {
    const Real3 n = 0.5 * cross(sites[t.y].at - sites[t.x].at, sites[t.z].at - sites[t.x].at);
    for (int d = 0; d < 3; ++d) sites[t[d]].normal += n;
  }
  for (PointAtStart& s : sites) s.normal = normalized(s.normal);
  return sites;
}

/// The normals of a leaf's points lie within an angle of an axis.
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

PointLeaves point_leaves(const SurfaceKind& kind, const PointsOfObject& of,
                         const std::vector<Real3>& at_start, real range) {
  PointLeaves tree;
  tree.leaves = of.leaves;
  const std::vector<PointAtStart> sites = sites_at_start(kind, at_start);
  const auto n = static_cast<std::size_t>(of.points);
  for (std::size_t p = 0; p < n; ++p) {
    const std::size_t begin = sites.size() * p / n, end = sites.size() * (p + 1) / n;
    PointAtStart mean{};
    for (std::size_t k = begin; k < end; ++k) {
      const PointAtStart& s = sites[of.order[k]];
      mean.at += (1 / real(end - begin)) * s.at, mean.normal += s.normal;
    }
    mean.normal = normalized(mean.normal);
    tree.points.push_back(mean);
  }

  const int leaves = tree.leaves;
  std::vector<Real3> centres;
  std::vector<real> radii;
  std::vector<Cone> cones;
  for (int l = 0; l < leaves; ++l) {
    const std::size_t begin = n * l / leaves, end = n * (l + 1) / leaves;
    Real3 centre, axis;
    for (std::size_t p = begin; p < end; ++p)
      centre += (1 / real(end - begin)) * tree.points[p].at, axis += tree.points[p].normal;
    axis = normalized(axis);
    real radius = 0, cosine = 1;
    for (std::size_t p = begin; p < end; ++p) {
      const PointAtStart& at = tree.points[p];
      radius = std::max(radius, norm(at.at - centre)), cosine = std::min(cosine, dot(axis, at.normal));
    }
    if (!(cosine <= 1)) cosine = -1; // of normals that cancel
    centres.push_back(centre), radii.push_back(radius);
    tree.at_start.push_back({static_cast<float>(centre.x), static_cast<float>(centre.y),
                             static_cast<float>(centre.z), static_cast<float>(radius)});
    cones.push_back({axis, cosine, std::sqrt(std::max(1 - cosine * cosine, real{0}))});
  }

  constexpr int of_group = PointLeaves::leaves_of_group;
  tree.may_feel.resize(static_cast<std::size_t>(tree.groups()) * leaves);
  for (int p = 0; p < leaves; ++p)
    for (int q = 0; q < leaves; ++q) {
      const real farthest = norm(centres[p] - centres[q]) + radii[p] + radii[q];
      if (farthest * (1 + 1e-9) < 3 * range && face_one_way(cones[p], cones[q])) continue;
      tree.may_feel[static_cast<std::size_t>(q / of_group) * leaves + p] |=
          static_cast<std::uint16_t>(1u << q % of_group);
    }
  return tree;
}

} // namespace ibsim
