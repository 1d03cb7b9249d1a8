#include "walls/places_of_copies.hpp"

#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

real largest(const Real3& v) { return std::max({v.x, v.y, v.z}); }

/// Half of the longest object as it begins, um.
real longest_half(const FlowModel& model) {
  real longest = 0;
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    real stretch = 1;
    for (const Placement& at : kind.placements) stretch = std::max(stretch, largest(at.stretch));
    longest = std::max(longest, stretch * largest(closed.surface.half_axes));
  }
  return longest;
}

} // namespace

const Opening* opening_of(const FlowModel& model, const Inlet& inlet) {
  if (!model.has_vessel()) return nullptr;
  for (const Opening& o : model.vessel->openings().all)
    if (o.pilot && o.name == inlet.name && norm(o.pilot->offset - inlet.offset) == 0) return &o;
  return nullptr;
}

Region middles_of_copies(const FlowModel& model, const Inlet& inlet) {
  Region middles{inlet.from.low + inlet.offset, inlet.from.high + inlet.offset};
  if (const Opening* o = opening_of(model, inlet)) middles.low.z = std::min(middles.low.z, o->at.z);
  return middles;
}

Region place_of_copies(const FlowModel& model, const Inlet& inlet) {
  Region place = middles_of_copies(model, inlet);
  const real beyond = longest_half(model) + model.grid.h;
  place.low.z -= beyond, place.high.z += beyond;
  return place;
}

bool overlap(const Region& a, const Region& b, const Real3& shift, const FlowModel& model) {
  for (int d = 0; d < 3; ++d) {
    const real middle = 0.5 * (a.low[d] + a.high[d] - b.low[d] - b.high[d]) - shift[d],
               reach = 0.5 * (a.high[d] - a.low[d] + b.high[d] - b.low[d]);
    if (!(std::abs(std::remainder(middle, model.grid.lengths()[d])) < reach)) return false;
  }
  return true;
}

} // namespace ibsim
