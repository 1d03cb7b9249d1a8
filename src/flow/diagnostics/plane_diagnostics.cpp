#include "diagnostics/plane_diagnostics.hpp"

#include "diagnostics/vessel_diagnostics.hpp"
#include "model/flow_model.hpp"
#include "walls/stations.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ibsim {

FieldsAtCells::FieldsAtCells(Simulation& simulation)
    : cells_(simulation.model().grid.cells()), at_(simulation.values().fluid_at_cells(cells_)) {}

namespace {

/// Cells of layer `s` across axis d, and their parts in the fluid. @param branch to which these are limited;
/// null: none
PartsOfCells cells_of_layer(const FlowModel& model, int d, int s, const StationCells* branch) {
  const Grid& grid = model.grid;
  const SampledDistance* const wall = model.has_vessel() ? &model.vessel->sampled() : nullptr;
  Int3 n = grid.n;
  n[d] = 1;
  PartsOfCells cells;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        Int3 at{i, j, k};
        at[d] = s;
        const real part = branch ? branch->part(at)
                          : wall ? part_of_fluid(wall->values[wall->number(at.x, at.y, at.z)], grid.h)
                                 : 1;
        if (part > 0) cells.cell.push_back(grid.index(at.x, at.y, at.z)), cells.part.push_back(part);
      }
  return cells;
}

/// Flow rate along axis d, and mean pressure.
AtPlane sum_over(const PartsOfCells& cells, const FieldsAtCells& fields, int d, real h) {
  const std::vector<double> u = fields.velocities(cells.cell, d), p = fields.pressures(cells.cell);
  AtPlane sum;
  real fluid = 0;
  for (std::size_t i = 0; i < cells.cell.size(); ++i) {
    const real part = cells.part[i];
    sum.flow_rate += part * u[i];
    sum.pressure += part * p[i], fluid += part;
  }
  return {sum.flow_rate * h * h, fluid > 0 ? sum.pressure / fluid : 0};
}

} // namespace

void FlowPlanes::find_cells(const FlowModel& model) {
  const Grid& grid = model.grid;
  const std::vector<Station> stations = stations_of(model); // planes come first
  for (const FlowPlane& plane : model.planes) {
    std::optional<StationCells> branch;
    if (!plane.whole_box) branch.emplace(model, stations[cells_.size()]);
    const StationCells* const limit = branch ? &*branch : nullptr;
    const int d = plane.axis, n = grid.n[d];
    const real place = plane.at / grid.h - 0.5, below = std::floor(place);
    const int first = ((static_cast<int>(below) % n) + n) % n;
    cells_.push_back({cells_of_layer(model, d, first, limit),
                      cells_of_layer(model, d, (first + 1) % n, limit), place - below});
  }
}

AtPlanes FlowPlanes::measure(Simulation& simulation, const FieldsAtCells& fields) {
  const FlowModel& model = simulation.model();
  if (cells_.empty()) find_cells(model);
  const real G = model.drives_vessel() && model.drive.flow_rate_is_given
                     ? simulation.values().wall_forces().back()
                     : model.drive.pressure_gradient.at(simulation.time());
  AtPlanes found;
  for (std::size_t p = 0; p < cells_.size(); ++p) {
    const FlowPlane& plane = model.planes[p];
    const auto& [below, over, t] = cells_[p];
    const int d = plane.axis;
    const AtPlane low = sum_over(below, fields, d, model.grid.h),
                  high = sum_over(over, fields, d, model.grid.h);
    AtPlane at{(1 - t) * low.flow_rate + t * high.flow_rate, (1 - t) * low.pressure + t * high.pressure};
    if (d == model.drive.direction) at.pressure -= G * plane.at;
    found.push_back(at);
  }
  return found;
}

std::vector<Column<AtPlanes>> plane_columns(const FlowModel& model) {
  std::vector<Column<AtPlanes>> columns;
  for (std::size_t p = 0; p < model.planes.size(); ++p) {
    const std::string& name = model.planes[p].name;
    columns.push_back(
        {"flow rate at " + name, "um^3/us", [p](const AtPlanes& all) { return all[p].flow_rate; }});
    columns.push_back({"pressure at " + name, "kPa", [p](const AtPlanes& all) { return all[p].pressure; }});
  }
  for (std::size_t p = 1; p < model.planes.size(); ++p)
    columns.push_back({"pressure drop from " + model.planes[p - 1].name + " to " + model.planes[p].name,
                       "kPa", [p](const AtPlanes& all) { return all[p - 1].pressure - all[p].pressure; }});
  return columns;
}

} // namespace ibsim
