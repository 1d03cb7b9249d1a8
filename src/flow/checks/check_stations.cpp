#include "checks/check_stations.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "walls/stations.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

void check_stations(const FlowModel& model, std::vector<Finding>& findings) {
  const std::vector<Station> stations = stations_of(model);
  for (std::size_t i = 0; i < model.planes.size(); ++i) {
    const FlowPlane& plane = model.planes[i];
    const Station& station = stations[i];
    const std::string key = "flow.planes." + std::to_string(i);
    if (std::any_of(stations.begin() + static_cast<std::ptrdiff_t>(model.planes.size()), stations.end(),
                    [&](const Station& opening) { return opening.name == plane.name; }))
      findings.push_back({key + ".name", "is the name of an opening of the vessel"});
    if (plane.whole_box) continue;
    const real period = model.grid.lengths()[plane.axis],
               apart = std::remainder(plane.branch[plane.axis] - plane.at, period);
    if (!wall_of(model)->is_within_box())
      findings.push_back({key + ".branch", "is for fluid within a vessel or tubes, and there are none"});
    else if (std::abs(apart) > (station.high - station.low) / 2)
      findings.push_back(
          {key + ".branch", text("lies %.4g um from the plane, beyond its segment, which reaches %.4g um on "
                                 "either side; give a place nearer to the plane, or a greater length",
                                 std::abs(apart), (station.high - station.low) / 2)});
    else if (!StationCells(model, station).has_fluid())
      findings.push_back({key + ".branch", "lies in the solid; give a place in the fluid"});
  }
}

} // namespace ibsim
