#include "objects/rate_at_objects.hpp"

#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ibsim {
namespace {

/// The axis or middle plane of a flow whose rate grows in proportion to the distance from it.
struct Profile {
  Real3 axis;          ///< of a tube; of a gap its y alone counts
  real half_width = 0; ///< um
  real at_wall = 0;    ///< of the pressure-driven part, 1/us
  real sliding = 0;    ///< the same everywhere
  bool is_tube = false;

  real distance(const Real3& p, const Real3& box) const {
    if (!is_tube) return std::abs(p.y - axis.y);
    const auto nearest = [](real d, real period) { return d - period * std::round(d / period); };
    return std::hypot(nearest(p.x - axis.x, box.x), nearest(p.y - axis.y, box.y));
  }
  real rate(real distance, real radius) const {
    const real slope = at_wall / half_width, mean = sliding + slope * distance,
               spread = slope * radius * std::sqrt((is_tube ? real{2} : real{1}) / 5);
    return std::min(sliding + at_wall, std::hypot(mean, spread));
  }
};

/// None where the rate does not depend on the place, or the flow has no one axis.
std::optional<Profile> profile_of(const FlowModel& model) {
  if (!kinds_of<Sheet>(model.objects).empty()) return {};
  if (model.has_tubes()) {
    const auto tubes = kinds_of<Tube>(model.objects);
    if (tubes.size() != 1 || tubes[0].kind.placements.size() != 1) return {};
    return Profile{tubes[0].kind.placements[0].centre, tubes[0].structure.radius, driven_shear_rate(model), 0,
                   true};
  }
  if (!model.has_walls()) return {};
  const real sliding = sliding_shear_rate(model), half = model.grid.lengths().y / 2;
  return Profile{{0, half, 0}, half, driven_shear_rate(model) - sliding, sliding, false};
}

real radius_of(const ClosedSurface& closed) {
  const Real3& a = closed.surface.half_axes;
  return std::max({a.x, a.y, closed.surface.shape == ReferenceShape::red_cell ? real{0} : a.z});
}

} // namespace

real rate_at_objects(const FlowModel& model) {
  const real anywhere = flow_rate(model);
  const std::optional<Profile> profile = profile_of(model);
  if (!profile || !(profile->at_wall > 0) || model.initial_flow == InitialFlow::taylor_green) return anywhere;
  const Real3 box = model.grid.lengths();
  real nearest = box.y, farthest = 0, widest = 0;
  for (const auto& [number, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    if (kind.packing) return anywhere;
    widest = std::max(widest, radius_of(closed));
    for (const Placement& at : kind.placements) {
      const real distance = profile->distance(at.centre, box);
      nearest = std::min(nearest, distance), farthest = std::max(farthest, distance);
    }
  }
  if (widest > profile->half_width / 2 || farthest - nearest > widest / 2) return anywhere;
  return profile->rate(farthest, widest);
}

} // namespace ibsim
