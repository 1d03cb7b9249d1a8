// Flow rate and pressure at the planes that a scenario names (model/flow_plane.hpp).
//
//   flow rate  sum of u h^2 over the cells of the plane along its normal, each by its part in the fluid
//   pressure   mean over the fluid in the plane, of p - G s: where a force G drives the flow along s, this is
//              the pressure that would drive it instead. Differences between planes are pressure drops
//
// A plane with a branch has the fluid of that branch alone (walls/stations.hpp). Numbers of a plane
// between the middles of two layers of cells are interpolated.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"
#include "walls/opening_zones.hpp"

namespace ibsim {

struct AtPlane {
  real flow_rate = 0; ///< um^3/us
  real pressure = 0;  ///< kPa
};
using AtPlanes = std::vector<AtPlane>;

/// Velocity and pressure at the middles of cells, of the state at which it is made. All functions wait for
/// the stream.
class FieldsAtCells {
 public:
  explicit FieldsAtCells(Simulation&);
  /// Component d of the velocity at each of these cells, um/us, and their pressures, kPa.
  std::vector<double> velocities(const std::vector<Index>& cells, int d) const { return at_(cells, 3, d); }
  std::vector<double> pressures(const std::vector<Index>& cells) const { return at_(cells, 1, 3 * cells_); }

 private:
  Size cells_; ///< of the box
  ValuesOfState::FluidAt at_;
};

/// The planes of a model. Their cells are found once, before the first row.
class FlowPlanes {
 public:
  /// Numbers of each plane. Waits for the stream. @param fields of the same state
  AtPlanes measure(Simulation&, const FieldsAtCells& fields);

 private:
  struct Cells {
    PartsOfCells low, high; ///< of the layers whose middles are below and above the plane
    real above;             ///< share of the upper layer
  };
  void find_cells(const FlowModel&);
  std::vector<Cells> cells_; ///< by plane
};

inline AtPlanes plane_diagnostics(Simulation& simulation) {
  return FlowPlanes().measure(simulation, FieldsAtCells(simulation));
}

std::vector<Column<AtPlanes>> plane_columns(const FlowModel&);

} // namespace ibsim
