// Blood in a tube and in a channel: its apparent viscosity and what it discharges, and the layer of plasma at
// the walls.
//
// In the tube where single cells lie moves all numbers for longer than the wall stands (docs/walls.md, round
// tubes), so what is compared is a mean over several places to begin with, with their scatter as its error; a
// viscosity is that at h = 0, as in validate_blood.cpp. Pries and others measured viscosities against the
// discharge haematocrit, and that against the one in the tube: both are compared.
//
// The channel is run from two starts that enclose what is developed (two_starts.hpp): cells everywhere, from
// where the layer grows, and all of them away from the walls, from where it shrinks. Each wall of each is a
// layer of its own, whose scatter is an error too.
#include "base/text.hpp"
#include "validation/follow_objects.hpp"
#include "validation/pries.hpp"
#include "validation/suspension_at_zero.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Number of cells for the haematocrit of the channel, 2 um or more away from its walls.
const char* const away_from_walls = "objects.0.placements={number: 46, seed: 7, within: {low: [0 um, 2 um, 0 "
                                    "um], high: [24 um, 28 um, 24 um]}}";

/// Places of the tube to begin with, by seed, each on both grids.
constexpr int places_of_tube[] = {7, 8, 9, 10, 11, 12, 13, 14};

SuspensionRun tube(const std::string& cell, int seed, const ValidationSettings& s) {
  return {text("tube of 20 um, h = %s, seed %d", cell.c_str(), seed),
          validation_scenario("blood_in_tube",
                              {"domain.cell=" + cell, text("objects.1.placements.seed=%d", seed)}, s)};
}

/// What one start of the tube finds in its later half.
struct InTube {
  double h;
  Estimate viscosity, tube_over_discharge;
};

InTube in_tube(const SuspensionRun& run, SuspensionSeries series) {
  // the mean velocity over that of cells is H_T/H_D
  std::vector<double>& ratio = series.run["tube over discharge haematocrit"];
  const std::vector<double>&mean = series.run.at("mean velocity in tubes"),
        &of_cells = series.kinds.at("red cell").at("mean velocity z");
  for (std::size_t row = 0; row < mean.size(); ++row)
    ratio.push_back(of_cells[row] != 0 ? mean[row] / of_cells[row] : 1); // at the start all is at rest
  return {run.scenario.grid.h, mean_of(series, "relative viscosity", 0.5),
          mean_of(series, "tube over discharge haematocrit", 0.5)};
}

/// Layers at both walls of a channel, in the later half of a run.
struct InChannel {
  LaterHalf lower, upper;
  LaterHalf mean() const {
    const auto of = [](const Estimate& a, const Estimate& b) {
      return Estimate{(a.mean + b.mean) / 2, std::hypot(a.error, b.error) / 2};
    };
    return {of(lower.third, upper.third), of(lower.last, upper.last)};
  }
};

SuspensionRun channel(const char* from, const std::vector<std::string>& overrides,
                      const ValidationSettings& s) {
  return {text("channel of 30 um, 25 %%, from cells %s", from),
          validation_scenario("blood_in_slit", overrides, s)};
}

InChannel in_channel(const char* from, const SuspensionSeries& series, ValidationResult& result) {
  const auto later_half = [&](const std::string& quantity) {
    return LaterHalf{mean_of(series, quantity, 0.5, 0.75), mean_of(series, quantity, 0.75)};
  };
  const InChannel found{later_half("lower cell-free layer"), later_half("upper cell-free layer")};
  for (const auto& [wall, layer] : {std::pair{"lower", found.lower}, {"upper", found.upper}})
    result.notes.push_back(
        text("From cells %s, layer at the %s wall: %.3f +- %.2g um in the third quarter of "
             "the run and %.3f +- %.2g in the last.",
             from, wall, layer.third.mean, layer.third.error, layer.last.mean, layer.last.error));
  return found;
}

} // namespace

