#include "state/failure.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "grid/cell_sides.hpp"
#include "limits/step_limits.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "model/object_name.hpp"
#include "model/time_settings.hpp"
#include "objects/area_strength.hpp"
#include "objects/contact_strength.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// The key and the least value of it; another law where the membrane has no area modulus of its own, such as
/// a neo-Hookean one.
std::string with_area_modulus(const Membrane& membrane, real least) {
  const bool has_one = std::isfinite(area_modulus_of(membrane.law));
  return text(has_one ? "membrane.area_modulus: %.2g dyn/cm"
                      : "membrane.law: skalak with an area_modulus of %.2g dyn/cm",
              least);
}

/// What keeps a platelet in shape among cells that press it; 0 where its shear modulus has as much, and of
/// what is no ellipsoid: red cells give way by nature.
real shear_modulus_against_contact(const FlowModel& model, const ObjectKind& kind) {
  const ClosedSurface* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed || closed->surface.shape != ReferenceShape::ellipsoid) return 0;
  // as presets of platelets have it
  const real least = area_modulus_over_squeeze * contact_tension(model) / 3;
  return shear_modulus_at_rest(closed->law) < 0.95 * least ? least : 0;
}

/// Two thirds of the cells of a run, or what is next below and divides its box.
std::string finer_cells(const FlowModel& model) {
  return text_of_cell_up_to(model.grid.lengths(), model.grid.h / 1.5);
}

/// What kept membranes whole in runs that folded without it (docs/notes/remedies.md). A resume refuses all of
/// it, since it changes what is simulated.
std::string remedy_of_resolved_fold(const FlowModel& model, const ObjectKind& kind) {
  std::string keys;
  const auto add = [&keys](const std::string& key, const char* with) {
    keys += (keys.empty() ? "" : with) + key;
  };
  const Membrane* const membrane = membrane_of(kind);
  if (const real G = shear_modulus_against_contact(model, kind); G > 0)
    add(text("membrane.shear_modulus: %.2g dyn/cm, against what contact presses,", G), "");
  else if (membrane && membrane->viscosity.viscosity == 0)
    add("membrane.viscosity: 3e-7 N s/m, a red cell's,", "");
  const real K = membrane ? area_modulus_of(membrane->law) : 0, least = area_modulus_for_flow(model, kind);
  constexpr real of_two_digits = 0.95; // presets have three of them
  if (membrane && least > 0 && (K < of_two_digits * least || !std::isfinite(K)))
    add(with_area_modulus(*membrane, least), " and ");
  const bool is_pulled = !kind.pulls.empty() || !kind.tweezers.empty();
  if (is_pulled) add("less force, or force on a wider patch,", " or ");
  if (!keys.empty()) return "in a new run " + keys + " should keep it from that";
  return text(
      "in a new run domain.cell of %s, with data_sites and sample_sites left out so that they follow, "
      "may hold it",
      finer_cells(model).c_str());
}

std::string remedy_of_fold(const FlowModel& model, const ObjectKind& kind) {
  return (model.membrane == MembraneForm::paper
              ? "coupling.membrane: resolved bears more than the paper's form; "
              : "") +
         remedy_of_resolved_fold(model, kind);
}

constexpr const char* weak_springs =
    "its springs do not hold it against the flow: leave tethers.stiffness out, give it a larger one, or a "
    "slower flow";

std::string remedy_at_the_start(const ClosedSurface& closed, real h) {
  const bool few = closed.data_sites < suitable_sites(closed.surface, h).data;
  return std::string("the shape at the start is more than its sites can hold: give it less stretch") +
         (few ? ", or leave data_sites and sample_sites out, so that they follow the grid" : "") +
         (closed.stress_free.is_initial() ? "" : ", or a stress_free shape that is nearer to it");
}
std::string remedy_at_the_start(const Tracer&, real) { return "give it another place"; }
std::string remedy_at_the_start(const Sheet&, real) { return weak_springs; }
std::string remedy_at_the_start(const Tube&, real) { return weak_springs; }

} // namespace

std::string remedy_of_compression(const FlowModel& model, const ObjectKind& kind, real time) {
  return time > 0 ? remedy_of_fold(model, kind) : remedy_at_the_start(model, kind);
}

std::string remedy_at_the_start(const FlowModel& model, const ObjectKind& kind) {
  return std::visit([h = model.grid.h](const auto& structure) { return remedy_at_the_start(structure, h); },
                    kind.structure);
}

std::string describe(const Failure& failure, const FlowModel& model) {
  using What = Failure::What;
  if (failure.what == What::flow_too_fast)
    return text("the fluid's largest speed is %.4g um/us, more than a grid spacing (%.4g um) a step",
                failure.value, model.grid.h);
  if (failure.what == What::no_step_is_safe)
    return text("flow or membrane allow only steps of %.3g us, less than a thousandth of the first",
                failure.value);
  const std::string object = failure.id >= 0 ? name_by_id(model, failure.kind, failure.id)
                                             : object_name(model, failure.kind, failure.object);
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
    return object + text(", data site %d: it moved by more than a grid spacing (%.4g um) in one step", site,
                         model.grid.h);
  case What::site_beyond_a_wall:
    return object + text(", data site %d: it has gone through a wall", site);
  case What::sample_beyond_a_wall:
    return object + text(", sample site %d: it has gone through a wall", site);
  default:
    return object + text(": its volume has become %.4g um^3, a change by more than %g %%", failure.value,
                         100 * most_volume_change);
  }
}

std::string remedy(const Failure& failure, const FlowModel& model, const TimeSettings& time, real step,
                   real limit) {
  using What = Failure::What;
  if (is_at_the_start(failure)) return remedy_at_the_start(model, model.objects[failure.kind]);
  if (steps_are_too_large(step, limit))
    return time.automatic ? "try a smaller time.safety" : "try a smaller time.step";
  const auto of_object = [&]() -> const ObjectKind& { return model.objects[failure.kind]; };
  switch (failure.what) {
  case What::site_beyond_a_wall:
  case What::sample_beyond_a_wall:
    if (!meets_others(of_object())) break;
    return model.has_contact()
               ? text("contact of %s Pa is too weak for what presses it there: in a new run a larger "
                      "contact.pressure",
                      rounded(1e3 * model.contact.pressure).c_str())
               : "in a new run contact: {pressure: auto} keeps it away";
  case What::surface_folded:
    return remedy_of_fold(model, of_object());
  case What::volume_changed: {
    const real spacing = std::sqrt(area_at_rest(of_object()) / of_object().sites().sample);
    if (spacing > model.grid.h)
      return text("fluid leaks between its sample sites, which are %.2g h apart: in a new run leave "
                  "sample_sites out, so that they follow the grid",
                  spacing / model.grid.h);
    break;
  }
  case What::moved_more_than_a_cell:
    if (!has_inside(of_object()) && !of_object().tethers.empty()) return weak_springs;
    break;
  default:
    break;
  }
  return text(
      "its steps were within the limits of flow and membranes: in a new run domain.cell of %s, half the "
      "step, or less force",
      finer_cells(model).c_str());
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
          describe(f, model) + "; " + remedy(f, model, settings, settings.step, step_limits(model).least())),
      failure(f) {}

} // namespace ibsim
