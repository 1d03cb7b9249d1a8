#include "walls/pumps.hpp"

#include "base/error.hpp"
#include "model/flow_model.hpp"
#include "walls/pilots.hpp"
#include "walls/vessel.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// The planes of a slab in which a zone has faces, and the parts there.
void add_parts(const PartsOfCells& faces, const Slab& slab, Pump& pump) {
  const Index plane = slab.plane_cells();
  const auto own = [&](Index cell) { return cell / plane - slab.first; };
  Index first = slab.planes, last = -1;
  for (const Index cell : faces.cell)
    if (const Index k = own(cell); k >= 0 && k < slab.planes)
      first = std::min(first, k), last = std::max(last, k);
  if (last < first) return;
  pump.first_plane = first;
  pump.parts.assign(static_cast<std::size_t>(plane) * (last - first + 1), 0);
  for (std::size_t i = 0; i < faces.cell.size(); ++i)
    if (const Index k = own(faces.cell[i]); k >= first && k <= last)
      pump.parts[static_cast<std::size_t>(plane) * (k - first) + faces.cell[i] % plane] = faces.part[i];
}

} // namespace

std::vector<Pump> pumps_of(const FlowModel& model, const Slab& slab) {
  std::vector<Pump> pumps;
  if (!model.drives_vessel()) return pumps;
  const Vessel& vessel = *model.vessel;
  if (!vessel.has_openings()) {
    if (!model.drive.flow_rate_is_given) return pumps;
    const int d = model.drive.direction;
    pumps.push_back({d, model.grid.n[d], vessel.parts_of_faces(d, slab), 0, OpeningKind::flow_rate,
                     model.drive.flow_rate, 0, 0});
    return pumps;
  }
  const OpeningZones& zones = vessel.zones();
  if (!zones.faults.empty())
    throw InputError("vessel.openings" +
                     (zones.faults[0].opening.empty() ? "" : "." + zones.faults[0].opening) + ": " +
                     zones.faults[0].message);
  for (std::size_t i = 0; i < zones.of.size(); ++i) {
    const OpeningZone& zone = zones.of[i];
    const Opening& opening = vessel.openings().all[i];
    Pump pump{zone.axis, zone.layers, {}, 0, opening.kind, opening.value, opening.resistance, zone.vessel};
    add_parts(zone.faces, slab, pump);
    pumps.push_back(std::move(pump));
  }
  for (Pump& pump : pumps_of_pilots(model, slab)) pumps.push_back(std::move(pump));
  return pumps;
}

} // namespace ibsim
