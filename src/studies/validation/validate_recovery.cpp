// A red cell that was stretched and let go: the time constant of its recovery, and the membrane's viscosity
// of which it comes (recovery_fit.hpp).
#include "base/error.hpp"
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/recovery_fit.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

struct Ratios {
  std::vector<double> time, ratio; ///< s, L/W
};

/// The ratios from when it is let go.
Ratios recovery_of(const Scenario& scenario, const ValidationSettings& s) {
  Ratios found;
  const real released = scenario.objects[0].tweezers.at(0).history.release;
  for (const std::vector<Sighting> seen = follow_objects(scenario, s)[0]; const Sighting& now : seen)
    if (now.time >= released * (1 - 1e-9)) {
      found.time.push_back((now.time - released) * 1e-6);
      found.ratio.push_back(now.extent.x / std::max(now.extent.y, now.extent.z));
    }
  return found;
}

/// Curves of equation 10 with the least and the greatest time constant of each band, from our start to our
/// end.
void draw_bands(Chart& chart, const std::vector<Comparison>& comparisons, Recovery curve, double duration) {
  for (const Comparison& c : comparisons)
    for (int i = 0; i <= 40; ++i) {
      Comparison here = c;
      const double time = duration * i / 40;
      curve.time_constant = c.low, here.low = curve.at(time);
      curve.time_constant = c.high, here.high = curve.at(time);
      draw_band(chart, time, here, "time constant");
    }
}

} // namespace

ValidationResult validate_shape_recovery(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{"shape_recovery", "A stretched red cell is let go", "time, s", "length over width", {}};
  const Table published = paper_table("shape_recovery_hochmuth_1979");
  double sum = 0;
  int cells = 0;
  std::string each;
  for (int cell = 1; cell <= 4; ++cell) {
    Ratios theirs;
    for (std::size_t row = 0; row < published.rows.size(); ++row)
      if (published.number(row, "red cell") == cell) {
        theirs.time.push_back(published.number(row, "time (s)"));
        theirs.ratio.push_back(published.number(row, "length over width"));
      }
    const double first = theirs.time.front();
    for (double& t : theirs.time) t -= first;
    const Recovery fit = fit_recovery(theirs.time, theirs.ratio);
    sum += fit.time_constant, ++cells;
    each += text("%s%.3f s", cell == 1 ? "" : ", ", fit.time_constant);
    chart.curves.push_back({text("Hochmuth 1979, cell %d", cell), theirs.time, theirs.ratio, true});
  }
  const double mean = sum / cells;
  for (const std::string& cell :
       s.quick ? std::vector<std::string>{"2/3 um"} : std::vector<std::string>{"2/3 um", "1/2 um"}) {
    if (!s.wants("h = " + cell)) continue;
    s.report("h = " + cell);
    const Scenario scenario = validation_scenario("shape_recovery", {"domain.cell=" + cell}, s);
    const auto compare = [&](double time_constant) {
      const std::string what = "time constant of the recovery, s, h = " + cell;
      result.comparisons.push_back(
          near(what, time_constant, 0.115, 0.2 * 0.115, "20 % about the published 0.10 to 0.13 s"));
      result.comparisons.push_back(
          near(what, time_constant, mean, 0.2 * mean, "20 % about the mean of four cells, by the same fit"));
    };
    Ratios ours;
    try {
      ours = recovery_of(scenario, s);
    } catch (const NumericalError& e) {
      compare(std::nan(""));
      result.notes.push_back("h = " + cell + ": " + e.what());
      continue;
    }
    const Recovery fit = fit_recovery(ours.time, ours.ratio);
    compare(fit.time_constant);
    if (chart.bands.empty()) draw_bands(chart, result.comparisons, fit, ours.time.back());
    result.notes.push_back(text("h = %s: L/W %.2f when let go and %.2f in the end, equation 10 fits to %.3f.",
                                cell.c_str(), fit.start, fit.end, fit.error));
    chart.curves.push_back({"ibsim, h = " + cell, ours.time, ours.ratio});
  }
  result.notes.push_back("The same fit gives " + each +
                         " of the four cells; eta/mu of the scenario is 0.117 s.");
  result.charts = {chart};
  return result;
}

} // namespace ibsim
