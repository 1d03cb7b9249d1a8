// Profiles across the flow: velocity and volume fractions in layers, over y (slabs of a cell of the grid), or
// over r in tubes (shells about as thick, about the axes of all tubes together).
//
//   velocity          mean of u over the cells of the layer
//   volume fraction   of all closed objects, and of each kind: what lies in the layer, over its volume
//                     (surface/layer_volumes.hpp)
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "grid/layers.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;

struct ProfileRow {
  double time = 0;             ///< us
  real place = 0;              ///< of the middle of the layer, um
  Real3 velocity;              ///< um/us
  std::vector<real> fractions; ///< of all, then of each kind of closed objects
};

/// Columns in this order: time, place, velocities, fractions.
std::vector<Column<ProfileRow>> profile_columns(const FlowModel&);

class Profiles {
 public:
  explicit Profiles(const FlowModel&);

  /// A row a layer, of the present state, which this evaluates. Waits for the stream.
  std::vector<ProfileRow> measure(Simulation&) const;

 private:
  Layers layers_;
  std::vector<real> volumes_;  ///< of layers, um^3
  std::vector<Index> columns_; ///< of cells along z in each
};

} // namespace ibsim
