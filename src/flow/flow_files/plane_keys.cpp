// `flow.planes`: where flow rate, pressure and passages of objects are measured.
#include "base/text.hpp"
#include "flow_files/flow_keys.hpp"
#include "simulation/flow_model.hpp"

#include <algorithm>

namespace ibsim {

Key planes_key(FlowModel& s) {
  const auto plane_key = [&s](FlowPlane& plane) {
    return key::map("",
                    {key::text("name", plane.name, "Name of the plane in tables, unique.")
                         .needs("throat")
                         .check([&s, &plane]() -> std::string {
                           const auto alike =
                               std::count_if(s.planes.begin(), s.planes.end(), [&](const FlowPlane& other) {
                                 return other.name == plane.name;
                               });
                           return alike > 1 ? "is the name of another plane" : "";
                         }),
                     key::one_of(
                         "axis", [&plane] { return static_cast<std::size_t>(plane.axis); },
                         [&plane](std::size_t d) { plane.axis = static_cast<int>(d); }, {"x", "y", "z"},
                         "Direction of the plane's normal.")
                         .by_default("flow.direction", [&s, &plane] { plane.axis = s.drive.direction; }),
                     key::quantity("at", plane.at, dimension::length, "Place of the plane along its normal.")
                         .at_least(0)
                         .needs("10 um")
                         .check([&s, &plane] {
                           return plane.at > s.grid.lengths()[plane.axis] ? "is beyond the box" : "";
                         })},
                    "A plane.");
  };
  return key::list<FlowPlane>(
             "planes", "a list of planes such as {name: throat, at: 10 um}", s.planes, plane_key,
             "Planes across the box. run.csv has the flow rate through each, the pressure there and the drop "
             "from plane to plane; passages.csv has the times at which objects pass.")
      .by_default("none", [&s] { s.planes.clear(); });
}

} // namespace ibsim
