#include "walls/tubes.hpp"

#include "base/text.hpp"
#include "coupling/wall_offset.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"
#include "surface/tube.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct PlacedTube {
  const ObjectKind* kind;
  const Tube* tube;
  Real3 centre;
  real radius;
  std::string key, name;
};

std::vector<PlacedTube> tubes_of(const FlowModel& model) {
  std::vector<PlacedTube> tubes;
  for (const auto& [k, kind, tube] : kinds_of<Tube>(model.objects))
    for (std::size_t o = 0; o < kind.placements.size(); ++o)
      tubes.push_back({&kind, &tube, kind.placements[o].centre, tube.radius,
                       "objects." + std::to_string(k) + ".placements." + std::to_string(o),
                       object_name(model, k, o)});
  return tubes;
}

/// What drives the fluid ends at the radius a, and what holds it acts c h farther out. By the kernel's second
/// moments the fluid on the axis is then faster by G h^2/mu (c^2/4 + m/2), m = 0.067 the mean of the square
/// of how far the kernel about a point reaches into what is driven. Points nearer by this times h^2/a take it
/// away: c^2/2 + m.
constexpr real edge_of_drive = 0.11;

/// Kernel at its sites.
DeltaKernel kernel_of(const FlowModel& model, const Tube& tube) {
  return tube.held_by == HeldBy::points ? wall_kernel : model.kernel;
}

/// The distance from a tube's axis, the nearest image of it.
real from_axis(const PlacedTube& tube, const Real3& p, const Real3& box) {
  const auto nearest = [](real d, real period) { return d - period * std::round(d / period); };
  return std::hypot(nearest(p.x - tube.centre.x, box.x), nearest(p.y - tube.centre.y, box.y));
}

/// @param near where it is nearer than its kernel reaches
void check_body(const FlowModel& s, const PlacedTube& tube, const Body& body, std::vector<Finding>& findings,
                std::vector<Finding>& near) {
  const real reach = support(s.kernel) * s.grid.h / 2;
  real least = std::numeric_limits<real>::max(), most = 0;
  for (std::size_t i = 0; i < body.points(); ++i) {
    const real r = from_axis(tube, body.point(i), s.grid.lengths());
    least = std::min(least, r), most = std::max(most, r);
  }
  if (least < tube.radius && most > tube.radius)
    findings.push_back({body.key, body.name + text(" crosses the wall of %s: it is %.4g to %.4g um from the "
                                                   "axis, the radius is %.4g um",
                                                   tube.name.c_str(), least, most, tube.radius)});
  else if (most < tube.radius && tube.radius - most < reach)
    near.push_back({body.key,
                    body.name + text(" is %.3g um from the wall of %s, nearer than its kernel reaches "
                                     "(%.3g um): the grid does not resolve the film between them",
                                     tube.radius - most, tube.name.c_str(), reach),
                    false});
}

void check_tube(const FlowModel& s, const PlacedTube& tube, std::vector<Finding>& findings) {
  const Real3 box = s.grid.lengths();
  const DeltaKernel kernel = kernel_of(s, *tube.tube);
  const real wall = (wall_offset(kernel) + support(kernel) / real{2}) * s.grid.h;
  if (tube.centre.x < 0 || tube.centre.x > box.x || tube.centre.y < 0 || tube.centre.y > box.y)
    findings.push_back({tube.key, "the axis of " + tube.name + " is outside the box"});
  if (2 * (tube.radius + wall) > std::min(box.x, box.y))
    findings.push_back(
        {tube.key, tube.name + text(" does not fit into the box: with its wall it is %.4g um wide",
                                    2 * (tube.radius + wall))});
  if (tube.radius < support(kernel) * s.grid.h)
    findings.push_back(
        {tube.key,
         tube.name + text(" is only %.3g h wide: its flow is not resolved", 2 * tube.radius / s.grid.h),
         false});
  real stiffness = 0;
  for (const TetherProperties& tethers : tube.kind->tethers) stiffness += tethers.stiffness;
  const real moved = s.drive.pressure_gradient.bound() * tube.radius / (2 * stiffness);
  if (stiffness > 0 && moved > s.grid.h / 10)
    findings.push_back(
        {tube.key,
         text("the flow moves the wall of %s by about %.2g um along z against its springs, more "
              "than 0.1 h: a larger tethers.stiffness holds it",
              tube.name.c_str(), moved),
         false});
}

