#include "diagnostics/shear_diagnostics.hpp"

#include "diagnostics/shear_moments.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "fluid/plane_sums.hpp"
#include "fluid/varying_viscosity.hpp"
#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "walls/driven_flow.hpp"

namespace ibsim {
namespace {

const Measured<ShearSums> sums_of_shear = measured(
    "shear", Joined::plane_sums, Needs::derivatives, []<class B>(const PartOfState<B>& part, std::size_t) {
      const AnyConstFaces v = part.step.fluctuation(part.stream, part.state);
      const VaryingViscosity<B>* const varying =
          part.step.viscosity() ? part.step.present_viscosity(part.stream, part.state, *part.found) : nullptr;
      const real rate = part.model.drive.shear_rate.at(part.state.time);
      return with_faces(v, [&]<class T>(FaceView<T> faces) {
        const T* const excess = varying ? varying->template excess_in<T>() : nullptr;
        return shear_sums<B>(part.stream, part.slab, faces, excess, part.model.grid.h * rate);
      });
    });

/// Sum over the sample sites of an object of F_z (y - Ly/2), pg um^2/us^2.
const Measured<real> moments_of_objects = measured(
    "shear moments", Joined::objects, Needs::evaluation,
    []<class B>(const PartOfState<B>& part, std::size_t kind) {
      return shear_moments<B>(part.stream, std::as_const(part.step).structure(kind).surface().objects(),
                              static_cast<Index>(part.model.objects[kind].placements.size()),
                              part.model.grid.lengths().y / 2, part.step.sample_positions(kind),
                              part.step.sample_forces(kind));
    });

} // namespace

ShearDiagnostics shear_diagnostics(Simulation& simulation) {
  const FlowModel& s = simulation.model();
  const Real3 box = s.grid.lengths();
  const real rate = s.drive.shear_rate.at(simulation.time());

  ShearDiagnostics now;
  now.strain = strain_at(s, simulation.time());
  real moments = 0;
  for (std::size_t kind = 0; kind < s.objects.size(); ++kind)
    for (const real moment : simulation.values().measure(moments_of_objects, kind)) moments += moment;
  const ShearSums sums = simulation.values().measure(sums_of_shear)[0];
  const auto cells = static_cast<real>(s.grid.cells());
  real viscous = s.fluid.viscosity * rate;
  if (const ViscosityBounds bounds = viscosity_bounds(s); bounds.apart())
    viscous = implicit_viscosity(bounds, s.scheme) * rate + sums.extra / (4 * s.grid.h * cells);
  now.stress = viscous - s.fluid.density * sums.products / cells - moments / (box.x * box.y * box.z);
  if (rate != 0) now.relative_viscosity = now.stress / (s.fluid.viscosity * rate);
  return now;
}

} // namespace ibsim
