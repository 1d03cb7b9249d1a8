#include "apps/checkpoint_state.hpp"

#include "io/write_resolved.hpp"

namespace ibsim {
namespace {

std::string sites_name(std::size_t kind) { return "data_sites_" + std::to_string(kind + 1); }

} // namespace

template <class B>
Checkpoint checkpoint_of(Simulation<B>& simulation, const std::vector<double>& angles) {
  State<B>& state = simulation.state();
  Checkpoint checkpoint{state.step, simulation.time(), {}, resolved_scenario(simulation.scenario())};
  checkpoint.arrays.push_back({"velocity", state.velocity.values().to_host(simulation.queue())});
  for (std::size_t kind = 0; kind < state.data_sites.size(); ++kind)
    checkpoint.arrays.push_back({sites_name(kind), state.data_sites[kind].to_host(simulation.queue())});
  if (!angles.empty()) checkpoint.arrays.push_back({"tank_treading_angles", angles});
  return checkpoint;
}

template <class B>
void restore(Simulation<B>& simulation, std::vector<double>& angles, const Checkpoint& checkpoint) {
  State<B>& state = simulation.state();
  state.velocity.values().set(simulation.queue(), checkpoint.array("velocity", state.velocity.values().size()));
  for (std::size_t kind = 0; kind < state.data_sites.size(); ++kind)
    state.data_sites[kind].set(simulation.queue(), checkpoint.array(sites_name(kind), state.data_sites[kind].size()));
  if (!angles.empty()) angles = checkpoint.array("tank_treading_angles", angles.size());
  state.step = checkpoint.step;
}

template Checkpoint checkpoint_of(Simulation<Cpu>&, const std::vector<double>&);
template void restore(Simulation<Cpu>&, std::vector<double>&, const Checkpoint&);
#if defined(IBSIM_WITH_CUDA)
template Checkpoint checkpoint_of(Simulation<Cuda>&, const std::vector<double>&);
template void restore(Simulation<Cuda>&, std::vector<double>&, const Checkpoint&);
#endif

} // namespace ibsim
