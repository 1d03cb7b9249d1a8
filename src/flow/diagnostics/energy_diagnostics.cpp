#include "diagnostics/energy_diagnostics.hpp"

#include "mechanics/bending.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

Energies energies(Simulation& simulation, const FluidDiagnostics& fluid) {
  Energies sums{.kinetic = fluid.kinetic_energy};
  real least_ratio = std::numeric_limits<real>::infinity();
  for (std::size_t kind = 0; kind < simulation.model().objects.size(); ++kind) {
    const std::vector<StructureIntegrals>& objects = simulation.integrals(kind);
    const std::vector<std::string> terms = simulation.values().term_names(kind);
    for (std::size_t o = 0; o < objects.size(); ++o) {
      const StructureIntegrals& now = objects[o];
      sums.elastic += now.energy;
      for (std::size_t t = 0; t < terms.size(); ++t)
        if (terms[t] == bending_name) sums.bending += now.of_terms[t];
      const real change = simulation.volume_change(kind, o, now);
      if (std::abs(change) > std::abs(sums.volume_change)) sums.volume_change = change;
    }
    if (!has_inside(simulation.model().objects[kind])) continue;
    for (std::size_t o = 0; o < objects.size(); ++o)
      if (simulation.is_there(kind, o)) least_ratio = std::min(least_ratio, objects[o].min_area_ratio);
    for (const real part : simulation.unresolved_part_of_forces(kind))
      sums.unresolved_force = std::max(sums.unresolved_force, part);
  }
  if (std::isfinite(least_ratio)) sums.least_area_ratio = least_ratio;
  sums.interaction = simulation.pair_energy();
  return sums;
}

} // namespace ibsim
