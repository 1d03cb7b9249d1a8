#include "simulation/advice.hpp"

#include "base/text.hpp"
#include "simulation/dimensionless.hpp"
#include "simulation/placed_bodies.hpp"
#include "simulation/stability.hpp"
#include "surface/resolved_space.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

void look_at_step(const Scenario& scenario, std::vector<Finding>& findings) {
  if (scenario.time.automatic) return;
  constexpr real near = 0.8;
  real limit = advective_step_limit(scenario);
  std::string of = "flow";
  for (const ObjectKind& kind : scenario.objects)
    if (const real elastic = elastic_step_limit(kind, scenario); elastic < limit)
      limit = elastic, of = "elasticity of \"" + kind.name + "\"";
  if (scenario.time.step > near * limit && scenario.time.step <= limit)
    findings.push_back({"time.step",
                        text("the step is %.0f %% of the limit of the %s, an estimate for small "
                             "deformations; a membrane that is "
                             "stretched is stiffer",
                             100 * scenario.time.step / limit, of.c_str()),
                        false});
}

void look_at_numbers(const Scenario& scenario, std::vector<Finding>& findings) {
  constexpr real most_reynolds = 1, most_capillary = 100, finest_spacing = 0.25;
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    const ObjectKind& kind = scenario.objects[k];
    if (kind.tube) continue;
    const std::string key = "objects." + std::to_string(k);
    const DimensionlessNumbers numbers = dimensionless_numbers(scenario, kind);
    if (numbers.reynolds > most_reynolds)
      findings.push_back({key,
                          text("the Reynolds number of \"%s\" is %.3g: inertia matters at its size, while "
                               "blood cells live far below 1",
                               kind.name.c_str(), numbers.reynolds),
                          false});
    if (numbers.capillary > most_capillary && std::isfinite(numbers.capillary))
      findings.push_back({key,
                          text("the capillary number of \"%s\" is %.3g: the flow is far stronger than its "
                               "membrane, real cells burst "
                               "before; is the unit of shear_modulus or shear_rate right?",
                               kind.name.c_str(), numbers.capillary),
                          false});
    const int suitable = suitable_sites(kind.surface, scenario.grid.h).sample;
    if (numbers.sample_spacing < finest_spacing && suitable < kind.sample_sites)
      findings.push_back({key + ".sample_sites",
                          text("sample sites are %.2g cells of the grid apart; closer than half a cell costs "
                               "time and memory and "
                               "gains nothing; %d would do",
                               numbers.sample_spacing, suitable),
                          false});
  }
}

/// A Maxwell element is viscous where it has the time to relax.
void look_at_viscosity(const Scenario& scenario, std::vector<Finding>& findings) {
  constexpr real most = 0.1; // then its stress is within 1 % of a viscous one
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    const ViscosityProperties& v = scenario.objects[k].viscosity;
    if (v.model != ViscosityModel::maxwell) continue;
    const real time = v.viscosity / v.modulus;
    if (flow_rate(scenario) * time > most)
      findings.push_back(
          {"objects." + std::to_string(k) + ".membrane.viscous_modulus",
           text("the viscosity of the membrane acts as a spring within %.3g us, %.2g of the time "
                "1/rate of the flow; set viscous_modulus to at least %.2g dyn/cm, which also shortens the "
                "time "
                "step",
                time, flow_rate(scenario) * time, v.viscosity * flow_rate(scenario) / most),
           false});
  }
}

