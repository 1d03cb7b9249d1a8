// `flow.planes`: where flow rate, pressure and passages of objects are measured.
#include "base/text.hpp"
#include "flow_files/flow_keys.hpp"
#include "model/flow_model.hpp"

#include <algorithm>

namespace ibsim {

Key planes_key(FlowModel& s) {
  const auto plane_key = [&s](FlowPlane& plane) {
    return key::map(
        "",
        {key::text("name", plane.name, "Name of the plane in tables, unique.")
             .needs("throat")
             .check([&s, &plane]() -> std::string {
               const auto alike =
                   std::count_if(s.planes.begin(), s.planes.end(),
                                 [&](const FlowPlane& other) { return other.name == plane.name; });
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
             .check(
                 [&s, &plane] { return plane.at > s.grid.lengths()[plane.axis] ? "is beyond the box" : ""; }),
         key::quantity("length", plane.length, dimension::length,
                       "Length of the segment around the plane, at most as long as the box, in which "
                       "haematocrit and cell-free layer are measured.")
             .above(0)
             .check([&s, &plane] { return plane.length < 2 * s.grid.h ? "is less than 2 h" : ""; }),
         key::vector("branch", plane.branch, dimension::length,
                     "A place in the segment. The plane and its segment are then those of the "
                     "fluid that is connected to this place within the segment.")
             .or_word("all", plane.whole_box)
             .by_default("all", [&plane] { plane.whole_box = true, plane.branch = {}; })},
        "A plane.");
  };
  return key::list<FlowPlane>(
             "planes", "a list of planes such as {name: throat, at: 10 um}", s.planes, plane_key,
             "Planes across the box or a branch. run.csv has the flow rate through each, the pressure there "
             "and "
             "the drop from plane to plane; stations.csv the haematocrit and the cell-free layer around it; "
             "passages.csv the times at which objects pass, passed.csv what has passed.")
      .by_default("none", [&s] { s.planes.clear(); });
}

} // namespace ibsim
