#include "checks/contact_advice.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/area_strength.hpp"
#include "objects/contact_strength.hpp"
#include "objects/dimensionless.hpp"
#include "objects/structure_properties.hpp"

#include <cmath>

namespace ibsim {

void look_at_contact(const FlowModel& model, std::vector<Finding>& findings) {
  if (!model.has_contact()) return;
  const real range = model.contact.range, h = model.grid.h;
  for (std::size_t k = 0; k < model.objects.size(); ++k) {
    const ObjectKind& kind = model.objects[k];
    const Membrane* const membrane = membrane_of(kind);
    if (!membrane) continue;
    // twice: suspensions live at 0.6, and fold at 2.7 (docs/notes/membranes.md)
    if (const real K = area_modulus_of(membrane->law), squeeze = contact_tension(model); squeeze > 2 * K)
      findings.push_back(
          {"objects." + std::to_string(k) + ".membrane.area_modulus",
           text("%.3g dyn/cm is soft against contact of %s Pa over %.3g um: a membrane under such pressure "
                "is compressed and may fold; %.2g dyn/cm or more hold it, %.2g keep its area to 1 %%",
                K, rounded(1e3 * model.contact.pressure).c_str(), range, squeeze,
                area_modulus_over_squeeze * squeeze),
           false});
    const real spacing = std::sqrt(area_at_rest(kind) / kind.sites().sample);
    if (2.5 * spacing > range)
      findings.push_back(
          {"objects." + std::to_string(k) + ".sample_sites",
           text("sample sites of \"%s\" are %.3g um apart, more than 1/2.5 of contact.range (%.3g um): sites "
                "of two surfaces may pass between each other; %.0f suffice",
                kind.name.c_str(), spacing, range, std::ceil(6.25 * area_at_rest(kind) / (range * range))),
           false});
  }
  if (!model.contact.automatic && contact_is_too_weak(model))
    findings.push_back(
        {"contact.pressure",
         text("%s Pa is too weak for a flow of %s 1/s: objects pass through each other and fold; %s Pa, or "
              "auto, keep them apart",
              rounded(1e3 * model.contact.pressure).c_str(), rounded(1e6 * flow_rate(model)).c_str(),
              rounded(1e3 * contact_pressure_for_flow(model)).c_str()),
         false});
  if (range < 1.5 * h)
    findings.push_back({"contact.range",
                        text("contact begins at %.3g um, less than 1.5 h: surfaces at this distance move "
                             "together with the fluid between them",
                             range),
                        false});
}

} // namespace ibsim
