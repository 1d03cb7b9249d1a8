// Blood without aggregation: its viscosity in unbounded shear, and how fast platelets wander.
//
// Cells on a grid are larger than they are by what their kernels reach: the viscosity found with cells of
// size h grows as h^2 (docs/suspension.md), so what is compared is the line in h^2 at h = 0, with the errors
// of the means and of the line (line_to_zero.hpp), a mean over several places to begin with, whose scatter is
// in the error (several_places.hpp). Sources: pries.hpp; R. E. Wells and E. W. Merrill 1962, J. Clin. Invest.
// 41, 1591, whose cells aggregate: less the faster the shear, and in nothing that is modelled here.
//
// Errors are ours and widen no band: where they reach beyond one, the runs were too short to say.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/pries.hpp"
#include "validation/suspension_at_zero.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ibsim {
namespace {

constexpr double plasma = 1.2; // cP, of the scenarios

/// The viscosity of whole blood over plasma, Wells and Merrill's.
double measured(double haematocrit, double rate) {
  const Table table = paper_table("viscosity_wells_merrill_1962");
  const auto row = table.find({{"haematocrit", haematocrit}, {"shear rate (1/s)", std::min(rate, 124.0)}});
  return table.number(static_cast<std::size_t>(row), "viscosity (cP)") / plasma;
}

/// Places to begin with, whose scatter is the error. Platelets of one suspension share its flow, so that
/// their scatter can say too little (docs/notes/validation.md).
constexpr int places_of_platelets[] = {7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/// How a kind of objects wanders, from several places to begin with.
struct Wandering {
  std::vector<double> along_gradient, along_vorticity, longer_lag; ///< um^2/s, one a place
  double lag = 0;                                                  ///< us
  Curve curve;                                                     ///< along the gradient, mean over places

  void add(const TableColumns& objects, double time_unit) {
    const Diffusivity y = diffusivity(objects, "y");
    along_gradient.push_back(y.value), longer_lag.push_back(y.longer_lag), lag = y.lag;
    along_vorticity.push_back(diffusivity(objects, "x").value);
    const Curve one = diffusivity_by_lag(objects, "y", time_unit);
    if (curve.x.empty()) curve = {one.name, one.x, std::vector<double>(one.x.size(), 0), one.points};
    // the mean of what there is
    const double n = static_cast<double>(along_gradient.size());
    for (std::size_t i = 0; i < one.y.size(); ++i) curve.y[i] += (one.y[i] - curve.y[i]) / n;
  }
};

} // namespace

ValidationResult validate_blood_viscosity(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{
      "blood_viscosity", "Blood in unbounded shear", "haematocrit", "viscosity over that of plasma", {}};
  Curve wide{"Pries et al. 1992, wide tubes", {}, {}, false};
  for (double H = 0; H <= 0.45; H += 0.01) wide.x.push_back(H), wide.y.push_back(viscosity_in_tube(1000, H));
  chart.curves.push_back(wide);
  const std::vector<double> rates = s.values({124}); // 62 and 500 take as long each
  const auto haematocrits = [](double rate) {
    return rate == 124 ? std::vector<double>{0.33, 0.43} : std::vector<double>{0.43};
  };
  const auto name = [](double H, double rate) { return text("haematocrit %g, %g 1/s", H, rate); };
  std::vector<Wanted> wanted;
  for (const double rate : rates)
    for (const double H : haematocrits(rate))
      // from a strain of 5 on it is steady (docs/suspension.md)
      wanted.push_back(
          {"blood_in_shear",
           {text("flow.shear_rate=%.9g 1/s", rate), text("objects.0.placements.haematocrit=%.9g", H),
            text("time.end=%.9g ms", 20e3 / rate), text("output.series_every=%.9g ms", 60 / rate)},
           {"1/3 um", "1/4 um", "1/5 um"},
           "relative viscosity",
           0.25,
           name(H, rate)});
  const std::vector<SeveralPlaces> all = suspensions_at_zero(wanted, s, result);
  auto next = all.begin();
  for (const double rate : rates) {
    Curve ours{text("ibsim, %g 1/s", rate), {}, {}, true};
    for (const double H : haematocrits(rate)) {
      const SeveralPlaces& found = *next++;
      const double fast = viscosity_in_tube(1000, H), slow = measured(H, rate);
      result.comparisons.push_back(
          within("relative viscosity, " + name(H, rate), found.value, found.error + found.from_order,
                 std::min(fast, slow), std::max(fast, slow),
                 "between wide tubes (Pries et al.) and a viscometer at this rate, at most "
                 "124 1/s (Wells and Merrill)"));
      draw_band(chart, H, result.comparisons.back(), text("%g 1/s", rate));
      ours.x.push_back(H), ours.y.push_back(found.value);
    }
    chart.curves.push_back(ours);
  }
  result.charts = {chart};
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
  const std::vector<double> haematocrits = s.values({0.2, 0.4});
  std::vector<SuspensionRun> runs;
  for (const double H : haematocrits)
    for (const int seed : places_of_platelets)
      runs.push_back({text("platelets at a haematocrit of %g, seed %d", H, seed),
                      validation_scenario("blood_with_platelets",
                                          {text("objects.0.placements.haematocrit=%.9g", H),
                                           text("objects.0.placements.seed=%d", seed),
                                           text("objects.1.placements.seed=%d", seed)},
                                          s)});
  const std::vector<SuspensionSeries> all = follow_suspensions(runs, s);
  auto next = all.begin();
  for (const double H : haematocrits) {
    std::map<std::string, Wandering> kinds;
    for (std::size_t place = 0; place < std::size(places_of_platelets); ++place, ++next)
      for (const auto& [name, objects] : next->objects) kinds[name].add(objects, 1 / rate);
    for (const auto& [name, kind] : kinds) {
      const Estimate y = mean_by_scatter(kind.along_gradient), x = mean_by_scatter(kind.along_vorticity);
      std::string seeds;
      for (const double one : kind.along_gradient) seeds += text(" %.3g", one);
      result.notes.push_back(
          text("Haematocrit %g, %s: %.3g +- %.2g um^2/s along the gradient, %.3g +- %.2g along the vorticity "
               "between lags of %.3g ms and half of that, 95 times in 100; between lags twice as long %.3g "
               "along the gradient. By seeds:%s.",
               H, name.c_str(), y.mean, y.error, x.mean, x.error, kind.lag / 1e3,
               mean_by_scatter(kind.longer_lag).mean, seeds.c_str()));
      chart.curves.push_back(kind.curve);
      chart.curves.back().name = text("%s, haematocrit %g", name.c_str(), H);
    }
    const Wandering& platelets = kinds.at("platelet");
    const Estimate found = mean_by_scatter(platelets.along_gradient);
    // what depends on the lag is no diffusivity yet
    const double error = found.error + std::abs(found.mean - mean_by_scatter(platelets.longer_lag).mean);
    result.comparisons.push_back(
        within(text("diffusivity of platelets along the gradient, um^2/s, 200 1/s, haematocrit %g", H),
               found.mean, error, 5, 25, "5 to 25 um^2/s (Turitto, Benis and Leonard 1972)"));
    draw_band(chart, rate * platelets.lag, result.comparisons.back());
  }
  result.charts = {chart};
  return result;
}

} // namespace ibsim
