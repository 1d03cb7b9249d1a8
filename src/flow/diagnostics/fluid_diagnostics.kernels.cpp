#include "diagnostics/fluid_diagnostics.hpp"

#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// Sums and maxima over cells and their faces.
struct Totals {
  real squares = 0; ///< of u, all components
  Real3 sums;       ///< of u
  real max_speed = 0, max_divergence = 0;
};

struct Combined {
  IBSIM_HD Totals operator()(const Totals& a, const Totals& b) const {
    const Larger larger;
    return {a.squares + b.squares, a.sums + b.sums, larger(a.max_speed, b.max_speed),
            larger(a.max_divergence, b.max_divergence)};
  }
};

} // namespace

template <class B>
FluidDiagnostics fluid_diagnostics(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                                   real time_step, FaceView<const real> u, FaceView<const real> fluctuation) {
  const Grid g = grid, stencil = fluctuation.x ? with_rows_beyond(grid) : grid;
  const FaceView<const real> w = fluctuation.x ? fluctuation : u;
  const auto cells = static_cast<Index>(grid.cells()); // an Index counts them: checked() in topology.hpp
  const real mass = fluid.density * grid.cell_volume();
  const Totals totals = reduce(
      stream, 1, cells, Totals{},
      [=] IBSIM_KERNEL(Index, Index c) {
        const Larger larger;
        const Real3 v{u.x[c], u.y[c], u.z[c]};
        const Neighbours at = neighbours(stencil, c % g.n.x, c / g.n.x % g.n.y, c / g.n.x / g.n.y);
        return Totals{dot(v, v), v, larger(larger(std::abs(v.x), std::abs(v.y)), std::abs(v.z)),
                      std::abs(divergence_at_cell(w, at, 1 / g.h))};
      },
      Combined{})[0];
  FluidDiagnostics now;
  now.kinetic_energy = mass / 2 * totals.squares;
  now.momentum = mass * totals.sums;
  now.max_speed = totals.max_speed;
  now.max_divergence = totals.max_divergence;
  now.cfl = now.max_speed * time_step / grid.h;
  return now;
}

template FluidDiagnostics fluid_diagnostics(const Stream<ThisBackend>&, const Grid&, const FluidProperties&,
                                            real, FaceView<const real>, FaceView<const real>);

} // namespace ibsim
