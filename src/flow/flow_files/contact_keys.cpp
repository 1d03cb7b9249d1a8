// `contact`: what keeps objects apart from each other and from walls.
#include "flow_files/flow_keys.hpp"
#include "simulation/contact_strength.hpp"
#include "simulation/flow_model.hpp"

#include <algorithm>

namespace ibsim {

Key contact_key(FlowModel& s) {
  ContactProperties& contact = s.contact;
  return key::map(
             "contact",
             {key::quantity(
                  "pressure", contact.pressure, dimension::pressure,
                  "The pressure at which two flat membranes, or one and a wall, come within a quarter of the "
                  "range of each other: with the default range half a cell. auto: what the flow of the "
                  "scenario asks "
                  "for, 100 Pa at least; weaker contact is pressed through. 0 Pa: none.")
                  .at_least(0)
                  .or_word("auto", contact.automatic),
              key::quantity("range", contact.range, dimension::length,
                            "The distance at which objects begin to repel each other, and walls to repel "
                            "them; at most half "
                            "of the box's shortest side.")
                  .above(0)
                  .check([&s, &contact]() -> std::string {
                    const Real3 sides = s.grid.lengths();
                    const real most = std::min({sides.x, sides.y, sides.z}) / 2;
                    return contact.range <= most ? ""
                                                 : "is more than half of the box's shortest side, " +
                                                       format_quantity(2 * most, dimension::length) +
                                                       ": objects would meet several images of each other";
                  })
                  .by_default("two cells of the grid", [&s] { s.contact.range = 2 * s.grid.h; })
                  .no_effect_unless([&contact] { return contact.automatic || contact.pressure > 0; },
                                    "has no effect without a contact.pressure")},
             "A pressure that keeps objects apart from each other and from walls, and parts of one from each "
             "other "
             "where it folds.")
      .afterwards([&s, &contact] {
        if (contact.automatic) contact.pressure = contact_pressure_for_flow(s);
      });
}

} // namespace ibsim
