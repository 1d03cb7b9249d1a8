#include "diagnostics/run_diagnostics.hpp"

#include "diagnostics/aggregates.hpp"
#include "diagnostics/cell_free_layer.hpp"
#include "diagnostics/contact_columns.hpp"
#include "diagnostics/energy_diagnostics.hpp"
#include "diagnostics/opening_diagnostics.hpp"
#include "diagnostics/plane_diagnostics.hpp"
#include "diagnostics/shear_diagnostics.hpp"
#include "diagnostics/suspension_columns.hpp"
#include "diagnostics/tube_diagnostics.hpp"
#include "diagnostics/vessel_diagnostics.hpp"
#include "diagnostics/wall_diagnostics.hpp"
#include "model/flow_model.hpp"
#include "objects/pair_forces.hpp"
#include "simulation/measures.hpp"
#include "state/state_hash.hpp"
#include "walls/vessel.hpp"
#include "walls/wall.hpp"

#include <memory>

namespace ibsim {
namespace {

std::vector<Column<Simulation*>> clock_columns() {
  using S = Simulation*;
  return {{"step", "", [](const S& s) { return static_cast<double>(s->steps()); }},
          {"time", "us", [](const S& s) { return s->time(); }}};
}

/// Columns of each force between objects, of what was measured of it.
std::vector<Column<Simulation*>> pair_force_columns(const FlowModel& model) {
  std::vector<Column<Simulation*>> columns;
  const std::vector<PairForceSpec> forces = pair_forces_of(model);
  for (std::size_t k = 0; k < forces.size(); ++k)
    for (const PairColumn& column : forces[k].columns)
      columns.push_back({column.name, column.unit, [k, value = column.value](Simulation* const& s) {
                           return static_cast<double>(value(s->pair_measures().at(k)));
                         }});
  return columns;
}

std::vector<Column<Simulation*>> hash_columns() {
  return {{"state_hash", "", [](Simulation* const& s) { return hash_text(s->hash()); }}};
}

} // namespace

const FluidDiagnostics& PresentState::fluid() {
  if (!fluid_) {
    const FlowModel& s = simulation.model();
    fluid_ = fluid_diagnostics(s.grid, s.fluid, simulation.time_step(),
                               simulation.values().measure(totals_of_planes));
  }
  return *fluid_;
}

const FieldsAtCells& PresentState::fields() {
  if (!fields_) fields_.emplace(simulation);
  return *fields_;
}

std::vector<Diagnostic<PresentState>> run_diagnostics(const FlowModel& s) {
  using Now = PresentState;
  std::vector<Diagnostic<Now>> all;
  const auto add = [&all](auto measure, const auto& columns) {
    all.push_back(diagnostic<Now>(measure, columns));
  };
  const auto simulation = [](Now& now) { return &now.simulation; };
  add(simulation, clock_columns());
  add([](Now& now) { return energies(now.simulation, now.fluid()); }, energy_columns);
  add([](Now& now) { return now.fluid(); }, fluid_columns);
  if (has_closed_objects(s))
    add([](Now& now) { return suspension_diagnostics(now.simulation); }, suspension_columns);
  if (s.has_walls())
    add([](Now& now) { return wall_diagnostics(now.simulation, now.fluid()); }, wall_columns);
  if (s.is_sheared()) add([](Now& now) { return shear_diagnostics(now.simulation); }, shear_columns);
  if (s.has_tubes()) add([](Now& now) { return tube_diagnostics(now.simulation); }, tube_columns);
  if (s.drives_vessel() && s.vessel->has_openings())
    add([](Now& now) { return opening_diagnostics(now.simulation, now.fields()); }, opening_columns(s));
  else if (s.drives_vessel())
    add([](Now& now) { return vessel_diagnostics(now.simulation); }, vessel_columns);
  else if (s.has_vessel()) // walls hold a part of the load
    add([](Now& now) { return vessel_diagnostics(now.simulation); },
        std::vector(vessel_columns.begin(), vessel_columns.begin() + 2));
  if (!s.planes.empty())
    add([planes = std::make_shared<FlowPlanes>()](
            Now& now) { return planes->measure(now.simulation, now.fields()); },
        plane_columns(s));
  if (has_closed_objects(s) && !wall_of(s)->faces().empty())
    add([](Now& now) { return cell_free_layer(now.simulation); }, cell_free_columns(s));
  if (s.has_contact()) add([](Now& now) { return now.simulation.least_distances(); }, contact_columns(s));
  add(simulation, pair_force_columns(s));
  if (has_aggregation(s))
    add([](Now& now) { return sums_of(measure_aggregates(now.simulation)); }, aggregate_columns);
  add(simulation, hash_columns());
  return all;
}

std::vector<std::string> run_titles(const FlowModel& model) {
  std::vector<std::string> titles;
  for (const auto& diagnostic : run_diagnostics(model))
    titles.insert(titles.end(), diagnostic.titles.begin(), diagnostic.titles.end());
  return titles;
}

} // namespace ibsim
