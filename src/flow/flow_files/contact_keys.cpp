// `contact`: what keeps objects apart from each other and from walls.
#include "flow_files/flow_keys.hpp"
#include "model/flow_model.hpp"
#include "objects/contact_strength.hpp"

#include <algorithm>

namespace ibsim {

Key contact_key(FlowModel& s) {
  ContactProperties& contact = s.contact;
  return key::map("contact",
                  {key::quantity("pressure", contact.pressure, dimension::pressure,
                                 "Pressure that brings two flat membranes, or one and a wall, to a quarter "
                                 "of the range (h/2 by default). auto: as the flow needs, 100 Pa or more; "
                                 "weaker contact lets objects pass. 0 Pa: no contact.")
                       .at_least(0)
                       .or_word("auto", contact.automatic),
                   key::quantity("range", contact.range, dimension::length,
                                 "Distance at which objects begin to repel each other, and walls repel "
                                 "objects; at most half of the box's shortest side.")
                       .above(0)
                       .check([&s, &contact]() -> std::string {
                         const Real3 sides = s.grid.lengths();
                         const real most = std::min({sides.x, sides.y, sides.z}) / 2;
                         return contact.range <= most
                                    ? ""
                                    : "is more than half of the box's shortest side, " +
                                          format_quantity(2 * most, dimension::length) +
                                          ": objects would meet several images of each other";
                       })
                       .by_default("2 h", [&s] { s.contact.range = 2 * s.grid.h; })
                       .no_effect_unless([&contact] { return contact.automatic || contact.pressure > 0; },
                                         "has no effect without a contact.pressure")},
                  "Repulsion that keeps objects apart from each other and from walls. It also acts between "
                  "parts of an object that folds.")
      .afterwards([&s, &contact] {
        if (contact.automatic) contact.pressure = contact_pressure_for_flow(s);
      });
}

} // namespace ibsim
