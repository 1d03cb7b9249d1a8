// The cell-free layer: how far the cells keep away from the walls, as one sees it under a microscope: along
// the flow, in strips of one cell of the grid, the distance from a wall to the outermost cell, and of these
// the mean over the strips that have cells (Fedosov et al. 2010, Microcirculation 17, 615,
// doi:10.1111/j.1549-8719.2010.00056.x).
//
// Cells are the objects of the kind that takes the largest volume: red cells, not platelets. Between walls
// the outermost of all x counts, as it does in a shadow; in a tube the outermost of all directions.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;

struct CellFreeLayer {
  real lower = 0, upper = 0; ///< between walls, um
  real tube = 0;             ///< of all tubes, um
};

/// None where there is no wall, or no cell.
std::vector<Column<CellFreeLayer>> cell_free_columns(const FlowModel&);

/// Number of the kind of closed objects that takes the largest volume: red cells, not platelets. Waits for
/// the stream.
std::size_t kind_of_cells(Simulation&);

/// Waits for the stream.
CellFreeLayer cell_free_layer(Simulation&);

} // namespace ibsim
