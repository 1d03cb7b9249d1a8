// Blood without aggregation: its viscosity in unbounded shear, in a tube and a channel, the layer of plasma
// at walls, and how fast platelets wander.
//
// Cells on a grid are larger than they are by what their kernels reach: the viscosity found with cells of
// size h grows as h^2 (docs/suspension.md), so what is compared is the line in h^2 at h = 0, with the errors
// of the means and, of three grids, of the line (line_to_zero.hpp). Sources: pries.hpp; R. E. Wells and E. W.
// Merrill 1962, J. Clin. Invest. 41, 1591, whose cells aggregate: less the faster the shear, and in nothing
// that is modelled here.
//
// Blood in a vessel is run from two starts that enclose what is developed (two_starts.hpp): in a channel with
// cells everywhere, from where the layer grows, and with all of them away from the walls, from where it
// shrinks; in a tube with none near a plane through the axis, so more at the wall, from where the viscosity
// falls, and with all of them around the axis, from where it rises.
// Errors are ours and widen no band: where they reach beyond one, the runs were too short to say.
#include "base/text.hpp"
#include "simulation/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/follow_suspension.hpp"
#include "validation/line_to_zero.hpp"
#include "validation/pries.hpp"
#include "validation/two_starts.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr double plasma = 1.2; // cP, of the scenarios

/// As many cells as the haematocrit of the channel asks for, 2 um and more away from its walls.
const char* const away_from_walls = "objects.0.placements={number: 46, seed: 7, within: {low: [0 um, 2 um, 0 "
                                    "um], high: [24 um, 28 um, 24 um]}}";

/// As many cells as in the tube, in a square around its axis, whose edges have 2.1 um.
const char* const middle_of_tube =
    "objects.1.placements={number: 24, seed: 7, within: {low: [4.1 um, 4.1 um, 0 um], high: [19.9 um, 19.9 "
    "um, 24 um]}}";

/// A table of places in data/validation, as it stands in a scenario.
std::string places_of(const std::string& name) {
  const Table table = paper_table(name);
  std::string places;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto of = [&](const char* column) { return table.number(row, column); };
    places += text("%s{at: [%.9g um, %.9g um, %.9g um], rotation: [[%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g], "
                   "[%.9g, %.9g, %.9g]]}",
                   row ? ", " : "", of("x (um)"), of("y (um)"), of("z (um)"), of("rotation xx"),
                   of("rotation xy"), of("rotation xz"), of("rotation yx"), of("rotation yy"),
                   of("rotation yz"), of("rotation zx"), of("rotation zy"), of("rotation zz"));
  }
  return "[" + places + "]";
}

/// A quantity of run.csv in a part of a run. An error that is not known is as large as the spread.
Estimate mean_of(const SuspensionSeries& series, const std::string& quantity, double from, double to = 1) {
  const SeriesStatistics found = series.mean(quantity, from, to);
  return {found.mean, std::isfinite(found.error) ? found.error : found.deviation};
}

/// What a run of this scenario finds in its later half.
LaterHalf of_run(const std::string& scenario, const std::vector<std::string>& overrides,
                 const std::string& quantity, const ValidationSettings& s) {
  const SuspensionSeries series = follow_suspension(validation_scenario(scenario, overrides, s.refined), s);
  return {mean_of(series, quantity, 0.5, 0.75), mean_of(series, quantity, 0.75)};
}

/// What the coarsest of some grids finds, and all of them at h = 0.
struct OnGrids {
  Estimate coarsest;
  AtZero zero;
};

/// Runs on these grids, coarsest first; a note of each and of h = 0. @param cells "1/3 um"
OnGrids on_grids(const std::vector<std::string>& cells, const std::string& scenario,
                 const std::vector<std::string>& overrides, const std::string& quantity, double from,
                 const std::string& of, const ValidationSettings& s, ValidationResult& result) {
  std::vector<OnGrid> grids;
  std::string note = of + ", " + quantity + ":";
  for (const std::string& cell : cells) {
    std::vector<std::string> all = overrides;
    all.push_back("domain.cell=" + cell);
    const Scenario model = validation_scenario(scenario, all, s.refined);
    s.report(of + ", h = " + cell);
    grids.push_back({model.grid.h, mean_of(follow_suspension(model, s), quantity, from)});
    note += text(" %.3f +- %.2g at h = %.3g um,", grids.back().found.mean, grids.back().found.error,
                 model.grid.h);
  }
  const AtZero zero = line_to_zero(grids);
  note += text(" %.3f +- %.2g at h = 0", zero.value.mean, zero.value.error);
  if (grids.size() > 2) note += text(", %.2g of which is the coarsest grid's doing", zero.from_order);
  result.notes.push_back(note + ".");
  return {grids.front().found, zero};
}

