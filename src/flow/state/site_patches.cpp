#include "state/site_patches.hpp"

#include "base/error.hpp"
#include "model/initial_sites.hpp"
#include "model/object_kind.hpp"

#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

/// The point of the surface at rest that lies farthest in a direction: the farthest sample site. Where
/// several are as far, to 1e-9 of the size, as on the rim of a cell, the one with the least number.
Real3 farthest_point(const ReferenceSurface& surface, const std::vector<Real3>& nodes, const Real3& towards) {
  Real3 farthest = position(surface, nodes.front());
  const real unit = norm(towards) * norm(surface.half_axes);
  for (const Real3& xi : nodes) {
    const Real3 x = position(surface, xi);
    if (dot(x, towards) > dot(farthest, towards) + 1e-9 * unit) farthest = x;
  }
  return farthest;
}

/// A vector along the object's own axes, as it lies in the box.
Real3 turned(const Placement& placement, const Real3& v) {
  return {dot(placement.rotation[0], v), dot(placement.rotation[1], v), dot(placement.rotation[2], v)};
}

Pull pull_of(const ObjectKind& object, const SurfaceKind& kind, const SitePatch& patch, const Real3& force,
             const PullHistory& history) {
  Pull pull{patch_areas(object.closed().surface, kind, patch), {}, history};
  const real area = std::accumulate(pull.shares.begin(), pull.shares.end(), real{0});
  if (!(area > 0))
    throw InputError("\"" + object.name + "\": no sample site lies in a patch that is to be pulled");
  for (real& share : pull.shares) share /= area;
  for (const Placement& placement : object.placements) pull.forces.push_back(turned(placement, force));
  return pull;
}

} // namespace

std::vector<real> patch_areas(const ReferenceSurface& surface, const SurfaceKind& kind,
                              const SitePatch& patch) {
  const RbfOperators& o = kind.operators;
  const Real3 centre = farthest_point(surface, kind.sample_nodes, patch.towards);
  std::vector<real> areas(kind.sample_nodes.size());
  for (std::size_t s = 0; s < areas.size(); ++s) {
    const Real3& xi = kind.sample_nodes[s];
    if (norm(position(surface, xi) - centre) > patch.diameter / 2) continue;
    areas[s] = o.weights[s] * norm(cross(derivative(surface, xi, o.e1[s]), derivative(surface, xi, o.e2[s])));
  }
  return areas;
}

std::vector<Real3> sample_sites_of_one(const ObjectKind& object, const SurfaceKind& kind) {
  if (!kind.samples_at_start.empty()) return kind.samples_at_start;
  std::vector<Real3> at_rest;
  for (const Real3& xi : kind.sample_nodes) at_rest.push_back(position(object.closed().surface, xi));
  return at_rest;
}

std::vector<real> sample_sites_at_start(const ObjectKind& object, const SurfaceKind& kind) {
  return initial_sites(object.placements, sample_sites_of_one(object, kind));
}

std::vector<Pull> pulls_of(const ObjectKind& object, const SurfaceKind& kind) {
  std::vector<Pull> pulls;
  for (const PullProperties& pull : object.pulls) // one of no strength has no part in the state
    if (norm(pull.force) > 0) pulls.push_back(pull_of(object, kind, pull.patch, pull.force, pull.history));
  for (const TweezersProperties& tweezers : object.tweezers)
    for (const real side : {1, -1}) {
      const Real3 along = side / norm(tweezers.axis) * tweezers.axis;
      pulls.push_back(
          pull_of(object, kind, {along, tweezers.patch_diameter}, tweezers.force * along, tweezers.history));
    }
  return pulls;
}

} // namespace ibsim
