#include "diagnostics/fluid_diagnostics.hpp"

#include "grid/difference_operators.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {

template <class B>
FluidDiagnostics fluid_diagnostics(const Queue<B>& queue, const Grid& grid, const FluidProperties& fluid, real time_step,
                                   FaceView<const real> u) {
  const Grid g = grid;
  const Index cells = grid.cells();
  const real mass = fluid.density * grid.cell_volume();
  FluidDiagnostics now;
  now.kinetic_energy = mass / 2 * sum(queue, cells, [=] IBSIM_KERNEL(Index c) {
    return u.x[c] * u.x[c] + u.y[c] * u.y[c] + u.z[c] * u.z[c];
  });
  for (int d = 0; d < 3; ++d) {
    const real* const component = u[d];
    now.momentum[d] = mass * sum(queue, cells, [=] IBSIM_KERNEL(Index c) { return component[c]; });
    now.max_speed = detail::Larger{}(now.max_speed, max_of(queue, cells, [=] IBSIM_KERNEL(Index c) { return std::abs(component[c]); }));
  }
  now.max_divergence = max_of(queue, cells, [=] IBSIM_KERNEL(Index c) {
    const Neighbours at = neighbours(g, c % g.n.x, c / g.n.x % g.n.y, c / g.n.x / g.n.y);
    return std::abs(divergence_at_cell(u, at, 1 / g.h));
  });
  now.cfl = now.max_speed * time_step / grid.h;
  return now;
}

template FluidDiagnostics fluid_diagnostics(const Queue<ThisBackend>&, const Grid&, const FluidProperties&, real, FaceView<const real>);

} // namespace ibsim