ValidationResult validate_blood_in_tube(const ValidationSettings& s) {
  ValidationResult result;
  const double D = 20, H_T = 0.3;
  const std::string of = text("tube of 20 um, H_T = %g", H_T);
  std::vector<SuspensionRun> runs;
  for (const int seed : places_of_tube)
    for (const char* const cell : {"1/3 um", "1/4 um"}) runs.push_back(tube(cell, seed, s));
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  std::vector<double> coarse, at_zero, ratios; // one a place
  for (std::size_t run = 0; run < runs.size(); run += 2) {
    const InTube found[] = {in_tube(runs[run], series[run]), in_tube(runs[run + 1], series[run + 1])};
    for (const InTube& on_grid : found)
      result.notes.push_back(
          text("%s, seed %d, h = %.3g um: relative viscosity %.3f +- %.2g, H_T/H_D %.3f +- %.2g.", of.c_str(),
               places_of_tube[run / 2], on_grid.h, on_grid.viscosity.mean, on_grid.viscosity.error,
               on_grid.tube_over_discharge.mean, on_grid.tube_over_discharge.error));
    coarse.push_back(found[0].viscosity.mean), ratios.push_back(found[0].tube_over_discharge.mean);
    at_zero.push_back(
        line_to_zero({{found[0].h, found[0].viscosity}, {found[1].h, found[1].viscosity}}).value.mean);
  }
  const Estimate viscosity_found = mean_by_scatter(at_zero), on_coarse = mean_by_scatter(coarse),
                 ratio = mean_by_scatter(ratios);
  const double by_tube = discharge_haematocrit(D, H_T), discharged = H_T / ratio.mean;
  result.notes.push_back(text("Mean viscosity at h = 1/3 um %.3f +- %.2g, of each place at h = 0 %.3f +- "
                              "%.2g. It discharges %.3f, in "
                              "glass tubes %.3f goes with H_T.",
                              on_coarse.mean, on_coarse.error, viscosity_found.mean, viscosity_found.error,
                              discharged, by_tube));
  const auto viscosity = [&](const std::string& what, double discharge, const std::string& which) {
    const double theirs = viscosity_in_tube(D, discharge);
    result.comparisons.push_back(within(what + ", " + of, viscosity_found.mean, viscosity_found.error,
                                        0.9 * theirs, 1.1 * theirs,
                                        "10 % about Pries et al. 1992 at " + which));
  };
  viscosity("viscosity over that of plasma", by_tube, "the discharge haematocrit that goes with it");
  viscosity("viscosity over that of plasma at its own discharge", discharged,
            text("the discharge haematocrit that it has, %.3f", discharged));
  const double theirs = tube_over_discharge(D, by_tube);
  result.comparisons.push_back(within("haematocrit in the tube over that discharged, " + of, ratio.mean,
                                      ratio.error, 0.9 * theirs, 1.1 * theirs,
                                      "10 % about Pries et al. 1990"));
  return result;
}

ValidationResult validate_blood_in_channel(const ValidationSettings& s) {
  ValidationResult result;
  // h moves the layer by less than its error: 1.436 +- 0.095 and 1.457 +- 0.071 um with 1/3 and 1/4 um
  const char *const from_everywhere = "everywhere", *const from_middle = "away from the walls";
  const std::vector<SuspensionSeries> series =
      follow_suspensions({channel(from_everywhere, {}, s), channel(from_middle, {away_from_walls}, s)}, s);
  const InChannel everywhere = in_channel(from_everywhere, series[0], result),
                  middle = in_channel(from_middle, series[1], result);
  const Estimate starts = enclosed(everywhere.mean(), middle.mean());
  const Estimate walls = mean_by_scatter({everywhere.lower.last.mean, everywhere.upper.last.mean,
                                          middle.lower.last.mean, middle.upper.last.mean});
  result.notes.push_back(text("Mean layer %.3f um, off by less than %.2g as the starts tell, and by %.2g as "
                              "their four walls scatter.",
                              walls.mean, starts.error, walls.error));
  // a NaN of the starts stays one: then nothing is known
  result.comparisons.push_back(
      within("cell-free layer, um, channel of 30 um, 25 %", walls.mean,
             std::isnan(starts.error) ? starts.error : std::max(starts.error, walls.error), 2, 4,
             "3 um (Vahidkhah, Diamond and Bagchi 2014, figure 7), read to 1 um"));
  return result;
}

} // namespace ibsim
