#include "apps/memory_estimate.hpp"

namespace ibsim {

MemoryEstimate estimate_memory(const Scenario& scenario) {
  constexpr double bytes = sizeof(real);
  constexpr double fields = 24;            // velocity, force, shear, stages, their transforms, pressure, output: numbers a cell
  constexpr double numbers_a_sample = 80;  // position, force, derivatives, keys and weights of spreading, output
  constexpr double process = 30e6;         // the program and its libraries

  MemoryEstimate estimate{fields * bytes * scenario.grid.cells(), process};
  for (const ObjectKind& kind : scenario.objects) {
    const double operators = bytes * surface_operators * kind.data_sites * static_cast<double>(kind.sample_sites);
    estimate.backend += operators + numbers_a_sample * bytes * kind.sample_sites * static_cast<double>(kind.placements.size());
    estimate.set_up += operators; // as computed or read from the cache, until the backend has them
  }
  return estimate;
}

} // namespace ibsim
