#include "diagnostics/energy_diagnostics.hpp"

#include "mechanics/bending.hpp"
#include "parallel/with_cuda.hpp"

#include <cmath>

namespace ibsim {

template <class B>
Energies energies(Simulation<B>& simulation, const FluidDiagnostics& fluid) {
  Energies sums{.kinetic = fluid.kinetic_energy};
  for (std::size_t kind = 0; kind < simulation.step().structures(); ++kind) {
    const std::vector<StructureIntegrals>& objects = simulation.integrals(kind);
    const std::vector<std::string> terms = simulation.step().structure(kind).term_names();
    for (std::size_t o = 0; o < objects.size(); ++o) {
      const StructureIntegrals& now = objects[o];
      sums.elastic += now.energy;
      for (std::size_t t = 0; t < terms.size(); ++t)
        if (terms[t] == bending_name) sums.bending += now.of_terms[t];
      const real change = simulation.volume_change(kind, o, now);
      if (std::abs(change) > std::abs(sums.volume_change)) sums.volume_change = change;
    }
  }
  sums.interaction = simulation.pair_energy();
  return sums;
}

template Energies energies(Simulation<Cpu>&, const FluidDiagnostics&);
#if defined(IBSIM_WITH_CUDA)
template Energies energies(Simulation<Cuda>&, const FluidDiagnostics&);
#endif

} // namespace ibsim
