#include "diagnostics/shear_diagnostics.hpp"

#include "fluid/extra_stress.hpp"
#include "fluid/shear_strain.hpp"
#include "fluid/varying_viscosity.hpp"
#include "grid/difference_operators.hpp"
#include "grid/rows_beyond.hpp"
#include "parallel/reduce.hpp"
#include "simulation/flow_model.hpp"

namespace ibsim {
namespace {

/// Sum over the edges along x of (A_z v_y)(A_y v_z).
template <class B>
real sum_of_products(const Stream<B>& stream, const Grid& grid, FaceView<const real> v) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  return sum<real>(stream, static_cast<Index>(grid.cells()), [=] IBSIM_KERNEL(Index c) {
    const Neighbours at = neighbours(wide, c % g.n.x, c / g.n.x % g.n.y, c / g.n.x / g.n.y);
    const Index w = at.here;
    return (v.y[w + at.previous.z] + v.y[w]) * (v.z[w + at.previous.y] + v.z[w]) / 4;
  });
}

/// Sum over the edges along x of 4 h x (g + d_y v_z + d_z v_y), x the excess of a viscosity that varies.
template <class B>
real sum_of_extra_stress(const Stream<B>& stream, const Grid& grid, const real* x, real rate,
                         FaceView<const real> v) {
  const Grid g = grid, wide = with_rows_beyond(grid);
  return sum<real>(stream, static_cast<Index>(grid.cells()), [=] IBSIM_KERNEL(Index c) {
    const Neighbours at = neighbours(wide, c % g.n.x, c / g.n.x % g.n.y, c / g.n.x / g.n.y);
    const Index w = at.here, below = w + at.previous.y, behind = w + at.previous.z,
                both = below + at.previous.z;
    return detail::four_h_shear_stress<2, 1>(v, x, w, behind, below, both) +
           g.h * rate * detail::four_x(x, w, behind, below, both);
  });
}

template <class B>
real sum_of_moments(const Stream<B>& stream, real middle, VectorsView<const real> X,
                    VectorsView<const real> F) {
  return sum<real>(stream, X.n, [=] IBSIM_KERNEL(Index i) { return F.z[i] * (X.y[i] - middle); });
}

} // namespace

template <class B>
ShearDiagnostics shear_diagnostics(Simulation<B>& simulation) {
  const FlowModel& s = simulation.model();
  const Stream<B>& stream = simulation.stream();
  ImmersedBoundaryStep<B>& step = simulation.step();
  const Real3 box = s.grid.lengths();
  const real rate = s.drive.shear_rate.at(simulation.time());

  ShearDiagnostics now;
  now.strain = integral(s.drive.shear_rate, simulation.time());
  real moments = 0;
  if (step.structures() > 0) simulation.evaluate();
  for (std::size_t kind = 0; kind < step.structures(); ++kind)
    moments += sum_of_moments<B>(stream, box.y / 2, step.sample_positions(kind), step.sample_forces(kind));
  const FaceView<const real> v = step.fluctuation(stream, simulation.present());
  const auto cells = static_cast<real>(s.grid.cells());
  real viscous = s.fluid.viscosity * rate;
  if (const VaryingViscosity<B>* const varying = simulation.viscosity())
    viscous = varying->implicit() * rate +
              sum_of_extra_stress(stream, s.grid, varying->excess(), rate, v) / (4 * s.grid.h * cells);
  now.stress = viscous - s.fluid.density * sum_of_products(stream, s.grid, v) / cells -
               moments / (box.x * box.y * box.z);
  if (rate != 0) now.relative_viscosity = now.stress / (s.fluid.viscosity * rate);
  return now;
}

template ShearDiagnostics shear_diagnostics(Simulation<ThisBackend>&);

} // namespace ibsim
