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

/// Velocity and pressure at the middles of cells, of the state at which it is made. Only numbers that are
/// asked for come to the host from a rank alone. All functions wait for the stream.
template <class B>
class FieldsAtCells {
 public:
  explicit FieldsAtCells(Simulation<B>&);
  /// Component d of the velocity at each of these cells, um/us, and their pressures, kPa.
  std::vector<double> velocities(const std::vector<Index>& cells, int d) const { return at(cells, 3, d); }
  std::vector<double> pressures(const std::vector<Index>& cells) const { return at(cells, 1, 3 * cells_); }

 private:
  std::vector<double> at(const std::vector<Index>& cells, Size stride, Size offset) const;

  const Stream<B>& stream_;
  Size cells_; ///< of the box
  /// Velocity [cell][3] and behind it pressure [cell], in one of the two.
  std::vector<double> on_host_;
  Array<double, B> on_device_;
};

/// The planes of a model. Their cells are found once, before the first row.
class FlowPlanes {
 public:
  /// Numbers of each plane. Waits for the stream. @param fields of the same state
  template <class B>
  AtPlanes measure(Simulation<B>&, const FieldsAtCells<B>& fields);

 private:
  struct Cells {
    PartsOfCells low, high; ///< of the layers whose middles are below and above the plane
    real above;             ///< share of the upper layer
  };
  void find_cells(const FlowModel&);
  std::vector<Cells> cells_; ///< by plane
};

template <class B>
AtPlanes plane_diagnostics(Simulation<B>& simulation) {
  return FlowPlanes().measure(simulation, FieldsAtCells<B>(simulation));
}

std::vector<Column<AtPlanes>> plane_columns(const FlowModel&);

} // namespace ibsim
