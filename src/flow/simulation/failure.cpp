#include "simulation/failure.hpp"

#include "base/text.hpp"
#include "mechanics/laws.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/object_name.hpp"
#include "simulation/stability.hpp"
#include "simulation/structure_properties.hpp"
#include "simulation/time_settings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr const char* anywhere = "more data_sites, a finer grid or less force";

/// What a fold has to do with the resistance to bending. Wrinkles of a membrane with the shear modulus E have
/// the length 2 pi sqrt(kappa/E) or more; four data sites make a wave.
std::string about_bending(const ObjectKind& kind) {
  const Membrane* const membrane = membrane_of(kind);
  if (!membrane) return "";
  if (membrane->bending.modulus == 0)
    return "the membrane does not resist bending: membrane.bending_modulus would keep it from folding";
  const real wrinkle =
      2 * std::numbers::pi * std::sqrt(membrane->bending.modulus / shear_modulus_at_rest(membrane->law));
  const real spacing = std::sqrt(area_at_rest(kind) / kind.sites().data);
  if (wrinkle >= 4 * spacing) return "";
  return text("the membrane's bending_modulus keeps it smooth over 2 pi sqrt(kappa/E) = %.3g um, less than "
              "four of its data sites, which are %.3g um apart: take more data_sites or a larger modulus",
              wrinkle, spacing);
}

/// Of a resolved membrane: what kept cells whole in runs that folded without it (docs/membranes.md). A resume
/// refuses both, since they change what is simulated.
std::string remedy_of_resolved_fold(const FlowModel& model, const ObjectKind& kind) {
  const std::string finer = text(
      "cells of %.3g um, with data_sites and sample_sites left out so that they follow", model.grid.h / 1.5);
  const Membrane* const membrane = membrane_of(kind);
  return "a part of it was pressed thinner than the grid resolves; in a new run " +
         (membrane && membrane->viscosity.viscosity == 0
              ? "membrane.viscosity: 3e-7 N s/m, a red cell's, keeps it from that, or " + finer
              : finer + ", may hold it");
}

std::string remedy_of_fold(const FlowModel& model, const ObjectKind& kind) {
  if (model.membrane == MembraneForm::resolved) return remedy_of_resolved_fold(model, kind);
  const std::string bending = about_bending(kind);
  return (bending.empty() ? "" : bending + "; ") +
         "with coupling.membrane: paper forces have a part that the motion of the sites does not answer to, "
         "which "
         "folds membranes in dense or strong flow and in long runs; coupling.membrane: resolved has none";
}

std::string remedy_at_the_start(const ClosedSurface& closed) {
  return std::string(
             "the shape at the start is more than the sites can hold: give it more data_sites or less "
             "stretch") +
         (closed.stress_free.is_initial() ? "" : ", or a stress_free shape that is nearer to it");
}
std::string remedy_at_the_start(const Tracer&) { return "give it another place"; }
std::string remedy_at_the_start(const Sheet&) {
  return "its springs and the flow do not agree: give it another tethers.stiffness or a slower flow";
}
std::string remedy_at_the_start(const Tube&) {
  return "its springs and the flow do not agree: give it another tethers.stiffness or less "
         "flow.pressure_gradient";
}

/// Of the state at the start, us, as far as the scenario tells.
real largest_safe_step(const FlowModel& model) {
  real limit = advective_step_limit(model);
  for (const ObjectKind& kind : model.objects) limit = std::min(limit, elastic_step_limit(kind, model));
  return limit;
}

} // namespace

std::string remedy_of_compression(const FlowModel& model, const ObjectKind& kind) {
  if (model.membrane == MembraneForm::paper)
    return "coupling.membrane: resolved keeps force and motion in the same space";
  return remedy_of_resolved_fold(model, kind);
}

std::string describe(const Failure& failure, const FlowModel& model) {
  using What = Failure::What;
  if (failure.what == What::flow_too_fast)
    return text("the fluid's largest speed is %g um/us, more than a grid cell (%g um) a step", failure.value,
                model.grid.h);
  if (failure.what == What::no_step_is_safe)
    return text("flow or membrane allow only steps of %g us, less than a thousandth of the first",
                failure.value);
  const std::string object = object_name(model, failure.kind, failure.object);
  const int site = failure.site;
  switch (failure.what) {
  case What::force_not_finite:
    return object + text(", sample site %d: its elastic force is not a finite number", site);
  case What::surface_folded:
    return object + text(", sample site %d: the surface has folded, its normal turns over between "
                         "neighbouring data sites",
                         site);
  case What::position_not_finite:
    return object + text(", data site %d: its position is not a finite number", site);
  case What::moved_more_than_a_cell:
    return object +
           text(", data site %d: it moved by more than a grid cell (%g um) in one step", site, model.grid.h);
  case What::site_beyond_a_wall:
    return object + text(", data site %d: it has gone through a wall", site);
  case What::sample_beyond_a_wall:
    return object + text(", sample site %d: it has gone through a wall", site);
  default:
    return object + text(": its volume has become %g um^3, a change by more than %g %%", failure.value,
                         100 * most_volume_change);
  }
}

std::string remedy(const Failure& failure, const FlowModel& model, const TimeSettings& time, real step,
                   real limit) {
  using What = Failure::What;
  if (is_at_the_start(failure))
    return std::visit([](const auto& structure) { return remedy_at_the_start(structure); },
                      model.objects[failure.kind].structure);
  if (steps_are_too_large(step, limit))
    return time.automatic ? "try a smaller time.safety" : "try a smaller time.step";
  switch (failure.what) {
  case What::site_beyond_a_wall:
  case What::sample_beyond_a_wall:
    return model.has_contact()
               ? "contact.pressure is too small for what presses it there; a larger one, or a finer grid"
               : "contact.pressure would keep it away, or a finer grid";
  case What::surface_folded:
    return remedy_of_fold(model, model.objects[failure.kind]);
  case What::volume_changed: {
    const ObjectKind& kind = model.objects[failure.kind];
    const real spacing = std::sqrt(area_at_rest(kind) / kind.sites().sample);
    if (spacing > model.grid.h)
      return text(
          "fluid leaks between its sample sites, which are %.2g cells apart: give it more sample_sites",
          spacing / model.grid.h);
    break;
  }
  default:
    break;
  }
  return std::string("its steps were within the limits of flow and membranes; it may take ") + anywhere;
}

bool is_at_the_start(const Failure& failure) {
  using What = Failure::What;
  return failure.step == 0 ? failure.what != What::flow_too_fast
                           : failure.step == 1 && (failure.what == What::surface_folded ||
                                                   failure.what == What::force_not_finite);
}

bool steps_are_too_large(real step, real limit) { return step > limit * (1 + 1e-9); }

Diverged::Diverged(const Failure& f, const FlowModel& model, const TimeSettings& settings, real time)
    : NumericalError(
          text("the simulation diverged at step %llu (t = %g us): ", static_cast<unsigned long long>(f.step),
               time) +
          describe(f, model) + "; " + remedy(f, model, settings, settings.step, largest_safe_step(model))),
      failure(f) {}

} // namespace ibsim
