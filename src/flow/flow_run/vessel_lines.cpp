#include "flow_run/vessel_lines.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "flow_run/print_prediction.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"
#include "walls/vessel_flow.hpp"
#include "walls/wall_memory.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

namespace {

std::string rate_text(real rate) { return text("%.5g nL/s", rate); } // um^3/us

/// Flow rate, pressure or resistance of an opening, in words.
std::string asked_text(const Opening& o) {
  const std::string over_time = o.value.constant() ? "" : text(" at most %.5g", o.value.bound());
  const real now = o.value.at(0);
  switch (o.kind) {
  case OpeningKind::flow_rate:
    return "flow rate " + rate_text(std::abs(now)) + (now < 0 ? " out" : " in") +
           (over_time.empty() ? "" : " at the start," + over_time);
  case OpeningKind::pressure:
    return text("pressure %.5g Pa", 1e3 * now) +
           (o.value.constant() ? "" : text(" at the start, at most %.5g Pa", 1e3 * o.value.bound()));
  case OpeningKind::resistance:
    return "resistance " + about_quantity(o.resistance, Dimension{-4, -1, 1}) +
           text(" before %.5g Pa", 1e3 * now);
  }
  return {};
}

} // namespace

std::string openings_lines(const Openings& openings, const std::vector<OpeningZone>& zones, const Real3& box,
                           real h) {
  std::string lines;
  real given = 0, deepest = 0;
  std::string others;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const Opening& o = openings.all[i];
    const OpeningZone& zone = zones[i];
    const real low = zone.first * h;
    lines += text("%s%s at %s, side %c%c: section %.4g um^2, radius %.4g um (%.3g h), %s\n",
                  i == 0 ? "openings  " : "          ", o.name.c_str(), place_text(zone.mouth_centre).c_str(),
                  o.side < 0 ? '-' : '+', "xyz"[o.axis], zone.area, zone.radius(), zone.radius() / h,
                  asked_text(o).c_str());
    lines += text("            pump of %.4g um at %c = %.4g to %.4g um\n", zone.pump_length(h), "xyz"[o.axis],
                  low - h / 2, low - h / 2 + zone.pump_length(h));
    if (o.kind == OpeningKind::flow_rate)
      given += o.value.at(0);
    else
      others += (others.empty() ? "" : ", ") + o.name;
  }
  for (int d = 0; d < 3; ++d)
    if (openings.across[d]) deepest = std::max(deepest, openings.plenum(d, box));
  if (!lines.empty())
    lines += text(
        "          balance: %s %s by flow rates at the start, the rest through %s; plenum %.4g um deep\n",
        rate_text(std::abs(given)).c_str(), given < 0 ? "out" : "in", others.c_str(), deepest);
  return lines;
}

std::string vessel_lines(const FlowModel& s) {
  if (!s.has_vessel()) return {};
  const Vessel& vessel = *s.vessel;
  const FluidRegion& region = vessel.region();
  const WallPoints& points = vessel.points();
  const WallMemory memory = wall_memory(s, true);
  std::string lines = text("vessel    %s: fluid of %.5g um^3, %.3g %% of the box, wall of %.5g um^2\n",
                           vessel.description().c_str(), region.volume,
                           100 * region.volume / (s.grid.cells() * s.grid.cell_volume()), vessel.wall_area());
  if (region.narrowest)
    lines += text("          narrowest throat of radius %.3g um, %.3g h, at %s\n", region.narrowest->radius,
                  region.narrowest->radius / s.grid.h, place_text(region.narrowest->place).c_str());
  lines += text(
      "          %zu wall points %.2g h apart; an inverse takes %s, while steps change all take up to %s\n",
      points.size(), in_cells(vessel.spacing()), size_in_words(memory.inverse).c_str(),
      size_in_words(memory.most).c_str());
  if (const VesselFlow flow = s.drives_vessel() ? vessel_flow(s) : VesselFlow{}; flow.speed > 0)
    lines += text("          flow%s, at most about %.3g mm/s, shear rate at the wall of %.4g 1/s\n",
                  vessel.has_openings() ? "" : text(" along %c", "xyz"[s.drive.direction]).c_str(),
                  1e3 * flow.speed, 1e6 * flow.shear_rate);
  if (vessel.has_openings())
    lines += openings_lines(vessel.openings(), vessel.zones().of, s.grid.lengths(), s.grid.h);
  return lines;
}

} // namespace ibsim
