// Blood in a tube and in a channel: its apparent viscosity and what it discharges, and the layer of plasma at
// the walls.
//
// In the tube where single cells lie moves all numbers for longer than the wall stands (docs/walls.md, round
// tubes), so what is compared is a mean over several places to begin with, with their scatter as its error; a
// viscosity is that at h = 0, as in validate_blood.cpp. Pries and others measured viscosities against the
// discharge haematocrit, and that against the one in the tube: both are compared.
//
// Tubes of other diameters are on one grid, by a narrow kernel, from several places each: the viscosity falls
// with the diameter (Fahraeus and Lindqvist), and so does the part of cells in the tube (Fahraeus).
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
#include <iterator>

namespace ibsim {
namespace {

/// Number of cells for the haematocrit of the channel, 2 um or more away from its walls.
const char* const away_from_walls = "objects.0.placements={number: 46, seed: 7, within: {low: [0 um, 2 um, 0 "
                                    "um], high: [24 um, 28 um, 24 um]}}";

/// Places of the tube to begin with, by seed, each on both grids.
constexpr int places_of_tube[] = {7, 8, 9, 10, 11, 12, 13, 14};

/// Places of each of several tubes to begin with, by seed.
constexpr int places_of_tubes[] = {7, 8, 9, 10};
constexpr double haematocrit_in_tubes = 0.3;

/// A tube of D um. Its wall has 1.2 Pa, as that of 20 um; the solid around it is 2 um thick or more.
SuspensionRun tube_of(double D, int seed, const ValidationSettings& s) {
  const double box = 4 * std::ceil(D / 4 + 1), stress = 1.2;
  const std::string middle = text("%g um", box / 2), side = text("%g um", box);
  return {text("tube of %g um, seed %d", D, seed),
          validation_scenario("blood_in_tube",
                              {"domain.cell=1/2 um", "coupling.kernel=composite-sharp", "time.end=100 ms",
                               "domain.size=[" + side + ", " + side + ", 24 um]",
                               text("objects.0.radius=%.9g um", D / 2),
                               "objects.0.at=[" + middle + ", " + middle + ", 12 um]",
                               text("flow.pressure_gradient=%.9g kPa/m", 4e3 * stress / D),
                               text("objects.1.placements.seed=%d", seed)},
                              s)};
}

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

ValidationResult validate_blood_in_tubes(const ValidationSettings& s) {
  ValidationResult result;
  const std::vector<double> diameters = s.values({12, 20, 30, 40});
  std::vector<SuspensionRun> runs;
  for (const double D : diameters)
    for (const int seed : places_of_tubes) runs.push_back(tube_of(D, seed, s));
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  const auto chart = [](const char* name, const char* title, const char* y) {
    return Chart{name, title, "diameter, um", y, {}};
  };
  Chart viscosities = chart("blood_in_tubes", "Blood at 30 % in tubes", "viscosity over that of plasma"),
        ratios = chart("blood_in_tubes_haematocrit", "Cells in tubes of blood", "H_T/H_D");
  Curve viscosity_curve{"ibsim", {}, {}, true}, ratio_curve = viscosity_curve;
  std::size_t run = 0;
  for (const double D : diameters) {
    std::vector<double> viscosity, ratio; // one a place
    for (std::size_t place = 0; place < std::size(places_of_tubes); ++place, ++run) {
      const InTube found = in_tube(runs[run], series[run]);
      viscosity.push_back(found.viscosity.mean), ratio.push_back(found.tube_over_discharge.mean);
    }
    const Estimate of_viscosity = mean_by_scatter(viscosity), of_ratio = mean_by_scatter(ratio);
    const double by_tube = discharge_haematocrit(D, haematocrit_in_tubes),
                 discharged = haematocrit_in_tubes / of_ratio.mean;
    const std::string of = text(", tube of %g um, H_T = %g", D, haematocrit_in_tubes);
    const auto compare = [&](const std::string& quantity, const Estimate& ours, double theirs,
                             const std::string& where, Chart& on, Curve& curve) {
      result.comparisons.push_back(
          within(quantity + of, ours.mean, ours.error, 0.9 * theirs, 1.1 * theirs, "10 % about " + where));
      draw_band(on, D, result.comparisons.back());
      curve.x.push_back(D), curve.y.push_back(ours.mean);
    };
    compare("viscosity over that of plasma", of_viscosity, viscosity_in_tube(D, discharged),
            "Pries et al. 1992 at the own discharge haematocrit", viscosities, viscosity_curve);
    compare("haematocrit in the tube over that discharged", of_ratio, tube_over_discharge(D, by_tube),
            "Pries et al. 1990", ratios, ratio_curve);
    result.notes.push_back(
        text("A tube of %g um discharges %.3f; in glass tubes %.3f goes with H_T.", D, discharged, by_tube));
  }
  viscosities.curves = {viscosity_curve}, ratios.curves = {ratio_curve};
  result.charts = {viscosities, ratios};
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
