#include "apps/memory_estimate.hpp"

#include <algorithm>

namespace ibsim {

MemoryEstimate estimate_memory(const Scenario& scenario) {
  constexpr double bytes = sizeof(real);
  constexpr double fields = 26;              // velocity, force, shear, stages, their transforms, pressure: numbers a cell
  constexpr double numbers_a_sample = 80;    // position, force, derivatives, keys and weights of spreading
  constexpr double copies_in_set_up = 2;     // of the operators, while the systems are solved
  constexpr double process = 60e6;           // the program and its libraries

  MemoryEstimate estimate;
  estimate.backend = fields * bytes * scenario.grid.cells();
  double largest = 0;
  for (const ObjectKind& kind : scenario.objects) {
    const double data = kind.data_sites, sample = kind.sample_sites;
    const double operators = bytes * surface_operators * data * sample;
    const double quadrature = bytes * sample * sample; // the dense system for the weights
    estimate.backend += operators + numbers_a_sample * bytes * sample * static_cast<double>(kind.placements.size());
    estimate.set_up += operators;
    largest = std::max(largest, (copies_in_set_up - 1) * operators + quadrature);
  }
  estimate.set_up += largest + process;
  return estimate;
}

} // namespace ibsim