/// Rings of sites. In a wall of points every other ring is turned by half a point, and they are as near as
/// rows of triangles.
TubeRings rings_of(const Tube& tube, const Grid& grid) {
  if (tube.held_by == HeldBy::springs)
    return tube_rings(tube.radius, tube.length, tube_site_spacing * grid.h);
  const real spacing = wall_point_spacing * grid.h;
  TubeRings rings = tube_rings(tube.radius, tube.length, spacing);
  rings.along = 2 * std::max(2, static_cast<int>(std::lround(tube.length / (spacing * std::sqrt(real{3})))));
  return rings;
}

} // namespace

void set_up_tube(ObjectKind& kind, const Grid& grid) {
  Tube& tube = std::get<Tube>(kind.structure);
  tube.length = grid.lengths().z;
  if (!kind.tethers.empty()) tube.held_by = HeldBy::springs;
  tube.sites = rings_of(tube, grid).sites();
  if (tube.held_by == HeldBy::springs && kind.tethers.empty())
    kind.tethers.push_back({default_tube_stiffness, {}});
}

SurfaceKind tube_surface(const FlowModel& model, const Tube& tube) {
  return make_tube(tube.radius + wall_offset(kernel_of(model, tube)) * model.grid.h, tube.length,
                   rings_of(tube, model.grid));
}

WallPoints tube_points(const FlowModel& model, const ObjectKind& kind, const Tube& tube) {
  const SurfaceKind surface = tube_surface(model, tube);
  const std::vector<real> areas = tube_areas(tube, surface);
  WallPoints points;
  const real h = model.grid.h, edge = edge_of_drive * h * h / tube.radius;
  for (const Placement& placement : kind.placements)
    for (std::size_t site = 0; site < surface.sample_nodes.size(); ++site) {
      const Real3& node = surface.sample_nodes[site];
      const Real3 outward{node.x, node.y, 0};
      const real radius = tube.radius + wall_point_offset(outward) * h - edge;
      points.at.push_back(placed(placement, radius * outward + Real3{0, 0, surface.data_at_rest[site].z}));
      points.outward.push_back(outward);
      points.area.push_back(areas[site]);
      points.velocity.push_back({});
    }
  return points;
}

std::vector<real> tube_areas(const Tube& tube, const SurfaceKind& kind) {
  const real cylinder = kind.parameter_area * tube.radius * (tube.length / 2);
  return std::vector<real>(kind.sample_nodes.size(), cylinder / static_cast<real>(kind.sample_nodes.size()));
}

std::vector<TubeSection> inner_parts(const FlowModel& model) {
  std::vector<TubeSection> sections;
  for (const PlacedTube& tube : tubes_of(model))
    sections.push_back({tube.centre.x, tube.centre.y, tube.radius});
  return sections;
}

real widest_tube(const FlowModel& model) {
  real widest = 0;
  for (const PlacedTube& tube : tubes_of(model)) widest = std::max(widest, tube.radius);
  return widest;
}

void check_tubes(const FlowModel& s, std::vector<Finding>& findings) {
  if (!s.has_tubes()) return;
  const std::vector<PlacedTube> tubes = tubes_of(s);
  if (const std::string why = why_no_held_walls(s); !why.empty())
    for (const PlacedTube& tube : tubes)
      if (tube.tube->held_by == HeldBy::points) {
        findings.push_back({tube.key, tube.name + " is held by points, which " + why +
                                          "; held_by: springs holds it in any case"});
        return;
      }
  if (s.has_walls() || s.is_sheared()) {
    findings.push_back({tubes[0].key, tubes[0].name + " needs a box that is periodic in y"});
    return;
  }
  for (const PlacedTube& tube : tubes) check_tube(s, tube, findings);
  for (std::size_t a = 0; a < tubes.size(); ++a)
    for (std::size_t b = a + 1; b < tubes.size(); ++b)
      if (from_axis(tubes[a], tubes[b].centre, s.grid.lengths()) < tubes[a].radius + tubes[b].radius)
        findings.push_back({tubes[b].key, tubes[b].name + " overlaps " + tubes[a].name});
  std::vector<Finding> near;
  for (const Body& body : placed_bodies(s))
    for (const PlacedTube& tube : tubes) check_body(s, tube, body, findings, near);
  add_one_of(near, findings);
}

} // namespace ibsim
