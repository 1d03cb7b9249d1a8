#include "flow_run/checkpoint_state.hpp"

#include "base/error.hpp"
#include "flow_files/write_resolved.hpp"
#include "flow_run/cell_output.hpp"
#include "limits/apart.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Whole numbers below 2^53 are exact in a double.
std::vector<double> clock_of(const Clock& s) {
  return {s.time_step, static_cast<double>(s.interval), static_cast<double>(s.steps_left), s.step_limit,
          s.step_before};
}

/// What the clock's numbers mean.
std::vector<double> time_plan_of(const TimeSettings& time, const OutputPlan& output) {
  return {interval_length(time, output), time.automatic ? 1.0 : 0.0, time.largest_step, time.safety};
}

/// The population of a checkpoint; its length is not known before.
Population population_in(const Checkpoint& checkpoint, const FlowModel& model) {
  const auto found = std::find_if(checkpoint.arrays.begin(), checkpoint.arrays.end(),
                                  [](const NamedArray& array) { return array.name == "population"; });
  if (found == checkpoint.arrays.end())
    throw InputError("the checkpoint is of a run in which nothing comes or goes");
  return population_from(found->values, model);
}

} // namespace

Checkpoint checkpoint_of(Simulation& simulation, const std::vector<double>& angles) {
  const Clock& state = simulation.clock();
  Checkpoint checkpoint{
      state.step, state.time, {}, resolved_scenario(without_spares(simulation.scenario())), {}};
  for (auto& [name, values] : simulation.arrays_on_host())
    checkpoint.arrays.push_back({name, std::move(values)});
  checkpoint.arrays.push_back({"clock", clock_of(state)});
  checkpoint.arrays.push_back(
      {"time_plan", time_plan_of(simulation.scenario().time, simulation.scenario().output)});
  if (simulation.population().changes())
    checkpoint.arrays.push_back({"population", numbers_of(simulation.population())});
  if (state.apart) checkpoint.arrays.push_back({"apart", {1}});
  if (!angles.empty()) checkpoint.arrays.push_back({"cell_angles", angles});
  return checkpoint;
}

void restore(Simulation& simulation, std::vector<double>& angles, const Checkpoint& checkpoint) {
  Clock state;
  copy_clock(simulation.clock(), state);
  angles.clear();
  if (const std::size_t numbers = numbers_of_angles(simulation.model()); numbers > 0)
    angles = checkpoint.array("cell_angles", numbers);
  state.step = checkpoint.step;
  state.time = checkpoint.time;
  const std::vector<double>& clock = checkpoint.array("clock", 5);
  state.time_step = clock[0], state.step_limit = clock[3], state.step_before = clock[4];
  state.interval = static_cast<std::uint64_t>(clock[1]),
  state.steps_left = static_cast<std::uint64_t>(clock[2]);
  state.apart = asks_for_distances(simulation.model()) &&
                std::any_of(checkpoint.arrays.begin(), checkpoint.arrays.end(),
                            [](const NamedArray& array) { return array.name == "apart"; });
  simulation.set_clock(state);
  if (simulation.population().changes())
    simulation.set_population(population_in(checkpoint, simulation.model()));
  simulation.set_arrays([&](const std::string& name, std::size_t size) -> const std::vector<real>& {
    return checkpoint.array(name, size);
  });
  const std::vector<double> plan = time_plan_of(simulation.scenario().time, simulation.scenario().output);
  // the step was changed for the resume
  if (checkpoint.array("time_plan", plan.size()) != plan) simulation.join_intervals();
}

} // namespace ibsim
