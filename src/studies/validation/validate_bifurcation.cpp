// Blood in a bifurcation: which part of the cells each daughter takes, by its part of the flow. In vessels
// the daughter with less flow takes even fewer cells, because cells keep away from the walls of the parent.
// Pries and Secomb fitted what they measured in the mesentery of rats (pries.hpp).
//
// Cells are counted in a plane across both daughters and the pilot. Each division of the flow has two runs,
// from cells at other places. The later two thirds of both are cut into windows, whose scatter is the error.
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
constexpr int windows = 4;        // of a run
constexpr int seeds[] = {3, 4};   // of the places at the start

SuspensionRun fork(double fraction, int seed, const ValidationSettings& s) {
  return {text("%g of the flow to the left, seed %d", fraction, seed),
          validation_scenario("blood_in_fork",
                              {text("vessel.openings.a.flow_rate=%.9g nL/s", -flow_rate * fraction),
                               text("objects.0.placements.seed=%d", seed)},
                              s)};
}

/// Counts of one run in its later two thirds.
struct InFork {
  std::vector<double> to_left;            ///< part of the cells, by window
  double discharge = 0;                   ///< haematocrit of the pilot
  double count = 0, from_pilot = 0;       ///< cells in both daughters, in the pilot
  double first_drive = 0, last_drive = 0; ///< of the pilot in the first and the last window, Pa/mm
};

InFork in_fork(const SuspensionRun& run, const SuspensionSeries& series) {
  const std::vector<double>& time = series.run.at("time");
  const std::vector<Passing> all =
      passings(series.objects.at("red cell"), plane, run.scenario.grid.lengths().z);
  const double end = time.back() + 1, from = end / 3, length = (end - from) / windows; // us
  InFork found;
  for (int w = 0; w < windows; ++w) {
    const double begin = from + w * length;
    const double a = passed(all, begin, begin + length, 0, between_daughters).count,
                 b = passed(all, begin, begin + length, between_daughters, before_pilot).count;
    found.to_left.push_back(a / (a + b));
    found.count += a + b;
  }
  const Passed pilot = passed(all, from, end, before_pilot, run.scenario.grid.lengths().x);
  found.discharge = pilot.volume / (flow_rate * (end - from)); // nL/s = um^3/us
  found.from_pilot = pilot.count;
  const auto drive = [&](double part) {
    return 1e6 *
           series.mean("pressure gradient of the pilot of in", part, part + length / end).mean; // kPa/um
  };
  found.first_drive = drive(from / end), found.last_drive = drive((end - length) / end);
  return found;
}

/// The part of the cells by all windows of these runs.
Estimate to_left(const std::vector<InFork>& runs) {
  std::vector<double> windows_of_all;
  for (const InFork& run : runs)
    windows_of_all.insert(windows_of_all.end(), run.to_left.begin(), run.to_left.end());
  return mean_by_scatter(windows_of_all);
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
  for (const double fraction : fractions)
    for (const int seed : seeds) runs.push_back(fork(fraction, seed, s));
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  double of_all = 0;
  for (std::size_t i = 0; i < fractions.size(); ++i) {
    const double fraction = fractions[i];
    std::vector<InFork> starts;
    double discharge = 0;
    for (std::size_t run = i * std::size(seeds); run < (i + 1) * std::size(seeds); ++run) {
      starts.push_back(in_fork(runs[run], series[run]));
      const InFork& found = starts.back();
      discharge += found.discharge / std::size(seeds);
      result.notes.push_back(
          text("%s: %.3f of %.0f cells. The pilot discharges %.3f; the daughters have %.3f of its cells. Its "
               "pressure gradient is %.1f Pa/mm in the first window and %.1f in the last.",
               runs[run].of.c_str(), to_left({found}).mean, found.count, found.discharge,
               found.count / found.from_pilot, found.first_drive, found.last_drive));
    }
    of_all += discharge / static_cast<double>(fractions.size());
    const Estimate ours_here = to_left(starts);
    const double theirs = phase_separation(parent, left, right, discharge, fraction);
    const Comparison part =
        within(text("part of the cells that go to the left with %g of the flow", fraction), ours_here.mean,
               ours_here.error, theirs - 0.05, theirs + 0.05, "0.05 about Pries and Secomb 2005");
    result.comparisons.push_back(part);
    draw_band(chart, fraction, part);
    ours.x.push_back(fraction), ours.y.push_back(ours_here.mean);
    result.notes.push_back(text("With %g of the flow to the left: %.3f +- %.2g, law %.3f.", fraction,
                                ours_here.mean, ours_here.error, theirs));
  }
  for (double fraction = 0.04; fraction < 0.965; fraction += 0.02)
    law.x.push_back(fraction), law.y.push_back(phase_separation(parent, left, right, of_all, fraction));
  chart.curves = {ours, law, even};
  result.charts = {chart};
  return result;
}

} // namespace ibsim
