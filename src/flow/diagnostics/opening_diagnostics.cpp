#include "diagnostics/opening_diagnostics.hpp"

#include "model/flow_model.hpp"
#include "simulation/measures.hpp"
#include "walls/vessel.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Mean pressure of these cells.
real mean_pressure(const std::vector<Index>& cells, const FieldsAtCells& fields) {
  real sum = 0;
  for (const double pressure : fields.pressures(cells)) sum += pressure;
  return cells.empty() ? 0 : sum / static_cast<real>(cells.size());
}

real mean_pressure(const PartsOfCells& cells, const FieldsAtCells& fields) {
  const std::vector<double> pressures = fields.pressures(cells.cell);
  real sum = 0, parts = 0;
  for (std::size_t i = 0; i < pressures.size(); ++i)
    sum += cells.part[i] * pressures[i], parts += cells.part[i];
  return parts > 0 ? sum / parts : 0;
}

} // namespace

AtOpenings opening_diagnostics(Simulation& simulation, const FieldsAtCells& fields) {
  const FlowModel& model = simulation.model();
  const Vessel& vessel = *model.vessel;
  const std::vector<OpeningZone>& zones = vessel.zones().of;
  const real h = model.grid.h;
  const real plenum = mean_pressure(vessel.plenum(), fields);
  const std::vector<real> rates = simulation.values().measure(sums_of_openings),
                          forces = simulation.values().wall_forces();
  int vessels = 0;
  for (const OpeningZone& zone : zones) vessels = std::max(vessels, zone.vessel);
  const std::vector<Opening>& openings = vessel.openings().all;
  const std::size_t levels = forces.size() - static_cast<std::size_t>(vessels),
                    first = levels - zones.size() - vessel.openings().pilots();
  std::size_t pilot = first + zones.size();
  AtOpenings found;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const real level = forces[levels + static_cast<std::size_t>(zones[i].vessel) - 1];
    found.push_back(
        {rates[i] * h * h / zones[i].layers, mean_pressure(zones[i].behind, fields) - plenum - level,
         forces[first + i] * zones[i].pump_length(h) - level, openings[i].pilot ? forces[pilot++] : 0});
  }
  return found;
}

std::vector<Column<AtOpenings>> opening_columns(const FlowModel& model) {
  std::vector<Column<AtOpenings>> columns;
  const std::vector<Opening>& openings = model.vessel->openings().all;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const std::string& name = openings[i].name;
    columns.push_back(
        {"flow rate of " + name, "um^3/us", [i](const AtOpenings& all) { return all[i].flow_rate; }});
    columns.push_back({"pressure of " + name, "kPa", [i](const AtOpenings& all) { return all[i].pressure; }});
    columns.push_back(
        {"pump pressure of " + name, "kPa", [i](const AtOpenings& all) { return all[i].pump_pressure; }});
    if (openings[i].pilot)
      columns.push_back({"pressure gradient of the pilot of " + name, "kPa/um",
                         [i](const AtOpenings& all) { return all[i].gradient_of_pilot; }});
  }
  return columns;
}

} // namespace ibsim
