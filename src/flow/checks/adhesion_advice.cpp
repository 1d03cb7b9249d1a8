#include "checks/adhesion_advice.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "limits/step_limits.hpp"
#include "mechanics/bond_rates.hpp"
#include "model/scenario.hpp"
#include "objects/bond_walls.hpp"
#include "objects/structure_properties.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Bonds use up no ligands (docs/adhesion.md): they form at k_on n, where n is all ligands an area. At rest a
/// receptor at the wall is bound for the part p = on/(on + off) of the time, and a flat contact takes p times
/// the receptors an area.
void look_at_ligands(const ObjectKind& kind, const AdhesionProperties& of, const std::string& key,
                     std::vector<Finding>& findings) {
  constexpr real most_taken = 0.2; // of the ligands: rates of forming are wrong by as much
  if (of.used_up) return;
  const BondRates rates = bond_rates(of);
  const real bound = rates.on(0) / (rates.on(0) + rates.off(0)),
             taken = bound * of.receptors / area_at_rest(kind);
  if (!(taken > most_taken * of.ligands)) return;
  findings.push_back(
      {key + ".ligands",
       text("where \"%s\" lies flat at rest, its bonds would take %.3g ligands an um^2, but "
            "these are %.3g and none is used up: more bonds form than there can be. Above %.3g "
            "1/um^2 this is less than a fifth; an on_rate lower in proportion keeps the rates",
            one_line(kind.name).c_str(), taken, of.ligands, taken / most_taken),
       false});
}

} // namespace

/// Rates of a step are exact one by one. A receptor that binds and lets go within one step is counted once,
/// which changes the number of bonds by half of the rates times the step.
void look_at_adhesion(const Scenario& scenario, std::vector<Finding>& findings) {
  constexpr real most_events = 0.1; // of a receptor in a step: 5 % of the number of bonds
  if (!has_adhesion(scenario)) return;
  const real step =
      scenario.time.automatic
          ? std::min(scenario.time.safety * step_limits(scenario).automatic(), scenario.time.largest_step)
          : scenario.time.step;
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    const std::vector<AdhesionProperties>& all = scenario.objects[k].adhesions;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string key = "objects." + std::to_string(k) + ".adhesion." + std::to_string(i);
      if (!scenario.has_contact())
        findings.push_back({key,
                            "nothing keeps these objects off their ligands, so bonds pull them into these: "
                            "add contact: {pressure: auto}",
                            false});
      look_at_ligands(scenario.objects[k], all[i], key, findings);
      const BondRates rates = bond_rates(all[i]);
      const real events = step * (rates.on(0) + rates.off(0));
      if (events > most_events)
        findings.push_back({key,
                            text("at its ligands a receptor binds or lets go %.2g times in a step of %s; "
                                 "more than %g make the "
                                 "number of bonds wrong by 5 %%: time.%s of %s or less",
                                 events, time_text(std::stod(text("%.3g", step))).c_str(), most_events,
                                 scenario.time.automatic ? "largest_step" : "step",
                                 time_text(std::stod(text("%.2g", step * most_events / events))).c_str()),
                            false});
    }
  }
}

} // namespace ibsim
