#include "checks/check_vessel.hpp"

#include "base/text.hpp"
#include "geometry/triangle_mesh.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/placed_bodies.hpp"

#include <cmath>

namespace ibsim {

real flow_lost_in_throat(real radius_in_cells) { return 1.1 / (radius_in_cells * radius_in_cells); }

std::vector<Finding> check_fluid_region(const FluidRegion& region, real h, const std::string& key) {
  std::vector<Finding> found;
  if (region.parts.empty()) {
    found.push_back({key,
                     "there is no fluid in the box: is the unit right, and does fluid lie inside or outside?",
                     true});
    return found;
  }
  if (!(region.wall_area > 0)) {
    found.push_back(
        {key, "there is no wall in the box: is the unit right, and does fluid lie inside or outside?", true});
    return found;
  }
  if (region.parts.size() > 1) {
    real apart = 0;
    for (std::size_t p = 1; p < region.parts.size(); ++p) apart += region.parts[p].volume;
    found.push_back(
        {key,
         text("the fluid has %zu parts that are not connected: %.3g um^3 apart from the largest of %.4g "
              "um^3, one of them at %s",
              region.parts.size(), apart, region.parts[0].volume,
              place_text(region.parts[1].deepest).c_str()),
         false});
  }
  constexpr real least_cells = 6;
  if (region.narrowest && region.narrowest->radius < least_cells * h) {
    const real cells = region.narrowest->radius / h;
    found.push_back(
        {key,
         text("the narrowest throat, at %s, has a radius of %.3g um, %.2g cells of the grid: about "
              "%.2g %% too little flows through it; domain.cell of %.2g um or less gives it six",
              place_text(region.narrowest->place).c_str(), region.narrowest->radius, cells,
              100 * std::min(flow_lost_in_throat(cells), real{1}), region.narrowest->radius / least_cells),
         false});
  }
  return found;
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