/// Theirs is the middle of what sources span. @param error by how much ours may be off
Comparison within(const std::string& quantity, double ours, double error, double low, double high,
                  const std::string& why) {
  return {quantity, ours, (low + high) / 2, low, high, why, error};
}

/// A note of both starts. @param where the cells of the first are
void note_starts(const std::string& of, const std::string& quantity, const char* where,
                 const LaterHalf& first, const LaterHalf& middle, ValidationResult& result) {
  result.notes.push_back(
      text("%s, h = 1/3 um, %s: from cells %s %.3f +- %.2g in the third quarter of the run and %.3f +- "
           "%.2g in the last, from cells away from the wall %.3f +- %.2g and %.3f +- %.2g.",
           of.c_str(), quantity.c_str(), where, first.third.mean, first.third.error, first.last.mean,
           first.last.error, middle.third.mean, middle.third.error, middle.last.mean, middle.last.error));
}

/// The viscosity of whole blood over plasma, Wells and Merrill's.
double measured(double haematocrit, double rate) {
  const Table table = paper_table("viscosity_wells_merrill_1962");
  const auto row = table.find({{"haematocrit", haematocrit}, {"shear rate (1/s)", std::min(rate, 124.0)}});
  return table.number(static_cast<std::size_t>(row), "viscosity (cP)") / plasma;
}

} // namespace

ValidationResult validate_blood_viscosity(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{
      "blood_viscosity", "Blood in unbounded shear", "haematocrit", "viscosity over that of plasma", {}};
  Curve wide{"Pries et al. 1992, wide tubes", {}, {}, false};
  for (double H = 0; H <= 0.45; H += 0.01) wide.x.push_back(H), wide.y.push_back(viscosity_in_tube(1000, H));
  chart.curves.push_back(wide);
  for (const double rate : s.values({124})) { // 62 and 500 take as long each
    Curve ours{text("ibsim, %g 1/s", rate), {}, {}, true};
    for (const double H : rate == 124 ? std::vector<double>{0.33, 0.43} : std::vector<double>{0.43}) {
      std::vector<std::string> overrides{
          text("flow.shear_rate=%.9g 1/s", rate), text("objects.0.placements.haematocrit=%.9g", H),
          text("time.end=%.9g ms", 20e3 / rate), text("output.series_every=%.9g ms", 60 / rate)};
      const std::string of = text("haematocrit %g, %g 1/s", H, rate);
      // from a strain of 5 on it is steady (docs/suspension.md)
      const AtZero found = on_grids({"1/3 um", "1/4 um", "1/5 um"}, "blood_in_shear", overrides,
                                    "relative viscosity", 0.25, of, s, result)
                               .zero;
      const double fast = viscosity_in_tube(1000, H), slow = measured(H, rate);
      result.comparisons.push_back(
          within("relative viscosity, " + of, found.value.mean, 2 * found.value.error + found.from_order,
                 std::min(fast, slow), std::max(fast, slow),
                 "between wide tubes (Pries et al.) and a viscometer at this rate, at most "
                 "124 1/s (Wells and Merrill)"));
      draw_band(chart, H, result.comparisons.back(), text("%g 1/s", rate));
      ours.x.push_back(H), ours.y.push_back(found.value.mean);
    }
    chart.curves.push_back(ours);
  }
  result.charts = {chart};
  return result;
}

