#include "objects/pair_forces.hpp"

#include "mechanics/contact.hpp"
#include "model/flow_model.hpp"
#include "objects/aggregation_force.hpp"
#include "objects/bond_objects.hpp"
#include "objects/pair_force_maker.hpp"
#include "objects/structure_properties.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ibsim {
namespace {

PairForceSpec contact_force(const FlowModel& model) {
  const ContactProperties contact = model.contact;
  PairForceSpec spec;
  spec.name = "contact";
  spec.range = contact.range;
  spec.search = {.points = contact.range, .within = contact.range};
  spec.acts_between = [](const ObjectKind& a, const ObjectKind& b) {
    return meets_others(a) && meets_others(b);
  };
  spec.at_rest.film = {contact_stiffness(contact, model.grid.h, model.has_walls() || model.has_vessel()),
                       contact.range};
  const Storage storage = model.precision == Precision::single ? Storage::floats : Storage::doubles;
  spec.make =
      pair_force_maker([contact, storage, vessel = model.vessel](const auto& stream, const auto& around) {
        return make_contact(stream, contact, around.grid,
                            vessel ? vessel->sampled().values : std::vector<real>(), around.search, storage);
      });
  return spec;
}

} // namespace

std::vector<PairForceSpec> pair_forces_of(const FlowModel& model) {
  std::vector<PairForceSpec> forces;
  if (model.has_contact()) forces.push_back(contact_force(model));
  if (std::optional<PairForceSpec> aggregation = aggregation_force(model))
    forces.push_back(std::move(*aggregation));
  if (std::optional<PairForceSpec> bonds = object_bond_force(model)) forces.push_back(std::move(*bonds));
  forces.insert(forces.end(), model.pair_forces.begin(), model.pair_forces.end());
  return forces;
}

bool acts_on(const PairForceSpec& force, const ObjectKind& kind, const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [&](const ObjectKind& other) { return force.acts_between(kind, other); });
}

real largest_range(const std::vector<PairForceSpec>& forces) {
  real range = 0;
  for (const PairForceSpec& force : forces) range = std::max(range, force.range);
  return range;
}

Stiffness pair_stiffness_at_rest(const ObjectKind& kind, const FlowModel& model) {
  Stiffness all;
  for (const PairForceSpec& force : pair_forces_of(model))
    if (acts_on(force, kind, model)) all = sum_of(all, force.at_rest);
  return all;
}

} // namespace ibsim
