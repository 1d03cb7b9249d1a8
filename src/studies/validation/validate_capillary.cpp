// A file of red cells in a capillary of 8 um. What is measured in glass tubes: how much faster cells are than
// the blood on average, and how much harder it is to drive than plasma (pries.hpp). In a single file every
// cell has the velocity v, so H_D/H_T = v/U, U the mean velocity. Tomaiuolo, Simeone, Martinelli, Rotoli and
// Guido (2009, Soft Matter 5, 3736) saw axisymmetric shapes that grow longer with velocity.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/pries.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

struct InCapillary {
  double h = 0, velocity = 0, mean = 0, viscosity = 0;                ///< um/ms
  double length = 0, across = 0, other = 0, off_axis = 0, volume = 0; ///< um
  Curve path;                                                         ///< length over diameter against time
};

InCapillary in_capillary(const std::string& cell, const std::string& period, double gradient,
                         const ValidationSettings& s) {
  const Scenario scenario =
      validation_scenario("red_cell_in_capillary",
                          {"domain.cell=" + cell, "domain.size=[12 um, 12 um, " + period + "]",
                           text("flow.pressure_gradient=%.9g kPa/m", gradient)},
                          s);
  s.report(text("%g kPa/m, a cell every ", gradient) + period + ", h = " + cell);
  const std::vector<Sighting> seen = follow_objects(scenario, s)[1];
  InCapillary found;
  found.h = scenario.grid.h;
  const std::size_t from = 3 * seen.size() / 4, last = seen.size() - 1;
  found.velocity = 1e3 * (seen[last].centre.z - seen[from].centre.z) / (seen[last].time - seen[from].time);
  const double n = static_cast<double>(last - from + 1);
  for (std::size_t i = from; i <= last; ++i) {
    found.mean += 1e3 * seen[i].tube_velocity / n, found.viscosity += seen[i].tube_viscosity / n;
    found.length += seen[i].extent.z / n;
    found.across += std::max(seen[i].extent.x, seen[i].extent.y) / n;
    found.other += std::min(seen[i].extent.x, seen[i].extent.y) / n;
  }
  const Real3& axis = scenario.objects[0].placements[0].centre;
  found.off_axis = std::hypot(seen[last].centre.x - axis.x, seen[last].centre.y - axis.y);
  found.volume = seen[last].volume;
  found.path.name = text("%.2g mm/s, h = ", found.mean) + cell;
  for (const Sighting& now : seen) {
    found.path.x.push_back(now.time * 1e-3);
    found.path.y.push_back(now.extent.z / std::max(now.extent.x, now.extent.y));
  }
  return found;
}

/// The value at h = 0 by the straight line through the two finest grids; without a second one as it is.
double at_zero(const std::vector<InCapillary>& grids, double InCapillary::*what) {
  const InCapillary& fine = grids.back();
  if (grids.size() < 2) return fine.*what;
  const InCapillary& coarse = grids[grids.size() - 2];
  return fine.*what - (coarse.*what - fine.*what) * fine.h / (coarse.h - fine.h);
}

} // namespace

ValidationResult validate_red_cell_in_capillary(const ValidationSettings& s) {
  ValidationResult result;
  const double D = 8;
  const std::vector<std::string> cells =
      s.quick ? std::vector<std::string>{"1/4 um"} : std::vector<std::string>{"1/3 um", "1/4 um", "1/5 um"};
  Chart chart{
      "red_cell_in_capillary", "Red cells in a capillary of 8 um", "time, ms", "length over diameter", {}};
  Chart faster{"red_cell_in_capillary_velocity",
               "How much faster red cells are than the blood, D = 8 um",
               "distance of cells, um",
               "velocity of cells over mean velocity",
               {}};
  Curve formula{"Pries et al. 1990", {}, {}, false}, ours{"ibsim", {}, {}, true};
  double fast_ratio = 0;
  std::vector<double> periods = s.quick ? std::vector<double>{12} : std::vector<double>{9, 12, 18};
  for (const double period : s.values(periods)) {
    std::vector<InCapillary> grids;
    for (const std::string& cell : cells) {
      grids.push_back(in_capillary(cell, text("%.9g um", period), 2000, s));
      const InCapillary& now = grids.back();
      result.notes.push_back(
          text("A cell every %g um, h = %s: v = %.4g and U = %.4g mm/s, v/U = %.4f, viscosity "
               "%.4f; %.2f um long, %.2f and %.2f um wide, %.2f um off the axis.",
               period, cell.c_str(), now.velocity, now.mean, now.velocity / now.mean, now.viscosity,
               now.length, now.across, now.other, now.off_axis));
    }
    if (period == 12) chart.curves.push_back(grids.back().path);
    const double in_tube = grids.back().volume / (std::numbers::pi / 4 * D * D * period),
                 discharge = discharge_haematocrit(D, in_tube),
                 v_over_u = at_zero(grids, &InCapillary::velocity) / at_zero(grids, &InCapillary::mean);
    const std::string of = text(", a cell every %g um (H_T = %.3f)", period, in_tube);
    result.comparisons.push_back(
        near_in_parts("cell over mean velocity" + of, v_over_u, discharge / in_tube, 0.1));
    draw_band(faster, period, result.comparisons.back());
    result.comparisons.push_back(near_in_parts("viscosity over that of plasma" + of,
                                               at_zero(grids, &InCapillary::viscosity),
                                               viscosity_in_tube(D, discharge), 0.1));
    ours.x.push_back(period), ours.y.push_back(v_over_u);
    const InCapillary& finest = grids.back();
    result.comparisons.push_back({"width across over width" + of, finest.other / finest.across, 1, 0.95, 1,
                                  "axisymmetric, as photographed; 5 % is ours"});
    if (period == 12) fast_ratio = finest.length / finest.across;
  }
  for (double period = 8; period <= 20; period += 0.5) {
    const double volume = 94.1, in_tube = volume / (std::numbers::pi / 4 * D * D * period);
    formula.x.push_back(period), formula.y.push_back(discharge_haematocrit(D, in_tube) / in_tube);
  }
  if (fast_ratio > 0 && !s.quick) {
    const InCapillary slow = in_capillary(cells.back(), "12 um", 1000, s);
    chart.curves.push_back(slow.path);
    result.notes.push_back(text("Driven half as hard: %.2f mm/s, %.2f um long and %.2f um wide.",
                                slow.velocity, slow.length, slow.across));
    const double longer = fast_ratio / (slow.length / slow.across);
    result.comparisons.push_back({"length over diameter, over that of a cell driven half as hard", longer, 1,
                                  std::nextafter(1.0, 2.0), 2, "longer the faster (Tomaiuolo et al.)"});
  }
  faster.curves = {formula, ours};
  result.charts = {chart, faster};
  return result;
}

} // namespace ibsim