/// The degree to which force and motion are resolved follows from the grid as far as the sites carry it.
void look_at_degree(const Scenario& scenario, std::vector<Finding>& findings) {
  if (scenario.membrane != MembraneForm::resolved) return;
  constexpr real far_more = 2; // than what is needed, and than what is taken where nothing is said
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    const ObjectKind& kind = scenario.objects[k];
    if (kind.tube) continue;
    const ResolvedDegree found = resolved_degree(kind.data_sites, kind.sample_sites,
                                                 area_and_volume(kind.surface).area, scenario.grid.h);
    const std::string key = "objects." + std::to_string(k) + ".data_sites";
    if (found.degree < found.of_grid)
      findings.push_back({key,
                          text("the sites of \"%s\" carry its motion to degree %d, the grid to %d: %d data "
                               "sites, and no fewer sample sites, would do",
                               kind.name.c_str(), found.degree, found.of_grid, found.data_sites),
                          false});
    else if (kind.data_sites >
             far_more * std::max(found.data_sites, suitable_sites(kind.surface, scenario.grid.h).data))
      findings.push_back({key,
                          text("the grid carries the motion of \"%s\" to degree %d, for which %d data sites "
                               "would do; more cost time and memory and gain nothing",
                               kind.name.c_str(), found.degree, found.data_sites),
                          false});
  }
}

/// What fades within the time of the flow is a part of its answer to it.
void look_at_smoothing(const Scenario& scenario, std::vector<Finding>& findings) {
  if (scenario.membrane == MembraneForm::paper && scenario.smoothing_time > 0 &&
      scenario.smoothing_time * flow_rate(scenario) < 1)
    findings.push_back(
        {"coupling.smoothing_time",
         text("surfaces are smoothed within %.2g of the time 1/rate of the flow, as fast as it "
              "shapes them; a few times 1/rate is enough",
              scenario.smoothing_time * flow_rate(scenario)),
         false});
}

/// What forward Euler does to the volume of an object that turns with the flow, as measured: dV/V = gamma k/6
/// per unit of gamma t; and inertia over the length of the box, where the flow around objects takes longer to
/// set in than a unit of 1/gamma.
void look_at_accuracy(const Scenario& scenario, std::vector<Finding>& findings) {
  constexpr real most_growth = 0.05, most_reynolds = 10;
  const real rate = flow_rate(scenario);
  const real growth = rate * scenario.time.step / 6 * rate * scenario.time.end;
  if (!scenario.objects.empty() && !scenario.is_bdf2() && scenario.motion == SiteMotion::forward_euler &&
      !scenario.keep_volume && growth > most_growth)
    findings.push_back(
        {"time.step",
         text("with sites moved by forward Euler the volume of an object that turns with the "
              "flow grows by about %.2g %% in this run (gamma k = %.2g); coupling.motion: midpoint "
              "does not let it grow",
              100 * growth, rate * scenario.time.step),
         false});
  const real reynolds = box_reynolds(scenario);
  if (reynolds > most_reynolds)
    findings.push_back({scenario.is_sheared() ? "flow.shear_rate" : "fluid.background_shear",
                        text("the Reynolds number of the box is %.3g: the flow around an object takes longer "
                             "than 1/shear_rate to reach the ends of the box, and inertia shows in it",
                             reynolds),
                        false});
}

void look_at_contact(const Scenario& scenario, std::vector<Finding>& findings) {
  if (!scenario.has_contact()) return;
  const real range = scenario.contact.range, h = scenario.grid.h;
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    const ObjectKind& kind = scenario.objects[k];
    if (kind.tube) continue;
    const real spacing = dimensionless_numbers(scenario, kind).sample_spacing * h;
    if (3 * spacing > range)
      findings.push_back({"objects." + std::to_string(k) + ".sample_sites",
                          text("sample sites of \"%s\" are %.3g um apart, more than a third of contact.range "
                               "(%.3g um): those of two surfaces may pass between each other",
                               kind.name.c_str(), spacing, range),
                          false});
  }
  if (range < 1.5 * h)
    findings.push_back({"contact.range",
                        text("contact begins at %.3g um, less than one and a half cells: surfaces that near "
                             "move together with the fluid between them",
                             range),
                        false});
}

