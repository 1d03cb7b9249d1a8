#include "apps/run_outputs.hpp"

#include "apps/checkpoint_state.hpp"
#include "diagnostics/fluid_diagnostics.hpp"
#include "io/run_folder.hpp"
#include "simulation/state_hash.hpp"
#include "simulation/time_plan.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

CsvFile open_csv(const std::filesystem::path& file, const std::vector<std::string>& columns,
                 const std::optional<Checkpoint>& from) {
  return from ? CsvFile::reopen(file, columns, output_times(*from).series) : CsvFile(file, columns);
}

} // namespace

template <class B>
RunOutputs<B>::RunOutputs(const Scenario& scenario, const std::vector<MembraneKind>& kinds,
                          const std::optional<Checkpoint>& from)
    : scenario_(scenario), last_(from ? output_times(*from) : OutputTimes{}),
      series_(open_csv(run_files(scenario.output.folder).run_csv, run_csv_columns(), from)),
      cells_(open_csv(run_files(scenario.output.folder).cells_csv, cells_csv_columns(), from), scenario,
             kinds) {
  const RunFiles files = run_files(scenario.output.folder);
  const FrameFormat format{scenario.output.precision, scenario.output.compression};
  if (scenario.output.cells && !kinds.empty()) {
    SurfaceMesh mesh = surface_mesh(scenario, kinds);
    CellsFile file = last_.cells >= 0 ? CellsFile::reopen(files.cells, mesh, surface_fields(), format,
                                                          frames_up_to(files.cells, last_.cells))
                                      : CellsFile(files.cells, mesh, surface_fields(), format);
    surfaces_.emplace(std::move(file), std::move(mesh));
  }
  if (scenario.output.fluid)
    fluid_.emplace(last_.fluid >= 0 ? FluidFile::reopen(files.fluid, scenario.grid, format,
                                                        frames_up_to(files.fluid, last_.fluid))
                                    : FluidFile(files.fluid, scenario.grid, format));
}

template <class B>
Observer<B> RunOutputs<B>::observer(std::string name, std::uint64_t every, real OutputTimes::*last,
                                    std::function<void(Simulation<B>&)> append) {
  return {std::move(name), every, [this, every, last, append = std::move(append)](Simulation<B>& s) {
            append(s);
            if (s.interval() == 0 || (every > 0 && s.interval() % every == 0)) last_.*last = s.time();
          }};
}

template <class B>
std::vector<Observer<B>> RunOutputs<B>::observers() {
  const auto every = [this](real time) { return intervals_between(scenario_, time); };
  const Scenario::Output& output = scenario_.output;
  std::vector<Observer<B>> observers;
  observers.push_back(observer("series", every(output.series_every), &OutputTimes::series,
                               [this](Simulation<B>& s) { append_series(s); }));
  if (surfaces_)
    observers.push_back(observer("cells", every(output.cells_every), &OutputTimes::cells,
                                 [this](Simulation<B>& s) { surfaces_->append(s, hash_of(s), writer_); }));
  if (fluid_)
    observers.push_back(observer("fluid", every(output.fluid_every), &OutputTimes::fluid,
                                 [this](Simulation<B>& s) { append_fluid(s); }));
  const auto checkpoint = [this](Simulation<B>& s) {
    if (s.steps() > 0) write_checkpoint(s);
  };
  if (output.checkpoints || output.checkpoint_every_wall_clock > 0)
    observers.push_back({"checkpoint", output.checkpoints ? every(output.checkpoint_every) : 0, checkpoint,
                         output.checkpoint_every_wall_clock * 1e-6});
  return observers;
}

template <class B>
void RunOutputs<B>::append_series(Simulation<B>& simulation) {
  const FluidDiagnostics fluid =
      fluid_diagnostics<B>(simulation.stream(), scenario_.grid, scenario_.fluid, simulation.state().time_step,
                           simulation.state().velocity.view());
  const real elastic_energy = cells_.append(simulation);
  series_.append({static_cast<double>(simulation.steps()), simulation.time(), fluid.kinetic_energy,
                  elastic_energy, fluid.max_speed, fluid.max_divergence, fluid.cfl, fluid.momentum.x,
                  fluid.momentum.y, fluid.momentum.z, hash_text(hash_of(simulation))});
}

template <class B>
std::uint64_t RunOutputs<B>::hash_of(Simulation<B>& simulation) {
  if (!hashed_ || hashed_->first != simulation.steps())
    hashed_ = {simulation.steps(), state_hash(simulation.stream(), simulation.state())};
  return hashed_->second;
}

template <class B>
void RunOutputs<B>::append_fluid(Simulation<B>& simulation) {
  Array<real, B> pressure(scenario_.grid.cells());
  simulation.pressure(pressure.data());
  writer_.add([this, time = simulation.time(),
               u = simulation.state().velocity.values().to_host(simulation.stream()),
               p = pressure.to_host(simulation.stream()),
               hash = hash_of(simulation)] { fluid_->append(time, u, p, hash); });
}

template <class B>
void RunOutputs<B>::write_checkpoint(Simulation<B>& simulation) {
  // After the frames before it: a checkpoint never is ahead of the files that a resume appends to.
  Checkpoint checkpoint = checkpoint_of(simulation, cells_.angles());
  checkpoint.arrays.push_back(output_times_array(last_));
  writer_.add([this, folder = scenario_.output.folder, checkpoint = std::move(checkpoint)] {
    if (surfaces_) surfaces_->settle();
    if (fluid_) fluid_->settle();
    ibsim::write_checkpoint(folder, checkpoint);
  });
}

template class RunOutputs<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class RunOutputs<Cuda>;
#endif

} // namespace ibsim
