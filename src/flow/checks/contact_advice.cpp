#include "checks/contact_advice.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "checks/crowding.hpp"
#include "program/progress.hpp"
#include "simulation/area_strength.hpp"
#include "simulation/contact_strength.hpp"
#include "simulation/dimensionless.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/step_limits.hpp"
#include "simulation/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ibsim {
namespace {

/// Steps of the same flow without contact, and with these moduli of area, us.
real step_without_contact(FlowModel model, const std::vector<real>& moduli) {
  model.contact.pressure = 0;
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    if (auto* const closed = std::get_if<ClosedSurface>(&model.objects[k].structure))
      std::visit(
          [&](auto& law) {
            if constexpr (requires { law.area_modulus; }) law.area_modulus = moduli[k];
          },
          closed->law);
  return step_limits(model).automatic();
}

/// A preset's modulus of area follows what contact presses with (simulation/presets), which follows the flow:
/// said where that makes it more than twice what the flow alone asks for.
void look_at_what_contact_changes(const FlowModel& model, std::vector<Finding>& findings) {
  // at 10 % neighbours of random places are about a diameter apart: in denser suspensions all objects meet
  constexpr real dense = 0.1;
  const bool packed = std::any_of(model.objects.begin(), model.objects.end(),
                                  [](const ObjectKind& kind) { return kind.packing.has_value(); });
  if (!model.contact.automatic || !objects_can_meet(model) || packed || volume_fraction(model) > dense)
    return;
  const real by_contact = area_modulus_over_squeeze * contact_tension(model);
  FlowModel alone = model;
  alone.contact.pressure = 0;
  std::vector<real> moduli(model.objects.size());
  const ObjectKind* changed = nullptr;
  real now = 0, before = 0;
  for (std::size_t k = 0; k < model.objects.size(); ++k) {
    const auto* const closed = std::get_if<ClosedSurface>(&model.objects[k].structure);
    if (!closed) continue;
    const real K = moduli[k] = area_modulus_of(closed->law);
    if (std::abs(K / by_contact - 1) > 0.006) continue; // presets have three digits
    moduli[k] = std::max(real{0.25}, area_modulus_for_flow(alone, model.objects[k]));
    if (K > 2 * moduli[k] && !changed) changed = &model.objects[k], now = K, before = moduli[k];
  }
  if (!changed) return;
  findings.push_back(
      {"contact.pressure",
       text("auto is %s Pa in a fluid of %.3g cP sheared at %s 1/s. The area_modulus of \"%s\" follows it, "
            "with %.3g dyn/cm instead of %.2g, so that contact does not compress it; steps are up to %s "
            "instead of %s; leave contact out if objects stay more than %.3g um apart",
            rounded(1e3 * model.contact.pressure).c_str(), model.fluid.viscosity,
            rounded(1e6 * flow_rate(model)).c_str(), changed->name.c_str(), now, before,
            time_text(step_limits(model).automatic()).c_str(),
            time_text(step_without_contact(model, moduli)).c_str(), model.contact.range),
       false});
}

} // namespace

void look_at_contact(const FlowModel& model, std::vector<Finding>& findings) {
  if (!model.has_contact()) return;
  const real range = model.contact.range, h = model.grid.h;
  for (std::size_t k = 0; k < model.objects.size(); ++k) {
    const ObjectKind& kind = model.objects[k];
    const Membrane* const membrane = membrane_of(kind);
    if (!membrane) continue;
    // twice: suspensions live at 0.6, and fold at 2.7 (docs/membranes.md)
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
  look_at_what_contact_changes(model, findings);
}

} // namespace ibsim
