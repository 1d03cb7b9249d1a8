#include "checks/advice.hpp"

#include "base/exponents.hpp"
#include "base/text.hpp"
#include "checks/adhesion_advice.hpp"
#include "checks/aggregation_advice.hpp"
#include "checks/contact_advice.hpp"
#include "checks/crowding.hpp"
#include "checks/resolution_advice.hpp"
#include "limits/precision.hpp"
#include "limits/relaxes_tension.hpp"
#include "limits/stability.hpp"
#include "limits/step_limits.hpp"
#include "model/placed_bodies.hpp"
#include "model/scenario.hpp"
#include "objects/dimensionless.hpp"
#include "objects/gravity.hpp"
#include "objects/rate_at_objects.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"
#include "surface/resolved_space.hpp"
#include "walls/wall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ibsim {
namespace {

void look_at_step(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  if (time.automatic) return;
  constexpr real near = 0.8;
  const StepLimits limits = step_limits(model);
  const real limit = limits.least();
  std::string of = "flow";
  if (limit < limits.flow)
    for (std::size_t k = model.objects.size(); k-- > 0;)
      if (limits.objects[k] == limit) of = "elasticity of \"" + model.objects[k].name + "\"";
  if (time.step > near * limit && time.step <= limit)
    findings.push_back({"time.step",
                        text("the step is %.0f %% of the limit of the %s, an estimate for small "
                             "deformations; a membrane that is "
                             "stretched is stiffer",
                             100 * time.step / limit, of.c_str()),
                        false});
}

void look_at_numbers(const FlowModel& model, std::vector<Finding>& findings) {
  constexpr real most_reynolds = 1, most_capillary = 100;
  const real suits = sample_spacing(model);
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    const std::string key = "objects." + std::to_string(k);
    const DimensionlessNumbers numbers = dimensionless_numbers(model, kind);
    if (numbers.reynolds > most_reynolds)
      findings.push_back({key,
                          text("the Reynolds number of \"%s\" is %.3g: inertia matters at its size, while "
                               "blood cells have far less than 1",
                               kind.name.c_str(), numbers.reynolds),
                          false});
    if (numbers.capillary > most_capillary && std::isfinite(numbers.capillary))
      findings.push_back({key,
                          text("the capillary number of \"%s\" is %.3g: the flow is far stronger than its "
                               "membrane, real cells burst "
                               "before; is the unit of shear_modulus or shear_rate right?",
                               kind.name.c_str(), numbers.capillary),
                          false});
    const int suitable = suitable_sites(closed.surface, model.grid.h, suits).sample;
    if (numbers.sample_spacing < suits / 2 && suitable < closed.sample_sites)
      findings.push_back({key + ".sample_sites",
                          text("sample sites are %.2g h apart; closer than %.2g h costs time and memory "
                               "without gain; %d suffice",
                               numbers.sample_spacing, suits, suitable),
                          false});
  }
}

/// A Maxwell element is viscous where it has the time to relax.
void look_at_viscosity(const FlowModel& model, std::vector<Finding>& findings) {
  constexpr real most = 0.1; // then its stress is within 1 % of a viscous one
  const real rate = rate_at_objects(model);
  for (std::size_t k = 0; k < model.objects.size(); ++k) {
    const Membrane* const membrane = membrane_of(model.objects[k]);
    if (!membrane) continue;
    const ViscosityProperties& v = membrane->viscosity;
    if (v.model != ViscosityModel::maxwell) continue;
    const real time = v.viscosity / v.modulus;
    if (rate * time > most * (1 + 1e-9)) // presets stand at it
      findings.push_back(
          {"objects." + std::to_string(k) + ".membrane.viscous_modulus",
           text("the viscosity of the membrane acts as a spring within %s us, %.2g of the time "
                "1/rate of the flow. Set viscous_modulus to at least %.2g dyn/cm, which also shortens the "
                "time "
                "step",
                rounded(time).c_str(), rate * time, v.viscosity * rate / most),
           false});
  }
}

