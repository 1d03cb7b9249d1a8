#include "simulation/failure.hpp"

#include "base/text.hpp"
#include "simulation/object_name.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// What a fold has to do with the resistance to bending. Wrinkles of a membrane with the shear modulus E have
/// the length 2 pi sqrt(kappa/E) or more; four data sites make a wave.
std::string about_bending(const ObjectKind& kind) {
  if (kind.bending.modulus == 0)
    return "; it does not resist bending: membrane.bending_modulus would keep it from folding";
  const real wrinkle =
      2 * std::numbers::pi * std::sqrt(kind.bending.modulus / shear_modulus_at_rest(kind.law));
  const real spacing = std::sqrt(area_and_volume(kind.surface).area / kind.data_sites);
  if (wrinkle >= 4 * spacing) return "";
  return text(
      "; its bending_modulus keeps it smooth over 2 pi sqrt(kappa/E) = %.3g um, less than four of its "
      "data sites, which are %.3g um apart: take more data_sites or a larger modulus",
      wrinkle, spacing);
}

/// What a way through a wall has to do with contact.
std::string about_contact(const Scenario& scenario) {
  return scenario.has_contact() ? "; contact.pressure is too small for what presses it there"
                                : "; contact.pressure would keep it away";
}

/// And what with the form of the membrane.
std::string about_form(const Scenario& scenario) {
  if (scenario.membrane == MembraneForm::resolved)
    return "; the grid does not resolve what is thinner than the reach of its kernel: finer cells, or "
           "membrane.viscosity, keep it from being pressed together";
  return "; with coupling.membrane: paper forces have a part that the motion of the sites does not answer "
         "to, "
         "which folds membranes in dense or strong flow and in long runs; coupling.membrane: resolved has "
         "none";
}

} // namespace

std::string describe(const Failure& failure, const Scenario& scenario) {
  using What = Failure::What;
  if (failure.what == What::flow_too_fast)
    return text("the fluid's largest speed is %g um/us, more than a grid cell (%g um) a step", failure.value,
                scenario.grid.h);
  if (failure.what == What::no_step_is_safe)
    return text("flow or membrane allow only steps of %g us, less than a thousandth of the first",
                failure.value);
  const std::string object = object_name(scenario, failure.kind, failure.object);
  const int site = failure.site;
  switch (failure.what) {
  case What::force_not_finite:
    return object + text(", sample site %d: its elastic force is not a finite number", site);
  case What::surface_folded:
    return object +
           text(", sample site %d: the surface has folded, its normal turns over between "
                "neighbouring data sites",
                site) +
           about_bending(scenario.objects[failure.kind]) + about_form(scenario);
  case What::position_not_finite:
    return object + text(", data site %d: its position is not a finite number", site);
  case What::moved_more_than_a_cell:
    return object + text(", data site %d: it moved by more than a grid cell (%g um) in one step", site,
                         scenario.grid.h);
  case What::site_beyond_a_wall:
    return object + text(", data site %d: it has gone through a wall", site) + about_contact(scenario);
  case What::sample_beyond_a_wall:
    return object + text(", sample site %d: it has gone through a wall", site) + about_contact(scenario);
  default:
    return object + text(": its volume has become %g um^3, a change by more than %g %%", failure.value,
                         100 * most_volume_change);
  }
}

Diverged::Diverged(const Failure& f, const Scenario& scenario, real time)
    : NumericalError(text("the simulation diverged at step %llu (t = %g us): ",
                          static_cast<unsigned long long>(f.step), time) +
                     describe(f, scenario) + "; try a smaller time.step"),
      failure(f) {}

} // namespace ibsim
