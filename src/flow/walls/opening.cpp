#include "walls/opening.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <cmath>
#include <limits>

namespace ibsim {

bool Openings::between_faces(const Real3& x) const { return beyond_faces(x) < 0; }

real Openings::beyond_faces(const Real3& x) const {
  real most = -std::numeric_limits<real>::infinity();
  for (int d = 0; d < 3; ++d)
    if (across[d]) most = std::max({most, low[d] - x[d], x[d] - high[d]});
  return most;
}

bool Openings::in_block(const Real3& x) const { return between_faces(x) && !in_pilot(x); }

bool Openings::in_plenum(const Real3& x) const { return !between_faces(x) && !in_pilot(x); }

bool Openings::in_pilot(const Real3& x) const {
  return std::any_of(all.begin(), all.end(), [&](const Opening& o) {
    return o.pilot && o.pilot->shape && o.pilot->shape->distance(x) < o.pilot->wall;
  });
}

Openings openings_in(std::vector<Opening> all, const Real3& box) {
  constexpr std::size_t most = 250;
  if (all.size() > most)
    throw InputError(all.back().name +
                     text(": a vessel has at most %zu openings, not %zu", most, all.size()));
  Openings found;
  found.high = box;
  const Opening* first[3][2] = {};
  for (const Opening& o : all) {
    const int d = o.axis;
    found.across[d] = true;
    if (!(o.at[d] >= 0 && o.at[d] <= box[d]))
      throw InputError(o.name + text(": its mouth, at %c = %.6g um, is beyond the box of %.6g um", "xyz"[d],
                                     o.at[d], box[d]));
    const Opening*& plane = first[d][o.side > 0];
    if (!plane) plane = &o;
    if (std::abs(plane->at[d] - o.at[d]) > 1e-6 * box[d])
      throw InputError(o.name +
                       text(": its mouth is at %c = %.6g um, and the mouth of %s on the same side at "
                            "%.6g um; mouths on one side lie in one plane",
                            "xyz"[d], o.at[d], plane->name.c_str(), plane->at[d]));
    (o.side > 0 ? found.high : found.low)[d] = plane->at[d];
  }
  for (int d = 0; d < 3; ++d)
    if (found.across[d] && !(found.high[d] > found.low[d]))
      throw InputError(
          (first[d][0] ? first[d][0] : first[d][1])->name +
          text(": the mouths at the side -%c, at %.6g um, lie behind those at +%c, at %.6g um; the "
               "block of solid is between them",
               "xyz"[d], found.low[d], "xyz"[d], found.high[d]));
  found.all = std::move(all);
  return found;
}

} // namespace ibsim