/// The degree to which force and motion are resolved follows from the grid as far as the sites carry it.
void look_at_degree(const FlowModel& model, std::vector<Finding>& findings) {
  if (model.membrane != MembraneForm::resolved) return;
  constexpr real far_more = 2; // than what is needed, and than what is taken where nothing is said
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    const ResolvedDegree found = resolved_degree(kind, model);
    const std::string key = "objects." + std::to_string(k) + ".data_sites";
    if (found.degree < found.of_grid)
      findings.push_back({key,
                          text("the sites of \"%s\" resolve its motion to degree %d, the grid to degree %d; "
                               "%d data sites, and no fewer sample sites, suffice",
                               kind.name.c_str(), found.degree, found.of_grid, found.data_sites),
                          false});
    else if (closed.data_sites >
             far_more * std::max(found.data_sites, suitable_sites(closed.surface, model.grid.h).data))
      findings.push_back({key,
                          text("the grid resolves the motion of \"%s\" to degree %d, for which %d data sites "
                               "suffice; more cost time and memory without gain",
                               kind.name.c_str(), found.degree, found.data_sites),
                          false});
  }
}

void look_at_tension(const FlowModel& model, std::vector<Finding>& findings) {
  for (const ObjectKind& kind : model.objects)
    if (const std::string why = why_tension_is_explicit(kind, model); !why.empty())
      findings.push_back(
          {"time.tension",
           "relaxed leaves the tension of \"" + kind.name + "\" explicit, and its steps as they are: " + why,
           false});
}

/// Warns of forward Euler, by which the volume of an object that turns with the flow grows; measured: dV/V =
/// gamma k/6 per unit of gamma t. Warns of inertia over the length of the box, if the flow around objects
/// sets in more slowly than 1/gamma.
void look_at_accuracy(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  constexpr real most_growth = 0.05, most_reynolds = 10;
  const real rate = flow_rate(model);
  const real growth = rate * time.step / 6 * rate * time.end;
  if (!model.objects.empty() && !model.is_bdf2() && model.motion == SiteMotion::forward_euler &&
      !model.keep_volume && growth > most_growth)
    findings.push_back(
        {"time.step",
         text("with coupling.motion: forward-euler the volume of an object that turns with the flow grows by "
              "about %.2g %% in this run (gamma k = %.2g); midpoint keeps it",
              100 * growth, rate * time.step),
         false});
  const real reynolds = box_reynolds(model);
  if (reynolds > most_reynolds)
    findings.push_back({model.is_sheared() ? "flow.shear_rate" : "fluid.background_shear",
                        text("the Reynolds number of the box is %.3g: the flow around an object takes longer "
                             "than 1/shear_rate to reach the ends of the box, and inertia matters",
                             reynolds),
                        false});
}

/// Gravity acts on a difference of densities alone.
void look_at_gravity(const FlowModel& model, std::vector<Finding>& findings) {
  if (norm(model.gravity) > 0 && !(norm(weight_of_all(model)) > 0))
    findings.push_back(
        {"fluid.gravity",
         text("has no effect: no object has another density inside than the fluid, %.4g g/cm^3; "
              "red cells have objects.N.density: 1.1 g/cm^3",
              model.fluid.density),
         false});
}

/// Sites of a tube go ten times as far as its springs give way on average, each by where it lies in the grid
/// (docs/walls.md has what was measured).
void look_at_tubes(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  constexpr real most_cells = 0.01, long_strain = 200;
  for (const auto& [k, kind, tube] : kinds_of<Tube>(model.objects)) {
    if (kind.tethers.empty()) continue; // its sites do not move
    real stiffness = 0;
    for (const TetherProperties& tethers : kind.tethers) stiffness += tethers.stiffness;
    const real traction = model.drive.pressure_gradient.bound() * tube.radius / 2,
               strain = traction / model.fluid.viscosity * time.end,
               enough = traction / (most_cells * model.grid.h);
    if (stiffness >= enough || strain <= long_strain) continue;
    findings.push_back({"objects." + std::to_string(k) + ".tethers",
                        text("this run goes to a strain of %.3g at the wall of \"%s\". Beyond %g its sites "
                             "have moved so far against their soft springs that it gets narrower; %.2g "
                             "dyn/cm/um^2 hold them",
                             strain, kind.name.c_str(), long_strain, enough),
                        false});
  }
}

