#include "checks/check_scenario.hpp"

#include "base/exponents.hpp"
#include "base/units.hpp"
#include "checks/check_stations.hpp"
#include "checks/check_traffic.hpp"
#include "checks/check_vessel.hpp"
#include "grid/rows_beyond.hpp"
#include "limits/stability.hpp"
#include "limits/step_limits.hpp"
#include "limits/time_plan.hpp"
#include "model/object_name.hpp"
#include "model/placed_bodies.hpp"
#include "model/scenario.hpp"
#include "objects/bond_objects.hpp"
#include "objects/bond_walls.hpp"
#include "objects/most_sites.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"
#include "program/progress.hpp"
#include "surface/resolved_space.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

std::string um(real length) { return about_quantity(std::round(length * 1e4) / 1e4, dimension::length); }

/// The part of a limit that automatic steps take: near it a membrane that is stretched, and so stiffer than
/// the estimate, runs away. Rounded down to three digits.
std::string safe_step(real limit) {
  const real step = TimeSettings{}.safety * limit;
  const real unit = std::pow(10.0, std::floor(std::log10(step)) - 2);
  return rounded(std::floor(step / unit) * unit) + " us";
}

/// Checks a body between walls in y. @param near where it is nearer than its kernel reaches
void check_walls(const FlowModel& model, const Body& body, std::vector<Finding>& findings,
                 std::vector<Finding>& near) {
  const real height = model.grid.lengths().y, reach = support(model.kernel) * model.grid.h / 2,
             below = body.low.y, above = height - body.high.y;
  const std::string wall = below < above ? "the wall at y = 0" : "the wall at y = " + um(height);
  const real gap = std::min(below, above);
  if (gap < 0)
    findings.push_back({body.key, body.name + " crosses " + wall + ": it extends from y = " + um(body.low.y) +
                                      " to " + um(body.high.y)});
  else if (gap < reach)
    near.push_back({body.key,
                    body.name + " is " + um(gap) + " from " + wall + ", nearer than its kernel reaches (" +
                        um(reach) + "): the grid does not resolve the film between them" +
                        (model.has_contact() ? "" : ", and no contact.pressure keeps them apart"),
                    false});
}

void check_places(const FlowModel& model, std::vector<Finding>& findings) {
  const Real3 box = model.grid.lengths();
  const std::vector<Body> bodies = placed_bodies(model);
  const Real3 periods = periods_of(model);
  const real support_width = support(model.kernel) * model.grid.h;
  std::vector<Finding> near_walls, near_images;
  for (const Body& body : bodies)
    for (int d = 0; d < 3; ++d) {
      if (d == 1 && model.has_walls()) {
        check_walls(model, body, findings, near_walls);
        continue;
      }
      const real width = body.high[d] - body.low[d];
      const std::string axis(1, "xyz"[d]);
      const real centre = body.placement->centre[d];
      if (centre < 0 || centre > box[d])
        findings.push_back({body.key, "the centre of " + body.name + " is outside the box: " + axis + " = " +
                                          um(centre) + ", the box extends from 0 to " + um(box[d])});
      if (width >= box[d])
        findings.push_back({body.key, body.name + " does not fit into the box: it is " + um(width) +
                                          " wide in " + axis + ", the box " + um(box[d])});
      else if (width + support_width > box[d])
        near_images.push_back({body.key,
                               body.name + " nearly fills the box in " + axis +
                                   " and feels its own periodic image: it is " + um(width) +
                                   " wide, the box " + um(box[d]),
                               false});
    }
  add_one_of(near_walls, findings), add_one_of(near_images, findings);
  if (!findings.empty() &&
      std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.is_error; }))
    return;
  if (const auto pair = first_close_pair(bodies, periods, 0))
    findings.push_back({bodies[pair->second].key,
                        bodies[pair->second].name + " overlaps " + bodies[pair->first].name +
                            (model.has_walls() ? " (the box is periodic in x and z); move them apart"
                                               : " (the box is periodic); move them apart")});
}

/// Tracers lie in the box, and between its walls.
void check_tracers(const FlowModel& model, std::vector<Finding>& findings) {
  const Real3 box = model.grid.lengths();
  std::vector<Finding> outside;
  for (const auto& [k, kind, tracer] : kinds_of<Tracer>(model.objects))
    for (std::size_t o = 0; o < kind.placements.size(); ++o)
      for (int d = 0; d < 3; ++d)
        if (const real x = kind.placements[o].centre[d]; !(x >= 0) || !(x <= box[d]))
          outside.push_back({"objects." + std::to_string(k) + ".placements." + std::to_string(o),
                             object_name(model, k, o) + " is outside the box: " + std::string(1, "xyz"[d]) +
                                 " = " + um(x) + ", the box extends from 0 to " + um(box[d])});
  add_one_of(outside, findings);
}

