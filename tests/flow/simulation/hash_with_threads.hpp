// The last state of a run on the CPU: what must be the same on any number of threads.
#pragma once

#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"
#include "state/state_hash.hpp"

namespace ibsim {

/// Of a whole run on so many threads; those of the machine are set again afterwards.
inline std::uint64_t hash_with_threads(const Scenario& scenario, int threads) {
  set_cpu_threads(threads);
  const Stream<Cpu> stream;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, {});
  SimulationOn<Cpu> simulation(stream, scenario, kinds);
  run(simulation, {}, {});
  const std::uint64_t hash = state_hash(stream, simulation.state());
  set_cpu_threads(0);
  return hash;
}

} // namespace ibsim
