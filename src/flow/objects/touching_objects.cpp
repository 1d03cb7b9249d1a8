#include "objects/touching_objects.hpp"

#include "model/flow_model.hpp"

#include <algorithm>

namespace ibsim {

real contact_reach(const FlowModel& model) {
  return std::max(model.has_contact() ? model.contact.range : 0, real{1.5} * model.grid.h);
}

} // namespace ibsim