ValidationResult validate_blood_in_tube(const ValidationSettings& s) {
  ValidationResult result;
  const double D = 20, in_tube = 0.3;
  const std::string of = text("tube of 20 um, H_T = %g", in_tube);
  const std::string quantity = "relative viscosity";
  // what h does is known long before blood is developed
  const OnGrids early =
      on_grids({"1/3 um", "1/4 um"}, "blood_in_tube", {"time.end=100 ms"}, quantity, 0.5, of, s, result);
  s.report(of + ", from both sides");
  const LaterHalf sides =
      of_run("blood_in_tube", {"objects.1.placements=" + places_of("blood_in_tube_sides")}, quantity, s);
  s.report(of + ", from the middle");
  const LaterHalf middle = of_run("blood_in_tube", {middle_of_tube}, quantity, s);
  note_starts(of, quantity, "at both sides", sides, middle, result);
  const Estimate coarse = enclosed(sides, middle);
  const double to_zero = early.zero.value.mean / early.coarsest.mean,
               theirs = viscosity_in_tube(D, discharge_haematocrit(D, in_tube));
  result.comparisons.push_back(
      within("viscosity over that of plasma, " + of, to_zero * coarse.mean,
             std::hypot(to_zero * coarse.error, 2 * early.zero.value.error), 0.9 * theirs, 1.1 * theirs,
             "10 % about Pries et al. at the discharge haematocrit that goes with it"));
  return result;
}

ValidationResult validate_blood_in_channel(const ValidationSettings& s) {
  ValidationResult result;
  const std::string of = "channel of 30 um, 25 %";
  // h moves the layer by less than its error: 1.436 +- 0.095 and 1.457 +- 0.071 um with 1/3 and 1/4 um
  const std::string quantity = "lower cell-free layer";
  s.report(of + ", from cells everywhere");
  const LaterHalf everywhere = of_run("blood_in_slit", {}, quantity, s);
  s.report(of + ", from the middle");
  const LaterHalf middle = of_run("blood_in_slit", {away_from_walls}, quantity, s);
  note_starts(of, quantity, "everywhere", everywhere, middle, result);
  const Estimate found = enclosed(everywhere, middle);
  result.comparisons.push_back(within("cell-free layer at the lower wall, um, " + of, found.mean, found.error,
                                      2, 4,
                                      "3 um (Vahidkhah, Diamond and Bagchi 2014, figure 7), read to 1 um"));
  return result;
}

ValidationResult validate_platelets_in_blood(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{"platelets_in_blood",
              "How fast platelets wander along the gradient",
              "lag times shear rate",
              "diffusivity, um^2/s",
              {}};
  constexpr double rate = 2e-4; // 1/us
  for (const double H : s.values({0.2, 0.4})) {
    const Scenario model = validation_scenario("blood_with_platelets",
                                               {text("objects.0.placements.haematocrit=%.9g", H)}, s.refined);
    s.report(text("platelets at a haematocrit of %g", H));
    const SuspensionSeries series = follow_suspension(model, s);
    for (const auto& [name, objects] : series.objects) {
      const Diffusivity y = diffusivity(objects, "y"), x = diffusivity(objects, "x");
      result.notes.push_back(text(
          "Haematocrit %g, %s: %.3g +- %.2g um^2/s along the gradient, %.3g +- %.2g along the vorticity "
          "between lags of %.3g ms and half of that; in half as long %.3g and %.3g.",
          H, name.c_str(), y.value, y.error, x.value, x.error, y.lag / 1e3, y.shorter_lag, x.shorter_lag));
      chart.curves.push_back(diffusivity_by_lag(objects, "y", 1 / rate));
      chart.curves.back().name = text("%s, haematocrit %g", name.c_str(), H);
    }
    const Diffusivity found = diffusivity(series.objects.at("platelet"), "y");
    // what depends on the lag is no diffusivity yet
    const double error = 2 * found.error + std::abs(found.value - found.shorter_lag);
    result.comparisons.push_back(
        within(text("diffusivity of platelets along the gradient, um^2/s, 200 1/s, haematocrit %g", H),
               found.value, error, 5, 25, "5 to 25 um^2/s (Turitto, Benis and Leonard 1972)"));
    draw_band(chart, rate * found.lag, result.comparisons.back());
  }
  result.charts = {chart};
  return result;
}

} // namespace ibsim
