#include "checks/check_vessel.hpp"

#include "base/text.hpp"
#include "checks/check_openings.hpp"
#include "geometry/triangle_mesh.hpp"
#include "model/flow_model.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"
#include "walls/vessel.hpp"
#include "walls/wall_points.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real flow_lost_in_throat(real radius_in_cells) { return 1.1 / (radius_in_cells * radius_in_cells); }

std::vector<Finding> check_fluid_region(const FluidRegion& region, real h, const std::string& key,
                                        std::size_t pilots) {
  std::vector<Finding> found;
  if (region.parts.empty()) {
    found.push_back({key,
                     "there is no fluid in the box: is the unit right, and does fluid lie inside or outside?",
                     true});
    return found;
  }
  if (!region.has_wall) {
    found.push_back(
        {key, "there is no wall in the box: is the unit right, and does fluid lie inside or outside?", true});
    return found;
  }
  if (region.parts.size() > 1 + pilots) { // a pilot is a part of its own
    real apart = 0;
    for (std::size_t p = 1 + pilots; p < region.parts.size(); ++p) apart += region.parts[p].volume;
    found.push_back(
        {key,
         text("the fluid has %zu parts that are not connected: %.3g um^3 apart from the largest of %.4g "
              "um^3, one of them at %s",
              region.parts.size() - pilots, apart, region.parts[0].volume,
              place_text(region.parts[1 + pilots].deepest).c_str()),
         false});
  }
  constexpr real least_cells = 6;
  if (region.narrowest && region.narrowest->radius < least_cells * h) {
    const real cells = region.narrowest->radius / h;
    found.push_back(
        {key,
         text("the narrowest throat, at %s, has a radius of %.3g um, %.2g h (h is domain.cell): about "
              "%.2g %% too little flows through it; domain.cell of %.2g um or less gives it six",
              place_text(region.narrowest->place).c_str(), region.narrowest->radius, cells,
              100 * std::min(flow_lost_in_throat(cells), real{1}), region.narrowest->radius / least_cells),
         false});
  }
  return found;
}

namespace {

/// Why the model cannot have a vessel; empty: it can.
std::string why_no_vessel(const FlowModel& model) {
  if (model.is_sheared()) return "a vessel excludes unbounded shear";
  if (model.has_background_shear()) return "a vessel excludes fluid.background_shear";
  if (model.drive.kolmogorov.speed > 0) return "a vessel excludes flow.kolmogorov";
  if (model.has_walls() && model.drive.flow_rate_is_given)
    return "between walls in y pressure_gradient drives the fluid of a vessel; it excludes flow.flow_rate "
           "and "
           "flow.mean_velocity";
  if (model.has_tubes()) return "a vessel excludes tubes among the objects; vessel.shape has cylinders";
  if (!kinds_of<Sheet>(model.objects).empty()) return "a vessel excludes sheets among the objects";
  if (const std::string why = why_no_held_walls(model); !why.empty())
    return "a vessel is held by points, which " + why;
  return {};
}

/// Tracers in the solid.
void check_tracers_in(const FlowModel& model, const SignedDistance& fluid, std::vector<Finding>& findings) {
  std::vector<Finding> alike;
  for (const auto& [k, kind, tracer] : kinds_of<Tracer>(model.objects))
    for (std::size_t o = 0; o < kind.placements.size(); ++o)
      if (fluid.distance(kind.placements[o].centre) > 0)
        alike.push_back(
            {"objects." + std::to_string(k) + ".placements." + std::to_string(o),
             object_name(model, k, o) + " is in the solid, at " + place_text(kind.placements[o].centre)});
  add_one_of(alike, findings);
}

} // namespace

void check_vessel(const FlowModel& model, std::vector<Finding>& findings) {
  if (!model.has_vessel()) return;
  if (const std::string why = why_no_vessel(model); !why.empty()) {
    findings.push_back({"vessel", why});
    return;
  }
  const Vessel& vessel = *model.vessel;
  const int d = model.drive.direction;
  const std::vector<real>& sections = vessel.sections(d);
  const auto closed = std::find_if(sections.begin(), sections.end(), [](real area) { return !(area > 0); });
  const bool driven =
      model.drives_vessel() && (!model.drive.pressure_gradient.zero() || model.drive.flow_rate_is_given);
  for (const Finding& finding :
       check_fluid_region(vessel.region(), model.grid.h, "vessel", vessel.openings().pilots()))
    findings.push_back(finding);
  if (!findings.empty() && findings.back().is_error) return;
  check_openings(model, findings);
  if (driven && !vessel.has_openings() && closed != sections.end())
    findings.push_back(
        {"vessel",
         text("nothing flows along %c: there is no fluid at %c = %.4g um. The drive acts along "
              "flow.direction, through both ends of the box",
              "xyz"[d], "xyz"[d], (static_cast<real>(closed - sections.begin()) + 0.5) * model.grid.h)});
  for (const Finding& finding : objects_in_the_solid(model, vessel.shape())) findings.push_back(finding);
  check_tracers_in(model, vessel.shape(), findings);
}

std::vector<Finding> objects_in_the_solid(const FlowModel& model, const SignedDistance& fluid) {
  std::vector<Finding> alike, found;
  for (const Body& body : placed_bodies(model)) {
    real farthest = 0;
    Real3 where;
    for (std::size_t i = 0; i < body.points(); ++i) {
      const Real3 x = body.point(i);
      const real out = fluid.distance(x);
      if (out > farthest) farthest = out, where = x;
    }
    if (farthest > 0)
      alike.push_back(
          {body.key,
           body.name + text(" reaches %.3g um into the solid, at %s", farthest, place_text(where).c_str()),
           true});
  }
  if (!alike.empty()) add_one_of(alike, found);
  return found;
}

} // namespace ibsim