void check_sites(const FlowModel& model, std::vector<Finding>& findings) {
  for (const auto& [k, kind, object] : kinds_of<ClosedSurface>(model.objects)) {
    if (model.membrane == MembraneForm::resolved &&
        std::min(object.data_sites, object.sample_sites) < least_sites_to_resolve)
      findings.push_back({"objects." + std::to_string(k) + ".data_sites",
                          "coupling.membrane: resolved needs at least " +
                              std::to_string(least_sites_to_resolve) +
                              " data sites and as many sample sites of each object"});
    const std::string key = "objects." + std::to_string(k) + ".sample_sites";
    const double area = area_and_volume(object.surface).area;
    const double spacing = std::sqrt(area / object.sample_sites);
    if (object.sample_sites < object.data_sites)
      findings.push_back({key,
                          std::to_string(object.sample_sites) + " sample sites are fewer than " +
                              std::to_string(object.data_sites) + " data sites: forces are then not balanced",
                          false});
    const int suitable = suitable_sites(object.surface, model.grid.h, sample_spacing(model)).sample;
    if (spacing > 1.1 * model.grid.h)
      findings.push_back(
          {key,
           "sample sites are about " + um(spacing) + " apart, more than the grid spacing of " +
               um(model.grid.h) + ": fluid leaks between them" +
               (suitable > object.sample_sites ? "; " + std::to_string(suitable) + " would suit" : ""),
           false});
  }
  // What one rank can have is looked at when their number is known (require_distributable).
  constexpr double numbers = std::numeric_limits<Index>::max();
  if (const double all = sites_of_all(model); all > numbers)
    findings.push_back({"objects", "too many sites in all: " + shortest_decimals(all) + ", at most " +
                                       shortest_decimals(numbers)});
}

/// Why an output happens at other times than was said: of four digits, for people.
std::string why_otherwise(const TimeSettings& time, const OutputPlan& output, real every, real happens) {
  const real length = interval_length(time, output);
  const auto shown = [](real value) { return time_text(value); };
  std::string message = shown(every) + " becomes " + shown(happens) +
                        ": with time.step: auto all output comes after whole intervals of " + shown(length) +
                        ", ";
  real shortest = time.end;
  for (const auto& [wanted, each] : {std::pair{true, output.series_every},
                                     {output.cells, output.cells_every},
                                     {output.fluid, output.fluid_every},
                                     {output.checkpoints, output.checkpoint_every}})
    if (wanted && each > 0) shortest = std::min(shortest, each);
  if (std::abs(length / shortest - 1) <= 1e-6)
    return message + "the shortest interval given; a multiple of it stays as it is";
  return message + "which divide the end, " + shown(time.end) +
         "; with time.end: " + shown(std::ceil(time.end / shortest) * shortest) + " they are " +
         shown(shortest);
}

/// Output is due at the ends of equal intervals; with fixed steps, of steps.
void check_cadence(const TimeSettings& time, const OutputPlan& output, std::vector<Finding>& findings) {
  const real length = interval_length(time, output);
  const struct {
    const char* key;
    bool wanted;
    real every;
  } all[] = {{"output.series_every", true, output.series_every},
             {"output.cells_every", output.cells, output.cells_every},
             {"output.fluid_every", output.fluid, output.fluid_every},
             {"output.checkpoint_every", output.checkpoints, output.checkpoint_every}};
  for (const auto& [key, wanted, every] : all) {
    const real happens = interval_as_it_happens(time, output, every);
    // one shorter than a fixed step is spoken of where it is read
    if (!wanted || happens == every || (!time.automatic && every < length)) continue;
    findings.push_back({key,
                        time.automatic ? why_otherwise(time, output, every, happens)
                                       : std::string(key) + ": " + about_quantity(every, dimension::time) +
                                             " is not a whole number of steps of " +
                                             about_quantity(length, dimension::time) + "; it happens every " +
                                             about_quantity(happens, dimension::time),
                        false});
  }
}

/// Looks at intervals of output with automatic steps.
void check_intervals(const TimeSettings& time, const OutputPlan& output, std::vector<Finding>& findings) {
  const real length = interval_length(time, output);
  constexpr real most = 1e12;
  if (!(time.end / length <= most)) {
    findings.push_back({"output", "more than 1e12 intervals of output to the end"});
    return;
  }
  if (!(time.end / time.step <= most)) {
    findings.push_back(
        {"time", "more than 1e12 steps to the end: the limits or time.largest_step allow only " +
                     about_quantity(time.step, dimension::time)});
    return;
  }
  check_cadence(time, output, findings);
}

