// Blood without aggregation: its viscosity in unbounded shear, in a tube and a channel, the layer of plasma
// at walls, and how fast platelets wander.
//
// Cells on a grid are larger than they are by what their kernels reach: the viscosity found with cells of
// size h grows as h^2 (docs/suspension.md), so what is compared is the line in h^2 through two grids at h =
// 0, with the errors of both means. Sources: pries.hpp; R. E. Wells and E. W. Merrill 1962, J. Clin. Invest.
// 41, 1591, whose cells aggregate: less the faster the shear, and in nothing that is modelled here.
//
// Blood in a vessel needs 25 to 50 diameters of its way until the layer of plasma at the wall is developed
// (arXiv 2003.09217), ten times what a case can afford. So runs start from both sides: with cells everywhere,
// from where the layer grows and the viscosity falls, and with all of them away from the wall, from where the
// layer shrinks. What is developed lies between them as long as they come nearer to each other, and half of
// what they differ by is an error of ours.
// Errors are ours and widen no band: where they reach beyond one, the runs were too short to say.
#include "base/text.hpp"
#include "simulation/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/follow_suspension.hpp"
#include "validation/pries.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr double plasma = 1.2; // cP, of the scenarios

/// As many cells as the haematocrit of the channel asks for, so far from its walls and more, um.
std::string away_from_walls(double distance) {
  return text("objects.0.placements={number: 46, seed: 7, within: {low: [0 um, %g um, 0 um], high: [24 um, "
              "%g um, 24 um]}}",
              distance, 30 - distance);
}

/// As many cells as a tube of 20 um takes over its 24 um, in a square around its axis, whose edges have 2.1
/// um.
std::string middle_of_tube(double haematocrit) {
  const double cells = haematocrit * std::numbers::pi * 100 * 24 / 94.4;
  return text(
      "objects.1.placements={number: %d, seed: 7, within: {low: [4.1 um, 4.1 um, 0 um], high: [19.9 um, "
      "19.9 um, 24 um]}}",
      static_cast<int>(std::lround(cells)));
}

struct Value {
  double mean = 0, error = 0;
  double earlier = 0, later = 0; ///< means over the first and second half of what the mean is over
};

/// At h = 0, on the line in h^2 through two grids.
Value at_zero(const Value& coarse, double h_coarse, const Value& fine, double h_fine) {
  const double part = h_fine * h_fine / (h_coarse * h_coarse - h_fine * h_fine);
  return {fine.mean + part * (fine.mean - coarse.mean),
          std::hypot((1 + part) * fine.error, part * coarse.error), 0, 0};
}

/// A quantity of run.csv from a part of a run on. An error that is not known is as large as the spread.
Value mean_of(const SuspensionSeries& series, const std::string& quantity, double from) {
  const SeriesStatistics found = series.mean(quantity, from);
  const double later = series.mean(quantity, (1 + from) / 2).mean;
  return {found.mean, std::isfinite(found.error) ? found.error : found.deviation, 2 * found.mean - later,
          later};
}

/// What a run of this scenario finds.
Value of_run(const std::string& scenario, const std::vector<std::string>& overrides,
             const std::string& quantity, const ValidationSettings& s) {
  return mean_of(follow_suspension(validation_scenario(scenario, overrides, s.refined), s), quantity, 0.5);
}

/// The same quantity on both grids and at h = 0; a note of all three.
Value on_two_grids(const std::string& scenario, std::vector<std::string> overrides,
                   const std::string& quantity, double from, const std::string& of,
                   const ValidationSettings& s, ValidationResult& result, Value* coarse = nullptr) {
  Value found[2];
  double h[2];
  for (const int grid : {0, 1}) {
    const std::string cell = grid == 0 ? "1/3 um" : "1/4 um";
    std::vector<std::string> all = overrides;
    all.push_back("domain.cell=" + cell);
    const Scenario model = validation_scenario(scenario, all, s.refined);
    s.report(of + ", h = " + cell);
    found[grid] = mean_of(follow_suspension(model, s), quantity, from), h[grid] = model.grid.h;
  }
  const Value zero = at_zero(found[0], h[0], found[1], h[1]);
  if (coarse) *coarse = found[0];
  result.notes.push_back(
      text("%s, %s: %.3f +- %.2g at h = %.3g um, %.3f +- %.2g at h = %.3g um, %.3f +- %.2g at h = 0.",
           of.c_str(), quantity.c_str(), found[0].mean, found[0].error, h[0], found[1].mean, found[1].error,
           h[1], zero.mean, zero.error));
  return zero;
}

/// Theirs is the middle of what sources span; ours is right to two errors of its mean.
Comparison within(const std::string& quantity, const Value& ours, double low, double high,
                  const std::string& why) {
  return {quantity, ours.mean, (low + high) / 2, low, high, why, 2 * ours.error};
}

