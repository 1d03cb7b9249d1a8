// Diagnostics of the fluid as a whole. A NaN in u makes the energy, the maxima and the CFL number NaN.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "fluid/flow_totals.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {

struct FluidDiagnostics {
  real kinetic_energy = 0; ///< rho/2 sum over faces of u^2 h^3, pg um^2/us^2
  /// largest component of u on any face, um/us (no average, so that a saw-tooth shows)
  real max_speed = 0;
  real max_divergence = 0; ///< largest |D u| of any cell, 1/us
  Real3 momentum;          ///< rho sum of u h^3, pg um/us
  real cfl = 0;            ///< max_speed k/h
};

inline const std::vector<Column<FluidDiagnostics>> fluid_columns{
    {"max speed", "um/us", &FluidDiagnostics::max_speed},
    {"max divergence", "1/us", &FluidDiagnostics::max_divergence},
    {"CFL", "", &FluidDiagnostics::cfl},
    {"momentum x", "pg um/us", [](const FluidDiagnostics& f) { return f.momentum.x; }},
    {"momentum y", "pg um/us", [](const FluidDiagnostics& f) { return f.momentum.y; }},
    {"momentum z", "pg um/us", [](const FluidDiagnostics& f) { return f.momentum.z; }}};

/// Same bits for any number of threads and of ranks. @param of_planes of the box, in their order
FluidDiagnostics fluid_diagnostics(const Grid&, const FluidProperties&, real time_step,
                                   const std::vector<FlowTotals>& of_planes);

/// Diagnostics of a whole field. Waits for the stream.
template <class B>
FluidDiagnostics fluid_diagnostics(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                                   real time_step, AnyConstFaces u, AnyConstFaces fluctuation = {}) {
  return fluid_diagnostics(grid, fluid, time_step,
                           flow_totals<B>(stream, slab_of_all(grid.n), grid.h, u, fluctuation));
}

} // namespace ibsim