/// A fixed one.
void check_step(const FlowModel& model, const TimeSettings& time, std::vector<Finding>& findings) {
  const real step = time.step, end = time.end, h = model.grid.h;
  if (end < step)
    findings.push_back({"time.end", "the end, " + about_quantity(end, dimension::time) +
                                        ", is before the first step of " +
                                        about_quantity(step, dimension::time)});
  if (end / step > 1e12) findings.push_back({"time.step", "more than 1e12 steps to the end"});
  const real steps = std::round(end / step);
  if (steps >= 1 && std::abs(end / step - steps) > 1e-6)
    findings.push_back({"time.end",
                        "the end is not a whole number of steps; the run ends after " +
                            shortest_decimals(steps) + " steps, at " +
                            about_quantity(steps * step, dimension::time),
                        false});
  const bool insists = time.beyond_stability_limit;
  const auto refuse = [&](const std::string& limit_name, real limit) {
    if (!(step > limit)) return;
    findings.push_back({"time.step",
                        "a time step of " + about_quantity(step, dimension::time) + " is beyond the " +
                            limit_name + "; the largest safe step is about " + safe_step(limit) +
                            (insists ? ""
                                     : "; time.step: auto keeps to it (time.beyond_stability_limit: true "
                                       "allows the longer step)"),
                        !insists});
  };
  const StepLimits limits = step_limits(model);
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    refuse("elastic stability limit of \"" + model.objects[k].name +
               (model.has_contact() ? "\", with contact, on a grid with h = " : "\" on a grid with h = ") +
               um(h),
           limits.objects[k]);
  refuse("advective stability limit, h/2 a step at " +
             about_quantity(initial_speed(model), dimension::velocity),
         limits.flow);
}

void check_grid(const FlowModel& model, std::vector<Finding>& findings) {
  const int least = support(model.kernel);
  const Int3 n = model.grid.n;
  if (model.has_walls() && n.y < 3)
    findings.push_back({"domain.cell", "between walls in y there must be at least 3 grid points, there are " +
                                           std::to_string(n.y)});
  if (model.is_sheared() && n.y < rows_beyond)
    findings.push_back({"domain.cell", "with flow.ends_in_y: lees-edwards there must be at least " +
                                           std::to_string(rows_beyond) + " grid points in y, there are " +
                                           std::to_string(n.y)});
  for (int d = 0; d < 3; ++d)
    if (n[d] < least)
      findings.push_back({"domain.cell", "the grid has only " + std::to_string(n[d]) + " points in " +
                                             std::string(1, "xyz"[d]) + "; the kernel " +
                                             to_string(model.kernel) + " needs at least " +
                                             std::to_string(least)});
  if (model.initial_flow == InitialFlow::taylor_green && (n.x != n.y || n.y != n.z))
    findings.push_back({"domain.size", "the Taylor-Green flow needs a cube, not " +
                                           um(model.grid.lengths().x) + " x " + um(model.grid.lengths().y) +
                                           " x " + um(model.grid.lengths().z)});
  if (static_cast<double>(n.x) * n.y * n.z > std::numeric_limits<Index>::max())
    findings.push_back({"domain.cell", "too many cells: " + std::to_string(n.x) + " x " +
                                           std::to_string(n.y) + " x " + std::to_string(n.z) +
                                           "; at most 2147483647 in all"});
}

} // namespace

std::vector<Finding> check_scenario(const Scenario& scenario) {
  std::vector<Finding> findings;
  check_grid(scenario, findings);
  check_places(scenario, findings);
  check_tubes(scenario, findings);
  check_bond_tubes(scenario, findings);
  check_bond_objects(scenario, findings);
  check_sheets(scenario, findings);
  check_vessel(scenario, findings);
  check_traffic(scenario, findings);
  check_stations(scenario, findings);
  check_tracers(scenario, findings);
  check_sites(scenario, findings);
  if (scenario.time.automatic) {
    check_intervals(scenario.time, scenario.output, findings);
    return findings;
  }
  check_step(scenario, scenario.time, findings);
  const real steps = std::round(scenario.time.end / scenario.time.step);
  if (steps >= 1 && steps <= 1e12) check_cadence(scenario.time, scenario.output, findings);
  return findings;
}

std::vector<Finding> errors_before_packing(const Scenario& scenario) {
  std::vector<Finding> findings;
  check_grid(scenario, findings);
  if (findings.empty()) check_vessel(scenario, findings);
  std::erase_if(findings, [](const Finding& finding) { return !finding.is_error; });
  return findings;
}

} // namespace ibsim
