#include "checks/aggregation_advice.hpp"

#include "base/text.hpp"
#include "model/flow_model.hpp"
#include "objects/aggregation_force.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ibsim {
namespace {

/// The two dimples of a red cell and the next one of a stack are this far apart, um.
constexpr real between_dimples = 1.7;

std::string key_of(std::size_t entry, const char* key) {
  return "aggregation." + std::to_string(entry) + "." + key;
}

/// A soft membrane feels the energy alone as long as the range is small beside its bending length.
void look_at_range(const FlowModel& model, std::size_t entry, const ObjectKind& kind,
                   std::vector<Finding>& findings) {
  const Membrane* const membrane = membrane_of(kind);
  const AggregationProperties& of = model.aggregation[entry];
  if (!membrane || !(membrane->bending.modulus > 0)) return;
  const real length = std::sqrt(membrane->bending.modulus / of.energy);
  if (of.range > length / 2)
    findings.push_back(
        {key_of(entry, "range"),
         text("%.2g um is not small against the bending length of \"%s\", %.2g um (sqrt(bending_modulus/"
              "energy)): shapes depend on the range. Compare with runs of half the range and contact.range, "
              "with half of domain.cell, and extrapolate (docs/aggregation.md)",
              of.range, one_line(kind.name).c_str(), length),
         false});
}

void look_at_sites(const FlowModel& model, std::size_t entry, std::size_t kind,
                   std::vector<Finding>& findings) {
  const ObjectKind& of = model.objects[kind];
  const real range = std::min(model.contact.range, model.aggregation[entry].range),
             spacing = std::sqrt(area_at_rest(of) / of.sites().sample);
  if (2.5 * spacing > range)
    findings.push_back(
        {"objects." + std::to_string(kind) + ".sample_sites",
         text("sample sites of \"%s\" are %.3g um apart, more than 1/2.5 of the range of attraction (%.3g "
              "um): membranes that slide past each other lock; %.0f would do",
              one_line(of.name).c_str(), spacing, range,
              std::ceil(6.25 * area_at_rest(of) / (range * range))),
         false});
}

} // namespace

void look_at_aggregation(const FlowModel& model, std::vector<Finding>& findings) {
  if (!model.has_contact()) return;
  for (std::size_t entry = 0; entry < model.aggregation.size(); ++entry) {
    const AggregationProperties& of = model.aggregation[entry];
    bool acts = false;
    for (std::size_t k = 0; k < model.objects.size(); ++k) {
      const ObjectKind& kind = model.objects[k];
      if (std::none_of(model.objects.begin(), model.objects.end(),
                       [&](const ObjectKind& other) { return acts_between(of, kind, other); }))
        continue;
      acts = true;
      if (acts_between(of, kind, kind)) look_at_range(model, entry, kind, findings);
      if (of.range < model.contact.range) look_at_sites(model, entry, k, findings); // else contact says it
    }
    if (!acts)
      findings.push_back({key_of(entry, "between"),
                          "there are no objects of the shape red cell, so nothing aggregates", false});
    if (const real end = aggregation_law(of, model.contact.range).end(); end > between_dimples)
      findings.push_back(
          {key_of(entry, "range"),
           text("ends at %.2g um, farther than the dimples of two red cells in a stack are apart (%.2g um): "
                "it draws them together. A finer grid has a shorter contact.range",
                end, between_dimples),
           false});
  }
}

} // namespace ibsim
