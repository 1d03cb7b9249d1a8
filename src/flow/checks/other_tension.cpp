#include "checks/other_tension.hpp"

#include "limits/relaxes_tension.hpp"
#include "limits/step_limits.hpp"
#include "model/flow_model.hpp"

#include <algorithm>

namespace ibsim {

std::optional<OtherTension> other_tension(const FlowModel& model) {
  constexpr real worth_while = 1.5;
  if (model.tension == Tension::relaxed &&
      std::none_of(model.objects.begin(), model.objects.end(),
                   [&](const ObjectKind& kind) { return relaxes_tension(kind, model); }))
    return {};
  FlowModel other = model;
  other.tension = model.tension == Tension::relaxed ? Tension::explicit_ : Tension::relaxed;
  const real now = step_limits(model).automatic(), then = step_limits(other).automatic();
  if (model.tension == Tension::explicit_ && !(then > worth_while * now)) return {};
  return OtherTension{other.tension, then};
}

} // namespace ibsim
