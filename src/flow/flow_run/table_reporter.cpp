#include "flow_run/table_reporter.hpp"

#include "base/text.hpp"
#include "diagnostics/shear_diagnostics.hpp"
#include "diagnostics/tube_diagnostics.hpp"
#include "diagnostics/wall_diagnostics.hpp"
#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {
namespace {

CsvFile open_table(const std::filesystem::path& file, const std::vector<std::string>& columns,
                   const Checkpoint* from) {
  if (!from) return CsvFile(file, columns);
  const OutputMark mark = from->output(file.filename().string());
  return CsvFile::reopen(file, columns, {mark.bytes, mark.hash});
}

OutputMark mark_of(real time, const CsvFile& table) {
  const TablePosition position = table.position();
  return {time, 0, position.bytes, position.hash};
}

} // namespace

template <class B>
TableReporter<B>::TableReporter(const OutputContext<B>& context)
    : OutputReporter<B>("series", context, context.scenario.output.series_every),
      run_(open_table(run_files(context.scenario.output.folder).run_csv,
                      run_csv_columns(context.scenario.grid.topology.y.ends, context.scenario.has_contact(),
                                      context.scenario.has_tubes()),
                      context.from)),
      cells_(
          open_table(run_files(context.scenario.output.folder).cells_csv, cells_csv_columns(), context.from),
          context.scenario, context.kinds),
      run_marks_(mark_of(context.mark("run.csv").time, run_)),
      cells_marks_(mark_of(context.mark("cells.csv").time, cells_.table())) {}

template <class B>
void TableReporter<B>::write(Simulation<B>& simulation) {
  const Scenario& scenario = this->context_.scenario;
  const FluidDiagnostics fluid =
      fluid_diagnostics<B>(simulation.stream(), scenario.grid, scenario.fluid, simulation.state().time_step,
                           simulation.state().velocity.view(),
                           simulation.step().fluctuation(simulation.stream(), simulation.state()));
  const CellSums cells = cells_.append(simulation);
  const real between = simulation.step().pair_energy(simulation.stream(), simulation.state());
  std::vector<CsvValue> row{static_cast<double>(simulation.steps()),
                            simulation.time(),
                            fluid.kinetic_energy,
                            cells.energy,
                            cells.bending_energy,
                            between,
                            cells.volume_change,
                            fluid.max_speed,
                            fluid.max_divergence,
                            fluid.cfl,
                            fluid.momentum.x,
                            fluid.momentum.y,
                            fluid.momentum.z};
  if (scenario.has_walls()) {
    const WallDiagnostics walls = wall_diagnostics(simulation, fluid);
    for (const double value :
         {walls.flow_rate, walls.lower_stress[0], walls.lower_stress[1], walls.upper_stress[0],
          walls.upper_stress[1], walls.driving_force, walls.relative_viscosity, walls.momentum_residual})
      row.emplace_back(value);
  }
  if (scenario.is_sheared()) {
    const ShearDiagnostics shear = shear_diagnostics(simulation);
    for (const double value : {shear.strain, shear.stress, shear.relative_viscosity}) row.emplace_back(value);
  }
  if (scenario.has_tubes()) {
    const TubeDiagnostics tubes = tube_diagnostics(simulation);
    for (const double value :
         {tubes.flow_rate, tubes.mean_velocity, tubes.driving_force, tubes.relative_viscosity})
      row.emplace_back(value);
  }
  if (scenario.has_contact()) {
    const LeastDistances least = simulation.step().least_distances(simulation.stream(), simulation.state());
    row.emplace_back(least.objects);
    if (scenario.has_walls()) row.emplace_back(least.walls);
  }
  row.emplace_back(hash_text(this->context_.hash(simulation)));
  run_.append(row);
}

template <class B>
void TableReporter<B>::mark(real time) {
  run_marks_.add(mark_of(time, run_));
  cells_marks_.add(mark_of(time, cells_.table()));
}

template <class B>
void TableReporter<B>::add_marks(std::map<std::string, OutputMark>& marks, real time) const {
  marks["run.csv"] = run_marks_.until(time);
  marks["cells.csv"] = cells_marks_.until(time);
}

template class TableReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class TableReporter<Cuda>;
#endif

} // namespace ibsim