/// The same of a quantity that both starts enclose. Where they do not come nearer to each other beyond their
/// errors, nothing is known of what is developed.
Comparison within(const std::string& quantity, const Value& from_everywhere, const Value& from_middle,
                  double low, double high, const std::string& why) {
  const double half = std::abs(from_everywhere.mean - from_middle.mean) / 2;
  const Value both{(from_everywhere.mean + from_middle.mean) / 2,
                   std::hypot(from_everywhere.error, from_middle.error) / 2, 0, 0};
  Comparison found = within(quantity, both, low, high, why);
  const bool nearer = std::abs(from_everywhere.later - from_middle.later) <
                      std::abs(from_everywhere.earlier - from_middle.earlier) + 2 * both.error;
  found.error = nearer ? found.error + half : std::nan("");
  return found;
}

/// A note of both starts.
void note_starts(const std::string& of, const std::string& quantity, const Value& from_everywhere,
                 const Value& from_middle, ValidationResult& result) {
  result.notes.push_back(text(
      "%s, h = 1/3 um, %s: %.3f +- %.2g from where cells are near the wall (%.3f in the third quarter of "
      "the run, %.3f in the last), %.3f +- %.2g from where they are far from it (%.3f, %.3f).",
      of.c_str(), quantity.c_str(), from_everywhere.mean, from_everywhere.error, from_everywhere.earlier,
      from_everywhere.later, from_middle.mean, from_middle.error, from_middle.earlier, from_middle.later));
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
      const Value found =
          on_two_grids("blood_in_shear", overrides, "relative viscosity", 0.25, of, s, result);
      const double fast = viscosity_in_tube(1000, H), slow = measured(H, rate);
      result.comparisons.push_back(
          within("relative viscosity, " + of, found, std::min(fast, slow), std::max(fast, slow),
                 "between wide tubes (Pries et al.) and a viscometer at this rate, at most "
                 "124 1/s (Wells and Merrill)"));
      draw_band(chart, H, result.comparisons.back(), text("%g 1/s", rate));
      ours.x.push_back(H), ours.y.push_back(found.mean);
    }
    chart.curves.push_back(ours);
  }
  result.charts = {chart};
  return result;
}

ValidationResult validate_blood_in_tube(const ValidationSettings& s) {
  ValidationResult result;
  const double D = 20;
  for (const double in_tube : s.values({0.3})) {
    const std::string of = text("tube of 20 um, H_T = %g", in_tube);
    const std::string quantity = "relative viscosity";
    Value coarse;
    Value everywhere = on_two_grids("blood_in_tube", {text("objects.1.placements.haematocrit=%.9g", in_tube)},
                                    quantity, 0.5, of, s, result, &coarse);
    s.report(of + ", from the middle");
    Value middle = of_run("blood_in_tube", {middle_of_tube(in_tube)}, quantity, s);
    note_starts(of, quantity, coarse, middle, result);
    // what h does to the one it does to the other
    const double to_zero = everywhere.mean / coarse.mean,
                 theirs = viscosity_in_tube(D, discharge_haematocrit(D, in_tube));
    everywhere.earlier = to_zero * coarse.earlier, everywhere.later = to_zero * coarse.later;
    middle = {to_zero * middle.mean, std::hypot(middle.error, everywhere.error), to_zero * middle.earlier,
              to_zero * middle.later};
    result.comparisons.push_back(
        within("viscosity over that of plasma, " + of, everywhere, middle, 0.9 * theirs, 1.1 * theirs,
               "10 % about Pries et al. at the discharge haematocrit that goes with it"));
  }
  return result;
}

ValidationResult validate_blood_in_channel(const ValidationSettings& s) {
  ValidationResult result;
  const std::string of = "channel of 30 um, 25 %";
  // h moves the layer by less than its error: 1.436 +- 0.095 and 1.457 +- 0.071 um with 1/3 and 1/4 um
  const std::string quantity = "lower cell-free layer";
  s.report(of);
  // from cells everywhere it grows to 1.5 um within 100 ms and is still growing
  const Value nearer = of_run("blood_in_slit", {away_from_walls(2)}, quantity, s);
  s.report(of + ", from the middle");
  const Value farther = of_run("blood_in_slit", {away_from_walls(3)}, quantity, s);
  note_starts(of, quantity, nearer, farther, result);
  result.comparisons.push_back(within("cell-free layer at the lower wall, um, " + of, nearer, farther, 2, 4,
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
          "in lags of %.3g ms; in half of that %.3g and %.3g.",
          H, name.c_str(), y.value, y.error, x.value, x.error, y.lag / 1e3, y.shorter_lag, x.shorter_lag));
      chart.curves.push_back(diffusivity_by_lag(objects, "y", 1 / rate));
      chart.curves.back().name = text("%s, haematocrit %g", name.c_str(), H);
    }
    const Diffusivity found = diffusivity(series.objects.at("platelet"), "y");
    Comparison one =
        within(text("diffusivity of platelets along the gradient, um^2/s, 200 1/s, haematocrit %g", H),
               {found.value, found.error}, 5, 25, "5 to 25 um^2/s (Turitto, Benis and Leonard 1972)");
    one.error += std::abs(found.value - found.shorter_lag); // what depends on the lag is no diffusivity yet
    result.comparisons.push_back(one);
    draw_band(chart, rate * found.lag, one);
  }
  result.charts = {chart};
  return result;
}

} // namespace ibsim
