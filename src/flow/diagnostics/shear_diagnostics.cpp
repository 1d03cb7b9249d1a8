#include "diagnostics/shear_diagnostics.hpp"

#include "fluid/implicit_viscosity.hpp"
#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "parallel/with_cuda.hpp"
#include "walls/driven_flow.hpp"

namespace ibsim {

template <class B>
ShearDiagnostics shear_diagnostics(Simulation<B>& simulation) {
  const FlowModel& s = simulation.model();
  const Real3 box = s.grid.lengths();
  const real rate = s.drive.shear_rate.at(simulation.time());

  ShearDiagnostics now;
  now.strain = strain_at(s, simulation.time());
  real moments = 0;
  for (std::size_t kind = 0; kind < s.objects.size(); ++kind)
    for (const real moment : simulation.values().object_sums(ObjectSums::shear_moments, kind))
      moments += moment;
  const std::vector<real> sums = simulation.values().plane_sums(PlaneSums::shear); // as ShearSums has them
  const auto cells = static_cast<real>(s.grid.cells());
  real viscous = s.fluid.viscosity * rate;
  if (const ViscosityBounds bounds = viscosity_bounds(s); bounds.apart())
    viscous = implicit_viscosity(bounds, s.scheme) * rate + sums[1] / (4 * s.grid.h * cells);
  now.stress = viscous - s.fluid.density * sums[0] / cells - moments / (box.x * box.y * box.z);
  if (rate != 0) now.relative_viscosity = now.stress / (s.fluid.viscosity * rate);
  return now;
}

template ShearDiagnostics shear_diagnostics(Simulation<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template ShearDiagnostics shear_diagnostics(Simulation<Cuda>&);
#endif

} // namespace ibsim
