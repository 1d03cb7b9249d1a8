#include "flow_run/rough_estimate.hpp"

#include "model/flow_model.hpp"
#include "surface/rbf_operators.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Numbers of the operators of a kind, of all its objects together.
double operator_numbers(const ClosedSurface& closed) {
  return static_cast<double>(closed.data_sites) * closed.sample_sites /
         quasi_uniform_symmetry(closed.surface, closed.data_sites, closed.sample_sites);
}
double operator_numbers(const Tube&) { return 0; }
double operator_numbers(const Sheet&) { return 0; }
double operator_numbers(const Tracer&) { return 0; }

} // namespace

RoughEstimate rough_estimate(const FlowModel& model, bool on_cuda, int cpu_threads) {
  // 6 operators, 3 components, multiply and add
  constexpr double bytes = sizeof(real), operations_a_number = 36;
  // velocity, force, stages, their transforms, output: numbers a cell
  constexpr double fields = 24;
  // position, force, derivatives, keys and weights of spreading, output
  constexpr double numbers_a_sample = 80;
  // of a modern core, and of a data-centre GPU
  const double operations = on_cuda ? 20e12 : 4e9 * cpu_threads, bandwidth = on_cuda ? 2e12 : 12e9;
  const double seconds_a_cell = on_cuda ? 0.2e-9 : 80e-9 / cpu_threads;

  const double of_fields = model.fluid_storage() == Storage::floats ? sizeof(float) : sizeof(double);
  RoughEstimate estimate{seconds_a_cell * model.grid.cells(), 0, fields * of_fields * model.grid.cells()};
  for (const ObjectKind& kind : model.objects) {
    const double numbers =
        std::visit([](const auto& structure) { return operator_numbers(structure); }, kind.structure);
    const auto objects = static_cast<double>(kind.placements.size());
    estimate.membrane_seconds += std::max(surface_operators * bytes * numbers / bandwidth,
                                          operations_a_number * numbers * objects / operations);
    estimate.memory +=
        2 * surface_operators * bytes * numbers + numbers_a_sample * bytes * kind.sites().sample * objects;
  }
  return estimate;
}

} // namespace ibsim