/// A step takes what drives the flow at its start, middle and end. @param name of the signal's key
void look_at_signal(const std::string& name, const Signal& signal, real step,
                    std::vector<Finding>& findings) {
  constexpr real few = 20; // a sine between steps is then off by 1 % of its amplitude: (2 pi/20)^2/8
  if (signal.amplitude != 0 && signal.period < few * step)
    findings.push_back(
        {name,
         text("a period of %s us is %.3g time steps, fewer than %g: the oscillation is not resolved",
              rounded(signal.period).c_str(), signal.period / step, few),
         false});
  for (std::size_t i = 1; i < signal.times.size(); ++i)
    if (const real apart = signal.times[i] - signal.times[i - 1]; apart < step / 2) {
      findings.push_back(
          {name,
           text(
               "rows of the table are %.3g us apart, less than half a time step of %.3g us: some are skipped",
               apart, step),
           false});
      return;
    }
}

void look_at_drive(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  const Drive& drive = model.drive;
  const std::pair<const char*, const Signal&> signals[] = {
      {"flow.lower_wall.x", drive.lower_x},
      {"flow.lower_wall.z", drive.lower_z},
      {"flow.upper_wall.x", drive.upper_x},
      {"flow.upper_wall.z", drive.upper_z},
      {model.has_background_shear() ? "fluid.background_shear" : "flow.shear_rate", drive.shear_rate},
      {"flow.pressure_gradient", drive.pressure_gradient},
      {"flow.flow_rate", drive.flow_rate}};
  for (const auto& [name, signal] : signals) look_at_signal(name, signal, time.step, findings);
}

/// The shear is periodic but for a jump where the box closes in y (fluid/background_shear.hpp).
void look_at_shear(const FlowModel& model, const std::vector<Body>& bodies, std::vector<Finding>& findings) {
  if (!model.has_background_shear()) return;
  for (const Body& body : bodies)
    if (body.low.y < 0 || body.high.y > model.grid.lengths().y) {
      findings.push_back(
          {body.key,
           body.name + " crosses y = 0, where the box closes and the background shear jumps; move it inside",
           false});
      return;
    }
}

void look_at_distances(const FlowModel& model, const std::vector<Body>& bodies,
                       std::vector<Finding>& findings) {
  const Real3 box = model.grid.lengths();
  // at rest the disturbance decays too fast to matter
  if (bodies.size() == 1 && flow_rate(model) > 0 && !wall_of(model)->is_within_box())
    for (int d = 0; d < 3; ++d) {
      if (d == 1 && model.has_walls()) continue;
      const Body& body = bodies[0];
      const real width = body.high[d] - body.low[d], gap = box[d] - width,
                 touching = support(model.kernel) * model.grid.h;
      if (gap >= touching && gap < width) { // nearer is an error or a warning of check_scenario
        findings.push_back({body.key,
                            text("the periodic images of %s in %c are %.3g um apart, less than its width of "
                                 "%.3g um: they feel each other's "
                                 "flow; for a single object in open fluid take a larger box",
                                 body.name.c_str(), "xyz"[d], gap, width),
                            false});
        break;
      }
    }
  look_at_gaps(model, bodies, findings);
}

void look_at_precision(const FlowModel& model, std::vector<Finding>& findings) {
  for (const ObjectKind& kind : model.objects)
    if (const std::string doubt = doubt_of_single(model, kind); !doubt.empty())
      findings.push_back({"device.precision", doubt, false});
  if (const std::string pairs = pairs_in_double(model); !pairs.empty())
    findings.push_back({"device.precision", pairs, false});
}

} // namespace

std::vector<Finding> advice(const Scenario& scenario) {
  std::vector<Finding> findings;
  look_at_step(scenario, scenario.time, findings);
  look_at_numbers(scenario, findings);
  look_at_viscosity(scenario, findings);
  look_at_degree(scenario, findings);
  look_at_tension(scenario, findings);
  look_at_resolution(scenario, scenario.time, findings);
  look_at_accuracy(scenario, scenario.time, findings);
  look_at_drive(scenario, scenario.time, findings);
  look_at_tubes(scenario, scenario.time, findings);
  look_at_gravity(scenario, findings);
  look_at_precision(scenario, findings);
  look_at_contact(scenario, findings);
  look_at_adhesion(scenario, findings);
  look_at_aggregation(scenario, findings);
  const std::vector<Body> bodies = placed_bodies(scenario);
  look_at_shear(scenario, bodies, findings);
  look_at_distances(scenario, bodies, findings);
  return findings;
}

} // namespace ibsim