/// A step takes what drives the flow at its start, middle and end. @param name of the signal's key
void look_at_signal(const Scenario& scenario, const std::string& name, const Signal& signal,
                    std::vector<Finding>& findings) {
  constexpr real few = 20; // a sine between steps is then off by 1 % of its amplitude: (2 pi/20)^2/8
  const real step = scenario.time.step;
  if (signal.amplitude != 0 && signal.period < few * step)
    findings.push_back(
        {name,
         text("a period of %.3g us is %.3g time steps, fewer than %g: what swings is not resolved",
              signal.period, signal.period / step, few),
         false});
  for (std::size_t i = 1; i < signal.times.size(); ++i)
    if (const real apart = signal.times[i] - signal.times[i - 1]; apart < step / 2) {
      findings.push_back({name,
                          text("rows of the table are %.3g us apart, less than half a time step of %.3g us: "
                               "some are passed over",
                               apart, step),
                          false});
      return;
    }
}

void look_at_drive(const Scenario& scenario, std::vector<Finding>& findings) {
  const FlowSetUp& flow = scenario.flow;
  look_at_signal(scenario, "flow.lower_wall.x", flow.lower_x, findings);
  look_at_signal(scenario, "flow.lower_wall.z", flow.lower_z, findings);
  look_at_signal(scenario, "flow.upper_wall.x", flow.upper_x, findings);
  look_at_signal(scenario, "flow.upper_wall.z", flow.upper_z, findings);
  look_at_signal(scenario, "flow.shear_rate", flow.shear_rate, findings);
  look_at_signal(scenario, "flow.pressure_gradient", flow.pressure_gradient, findings);
  look_at_signal(scenario, "flow.flow_rate", flow.flow_rate, findings);
}

/// The shear is periodic but for a jump where the box closes in y (fluid/background_shear.hpp).
void look_at_shear(const Scenario& scenario, const std::vector<Body>& bodies,
                   std::vector<Finding>& findings) {
  if (scenario.shear_rate == 0) return;
  for (const Body& body : bodies)
    if (body.low.y < 0 || body.high.y > scenario.grid.lengths().y) {
      findings.push_back(
          {body.key,
           body.name + " crosses y = 0, where the box closes and the background shear jumps; move it inside",
           false});
      return;
    }
}

void look_at_distances(const Scenario& scenario, const std::vector<Body>& bodies,
                       std::vector<Finding>& findings) {
  const Real3 box = scenario.grid.lengths();
  // at rest the disturbance decays too fast to matter
  if (bodies.size() == 1 && flow_rate(scenario) > 0 && !scenario.has_tubes())
    for (int d = 0; d < 3; ++d) {
      if (d == 1 && scenario.has_walls()) continue;
      const Body& body = bodies[0];
      const real width = body.high[d] - body.low[d], gap = box[d] - width,
                 touching = support(scenario.kernel) * scenario.grid.h;
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
  const real two_cells = 2 * scenario.grid.h;
  const Real3 periods = periods_of(scenario);
  const auto close = [&](const Body& a, const Body& b) { return closer_than(a, b, periods, two_cells); };
  if (const auto pair = first_pair(bodies, periods, two_cells, close))
    findings.push_back({bodies[pair->second].key,
                        text("%s is less than two cells (%.3g um) from %s: the grid cannot tell their "
                             "surfaces apart there%s",
                             bodies[pair->second].name.c_str(), two_cells, bodies[pair->first].name.c_str(),
                             scenario.has_contact() ? "" : ", and no contact.pressure keeps them apart"),
                        false});
}

} // namespace

std::vector<Finding> advice(const Scenario& scenario) {
  std::vector<Finding> findings;
  look_at_step(scenario, findings);
  look_at_numbers(scenario, findings);
  look_at_viscosity(scenario, findings);
  look_at_degree(scenario, findings);
  look_at_smoothing(scenario, findings);
  look_at_accuracy(scenario, findings);
  look_at_drive(scenario, findings);
  look_at_contact(scenario, findings);
  const std::vector<Body> bodies = placed_bodies(scenario);
  look_at_shear(scenario, bodies, findings);
  look_at_distances(scenario, bodies, findings);
  return findings;
}

} // namespace ibsim
