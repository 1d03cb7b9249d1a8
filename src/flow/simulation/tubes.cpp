#include "simulation/tubes.hpp"

#include "base/text.hpp"
#include "coupling/wall_offset.hpp"
#include "simulation/object_name.hpp"
#include "simulation/placed_bodies.hpp"
#include "surface/tube.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct Tube {
  const ObjectKind* kind;
  Real3 centre;
  real radius;
  std::string key, name;
};

std::vector<Tube> tubes_of(const Scenario& scenario) {
  std::vector<Tube> tubes;
  for (std::size_t k = 0; k < scenario.objects.size(); ++k)
    for (std::size_t o = 0; scenario.objects[k].tube && o < scenario.objects[k].placements.size(); ++o)
      tubes.push_back({&scenario.objects[k], scenario.objects[k].placements[o].centre,
                       scenario.objects[k].surface.half_axes.x,
                       "objects." + std::to_string(k) + ".placements." + std::to_string(o),
                       object_name(scenario, k, o)});
  return tubes;
}

/// From a tube's axis, the nearest image of it.
real from_axis(const Tube& tube, const Real3& p, const Real3& box) {
  const auto nearest = [](real d, real period) { return d - period * std::round(d / period); };
  return std::hypot(nearest(p.x - tube.centre.x, box.x), nearest(p.y - tube.centre.y, box.y));
}

void check_body(const Scenario& s, const Tube& tube, const Body& body, std::vector<Finding>& findings) {
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
    findings.push_back({body.key,
                        body.name + text(" is %.3g um from the wall of %s, nearer than its kernel reaches "
                                         "(%.3g um): the grid does not resolve the film between them",
                                         tube.radius - most, tube.name.c_str(), reach),
                        false});
}

void check_tube(const Scenario& s, const Tube& tube, std::vector<Finding>& findings) {
  const Real3 box = s.grid.lengths();
  const real wall = (wall_offset(s.kernel) + support(s.kernel) / real{2}) * s.grid.h;
  if (tube.centre.x < 0 || tube.centre.x > box.x || tube.centre.y < 0 || tube.centre.y > box.y)
    findings.push_back({tube.key, "the axis of " + tube.name + " is outside the box"});
  if (2 * (tube.radius + wall) > std::min(box.x, box.y))
    findings.push_back(
        {tube.key, tube.name + text(" does not fit into the box: with its wall it is %.4g um wide",
                                    2 * (tube.radius + wall))});
  if (tube.radius < support(s.kernel) * s.grid.h)
    findings.push_back(
        {tube.key,
         tube.name + text(" is only %.3g cells wide: its flow is not resolved", 2 * tube.radius / s.grid.h),
         false});
  real stiffness = 0;
  for (const TetherProperties& tethers : tube.kind->tethers) stiffness += tethers.stiffness;
  const real moved = s.flow.pressure_gradient.bound() * tube.radius / (2 * stiffness);
  if (moved > s.grid.h / 10)
    findings.push_back(
        {tube.key,
         text("the flow moves the wall of %s by about %.2g um along z against its springs, more "
              "than a tenth of a cell: a larger tethers.stiffness holds it",
              tube.name.c_str(), moved),
         false});
}

} // namespace

void set_up_tube(ObjectKind& kind, const Grid& grid) {
  const real length = grid.lengths().z;
  kind.surface.shape = ReferenceShape::ellipsoid; // X = (a xi_x, a xi_y, (L/2) xi_z) on the cylinder
  kind.surface.half_axes.y = kind.surface.half_axes.x;
  kind.surface.half_axes.z = length / 2;
  kind.data_sites = kind.sample_sites =
      tube_rings(kind.surface.half_axes.x, length, tube_site_spacing * grid.h).sites();
  if (kind.tethers.empty()) kind.tethers.push_back({default_tube_stiffness, {}});
}

SurfaceKind tube_surface(const Scenario& scenario, const ObjectKind& tube) {
  const Grid& grid = scenario.grid;
  const real radius = tube.surface.half_axes.x, length = grid.lengths().z;
  return make_tube(radius + wall_offset(scenario.kernel) * grid.h, length,
                   tube_rings(radius, length, tube_site_spacing * grid.h));
}

std::vector<real> tube_areas(const ObjectKind& tube, const SurfaceKind& kind) {
  const real cylinder = kind.parameter_area * tube.surface.half_axes.x * tube.surface.half_axes.z;
  return std::vector<real>(kind.sample_nodes.size(), cylinder / static_cast<real>(kind.sample_nodes.size()));
}

std::vector<TubeSection> inner_parts(const Scenario& scenario) {
  std::vector<TubeSection> sections;
  for (const Tube& tube : tubes_of(scenario)) sections.push_back({tube.centre.x, tube.centre.y, tube.radius});
  return sections;
}

real widest_tube(const Scenario& scenario) {
  real widest = 0;
  for (const Tube& tube : tubes_of(scenario)) widest = std::max(widest, tube.radius);
  return widest;
}

void check_tubes(const Scenario& s, std::vector<Finding>& findings) {
  if (!s.has_tubes()) return;
  const std::vector<Tube> tubes = tubes_of(s);
  if (s.has_walls() || s.is_sheared()) {
    findings.push_back({tubes[0].key, tubes[0].name + " needs a box that is periodic in y"});
    return;
  }
  for (const Tube& tube : tubes) check_tube(s, tube, findings);
  for (std::size_t a = 0; a < tubes.size(); ++a)
    for (std::size_t b = a + 1; b < tubes.size(); ++b)
      if (from_axis(tubes[a], tubes[b].centre, s.grid.lengths()) < tubes[a].radius + tubes[b].radius)
        findings.push_back({tubes[b].key, tubes[b].name + " overlaps " + tubes[a].name});
  for (const Body& body : placed_bodies(s))
    for (const Tube& tube : tubes) check_body(s, tube, body, findings);
}

} // namespace ibsim
