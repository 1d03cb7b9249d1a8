// The least memory traffic of a step by phase: bytes that must go between memory and processor even with
// perfect caches, so that a time becomes a rate that can be held against the copy bandwidth.
//
// With b = 8 bytes a number, and of each kind n_d data and n_s sample sites on each of N objects, each array
// that a phase takes or gives is counted once:
//
//   interpolate  2 b (3 n_d N + 3 n_d N + 3 m)      X in, U out, and the m grid points of each component near
//   a surface; twice a step, thrice with the midpoint
//   membrane     b (M + 3 n_d N + 6 n_s N)          the M numbers of the operators and X* in, positions and
//   forces of the sample sites out; M_d + M/6 more for bending, M_d 4/3 + M/6 for viscosity and M_d for
//   volumes that are kept, M_d the numbers of the operators at the data sites
//   spread       b (6 n_s N + 3 cells)              positions and forces in, the force density out
//   fluid        b cells 57 (periodic 53)           two stages; below
//   with inner fluids (inner_fluid.hpp) n dA in membrane, b 3 n_s N; spread twice as much; in fluid b cells
//   14 more: D (3 + 1), two transforms and the solve between (1 + 1 each), the bounds (1 + 1), and in both
//   stages mu (1)
//   move         b 18 n_d N                         X, U in, X* out; X, U in, X out
//
// m = min(cells, sum of N A s/h^2): a surface of area A touches a layer s cells thick (s: width of the
// kernel). Fluid, numbers a cell: right-hand sides 6 + 3 (u, f in; r out) and 9 + 3 (u, u', f in; r out); in
// each stage a transform of three components forth (3 + 3), the solve in Fourier space (3 + 3) and a
// transform back (3 + 3); in a periodic box two scalars leave the solve (3 + 2) and are transformed back (2 +
// 3). A transform is counted as one pass over its data, which none does that is larger than the caches: its
// own floor is measured.
#pragma once

#include "step/immersed_boundary_step.hpp"

namespace ibsim {

struct PhaseTraffic {
  double bytes = 0; ///< a step
  /// sites handled a step (interpolated, evaluated, spread, moved); 0 where that means nothing
  double points = 0;
};
/// The least traffic of each phase, in the order of phase_names.
std::vector<PhaseTraffic> least_traffic(const FlowModel&, const std::vector<SurfaceKind>&);

/// The table of a step by phase, a line an element: time, share of the step, GB/s of the least traffic,
/// points a second.
/// @param phases as Simulation::phase_times gives them
std::vector<std::string> phase_table(const std::vector<PhaseTime>& phases, const std::vector<PhaseTraffic>&);

} // namespace ibsim
