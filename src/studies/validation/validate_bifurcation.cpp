// Blood in a bifurcation: which part of the cells each daughter takes, by its part of the flow. In vessels
// the daughter with less flow takes even fewer cells, because cells keep away from the walls of the parent.
// Pries and Secomb fitted what they measured in the mesentery of rats (pries.hpp).
//
// Cells are counted in a plane across both daughters and the pilot. The later two thirds of a run are cut
// into windows; the scatter of what the windows find is the error.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/passings.hpp"
#include "validation/pries.hpp"
#include "validation/several_places.hpp"
#include "validation/shared_runs.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

// The scenario blood_in_fork.yaml, um: diameters, and where the plane z = 67 um is cut along x.
constexpr double parent = 20, left = 15, right = 12, plane = 67, between_daughters = 22, before_pilot = 39.5;
constexpr double flow_rate = 0.2; // nL/s
constexpr int windows = 8;

SuspensionRun fork(double fraction, const ValidationSettings& s) {
  return {text("%g of the flow to the left", fraction),
          validation_scenario("blood_in_fork",
                              {text("vessel.openings.a.flow_rate=%.9g nL/s", -flow_rate * fraction)}, s)};
}

struct InFork {
  Estimate to_left;                    ///< part of the cells
  double discharge = 0, delivered = 0; ///< haematocrit of the pilot; cells of the daughters over the pilot's
  double count = 0;                    ///< cells in both daughters
  double first_drive = 0, last_drive = 0; ///< of the pilot in the first and the last window, Pa/mm
};

InFork in_fork(const SuspensionRun& run, const SuspensionSeries& series) {
  const std::vector<double>& time = series.run.at("time");
  const std::vector<Passing> all =
      passings(series.objects.at("red cell"), plane, run.scenario.grid.lengths().z);
  const double end = time.back() + 1, from = end / 3, length = (end - from) / windows; // us
  InFork found;
  std::vector<double> parts;
  for (int w = 0; w < windows; ++w) {
    const double begin = from + w * length;
    const double a = passed(all, begin, begin + length, 0, between_daughters).count,
                 b = passed(all, begin, begin + length, between_daughters, before_pilot).count;
    parts.push_back(a / (a + b));
    found.count += a + b;
  }
  found.to_left = mean_by_scatter(parts);
  const Passed pilot = passed(all, from, end, before_pilot, run.scenario.grid.lengths().x);
  found.discharge = pilot.volume / (flow_rate * (end - from)); // nL/s = um^3/us
  found.delivered = found.count / pilot.count;
  const auto drive = [&](double part) {
    return 1e6 *
           series.mean("pressure gradient of the pilot of in", part, part + length / end).mean; // kPa/um
  };
  found.first_drive = drive(from / end), found.last_drive = drive((end - length) / end);
  return found;
}

} // namespace

ValidationResult validate_phase_separation(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{"phase_separation",
              "How cells divide in a bifurcation from 20 um to 15 and 12 um",
              "part of the flow in the daughter of 15 um",
              "part of the cells",
              {}};
  Curve ours{"ibsim", {}, {}, true}, law{"Pries and Secomb 2005", {}, {}, false},
      even{"as the flow", {0, 1}, {0, 1}, false};
  const std::vector<double> fractions = s.values({0.1, 0.3, 0.5, 0.7, 0.9});
  std::vector<SuspensionRun> runs;
  for (const double fraction : fractions) runs.push_back(fork(fraction, s));
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  double discharge = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const InFork found = in_fork(runs[i], series[i]);
    const double fraction = fractions[i];
    discharge += found.discharge / static_cast<double>(fractions.size());
    const double theirs = phase_separation(parent, left, right, found.discharge, fraction);
    const Comparison part = within(
        text("part of the cells that go to the left with %g of the flow", fraction), found.to_left.mean,
        found.to_left.error, theirs - 0.05, theirs + 0.05, "0.05 about Pries and Secomb 2005");
    result.comparisons.push_back(part);
    draw_band(chart, fraction, part);
    ours.x.push_back(fraction), ours.y.push_back(found.to_left.mean);
    result.notes.push_back(
        text("With %g of the flow to the left: %.3f +- %.2g of %.0f cells, law %.3f. The pilot discharges "
             "%.3f; the daughters have %.3f of its cells. Its pressure gradient is %.1f Pa/mm in the first "
             "window and %.1f in the last.",
             fraction, found.to_left.mean, found.to_left.error, found.count, theirs, found.discharge,
             found.delivered, found.first_drive, found.last_drive));
  }
  for (double fraction = 0.04; fraction < 0.965; fraction += 0.02)
    law.x.push_back(fraction), law.y.push_back(phase_separation(parent, left, right, discharge, fraction));
  chart.curves = {ours, law, even};
  result.charts = {chart};
  return result;
}

} // namespace ibsim
