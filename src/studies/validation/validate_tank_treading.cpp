// Red cells in the shear of viscous media: inclination and frequency of those that tank-tread, and the stress
// at which they begin to.
#include "base/error.hpp"
#include "base/text.hpp"
#include "diagnostics/motion_in_shear.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

struct MotionInMedium {
  std::vector<double> strain, inclination; ///< gamma t; degrees, followed over half turns
  double mean_inclination = 0;             ///< degrees
  double frequency = 0;                    ///< of tank-treading over the shear rate
  bool tumbles = false;                    ///< its long axis makes half a turn
  std::string failure;                     ///< why the run ended early; then the means are NaN
  bool treads() const { return !tumbles && frequency > 0.005; }
};

/// A cell swings twice while its membrane goes round once, so means are over whole half turns of the membrane
/// (diagnostics/motion_in_shear.hpp).
/// @param round the angle by which the membrane has gone round, at each time
void take_means(MotionInMedium& motion, const std::vector<double>& round) {
  const std::size_t last = motion.strain.size() - 1;
  const HalfTurns turns = last_half_turns(motion.strain, round);
  for (std::size_t i = turns.from; i <= last; ++i) motion.mean_inclination += motion.inclination[i];
  motion.mean_inclination /= static_cast<double>(last + 1 - turns.from);
  motion.frequency = turns.angle / (2 * std::numbers::pi) / (motion.strain[last] - turns.begin);
}

/// @param viscosity mPa s @param rate 1/s @param strain gamma t at the end @param temperature of the cell
MotionInMedium in_shear(double viscosity, double rate, double strain, const std::string& cell,
                        const ValidationSettings& s, const std::string& temperature = "25 degC") {
  const double gamma = rate * 1e-6;
  const double apart = 0.25;                  // in strain
  const double viscous = 2.87e-4 * 10 * rate; // dyn/cm: ten times the membrane's viscosity times the rate
  const Scenario scenario = validation_scenario(
      "tank_treading",
      {"domain.cell=" + cell, text("fluid.viscosity=%.9g mPa s", viscosity),
       "fluid.temperature=" + temperature, text("flow.shear_rate=%.9g 1/s", rate),
       text("time.end=%.12g us", strain / gamma), text("output.series_every=%.12g us", apart / gamma),
       "output.cells_every=never", text("objects.0.membrane.viscous_modulus=%.9g dyn/cm", viscous)},
      s);
  s.report(text("%g mPa s, %g 1/s, h = ", viscosity, rate) + cell);
  MotionInMedium motion;
  std::vector<Sighting> seen;
  try {
    seen = follow_objects(scenario, s)[0];
  } catch (const NumericalError& e) {
    motion.mean_inclination = motion.frequency = std::nan("");
    motion.failure = text("%g mPa s, %g 1/s: ", viscosity, rate) + e.what();
    s.report(motion.failure);
    return motion;
  }
  std::vector<double> round;
  for (const Sighting& now : seen) {
    motion.tumbles = motion.tumbles || std::abs(now.angles.axis - seen[0].angles.axis) > std::numbers::pi / 2;
    motion.strain.push_back(gamma * now.time);
    motion.inclination.push_back(now.angles.axis * 180 / std::numbers::pi);
    round.push_back(now.angles.tank_treading);
  }
  take_means(motion, round);
  return motion;
}

struct Scatter {
  double low = 0, high = 0, mean = 0;
};

/// The scatter of the points within a factor 1.2 of a shear rate; zeros if there are none.
Scatter scatter_about(const Table& points, const std::string& column, double rate) {
  std::vector<double> found;
  for (std::size_t row = 0; row < points.rows.size(); ++row)
    if (std::abs(std::log(points.number(row, "shear rate (1/s)") / rate)) < std::log(1.2))
      found.push_back(points.number(row, column));
  if (found.empty()) return {};
  const auto [low, high] = std::minmax_element(found.begin(), found.end());
  double sum = 0;
  for (const double value : found) sum += value;
  return {*low, *high, sum / static_cast<double>(found.size())};
}

Curve all_points(const Table& points, const std::string& column, const std::string& name) {
  Curve curve{name, {}, {}, true};
  for (std::size_t row = 0; row < points.rows.size(); ++row) {
    curve.x.push_back(std::log10(points.number(row, "shear rate (1/s)")));
    curve.y.push_back(points.number(row, column));
  }
  return curve;
}

/// Where there are points to compare with.
void compare(ValidationResult& result, Chart& chart, const std::string& of, double rate,
             const std::string& what, double ours, const Scatter& theirs) {
  if (!(theirs.high > 0)) return;
  result.comparisons.push_back({what, ours, theirs.mean, theirs.low, theirs.high, "the donors' scatter"});
  draw_band(chart, std::log10(rate), result.comparisons.back(), of);
}

} // namespace

ValidationResult validate_tank_treading(const ValidationSettings& s) {
  ValidationResult result;
  const std::string cell = s.quick ? "1/2 um" : "1/3 um";
  Chart angles{"tank_treading_inclination",
               "Inclination of tank-treading red cells",
               "log10 of the shear rate in 1/s",
               "inclination, degrees",
               {}};
  Chart frequencies{"tank_treading_frequency",
                    "Frequency of tank-treading, 28.9 mPa s",
                    "log10 of the shear rate in 1/s",
                    "frequency over shear rate",
                    {}};
  struct Medium {
    double viscosity;
    std::string file;
    std::vector<double> quick, full;
  };
  for (const Medium& medium :
       {Medium{10.7, "inclination_fischer_2015_10.7", {}, {82.8, 122, 180, 262}}, // h = 1/2 um is too coarse
        Medium{23.9, "inclination_fischer_2015_23.9", {}, {11.9, 38.1, 120}},
        Medium{55.9, "inclination_fischer_2015_55.9", {55.6}, {12.1, 25.9, 55.6, 120}},
        Medium{104, "inclination_fischer_2015_104", {}, {5.64, 26.2, 122}}}) {
    const Table published = paper_table(medium.file);
    Curve ours{text("ibsim, %g mPa s", medium.viscosity), {}, {}};
    for (const double rate : s.values(s.quick ? medium.quick : medium.full)) {
      const std::string what = text("inclination in degrees, %g mPa s, %g 1/s", medium.viscosity, rate);
      if (!s.wants(what)) continue;
      const MotionInMedium motion = in_shear(medium.viscosity, rate, 60, cell, s);
      ours.x.push_back(std::log10(rate)), ours.y.push_back(motion.mean_inclination);
      if (!motion.failure.empty()) result.notes.push_back(motion.failure);
      compare(result, angles, text("%g mPa s", medium.viscosity), rate, what, motion.mean_inclination,
              scatter_about(published, "inclination (degrees)", rate));
    }
    angles.curves.push_back(ours);
    angles.curves.push_back(
        all_points(published, "inclination (degrees)", text("Fischer 2015, %g mPa s", medium.viscosity)));
  }
  const Table published = paper_table("tank_treading_frequency_fischer_2015");
  Curve ours{"ibsim", {}, {}};
  for (const double rate :
       s.values(s.quick ? std::vector<double>{65} : std::vector<double>{16.9, 32.5, 65, 131, 257})) {
    const std::string what = text("frequency over shear rate, 28.9 mPa s, %g 1/s", rate);
    if (!s.wants(what)) continue;
    const MotionInMedium motion = in_shear(28.9, rate, 60, cell, s);
    ours.x.push_back(std::log10(rate)), ours.y.push_back(motion.frequency);
    if (!motion.failure.empty()) result.notes.push_back(motion.failure);
    compare(result, frequencies, "", rate, what, motion.frequency,
            scatter_about(published, "frequency over shear rate", rate));
  }
  frequencies.curves = {ours, all_points(published, "frequency over shear rate", "Fischer 2015, 12 donors")};
  result.charts = {angles, frequencies};
  return result;
}

namespace {

/// Cells in plasma, five times less viscous than the inside, do not tank-tread at all: with rising stress
/// they tumble, roll, become stomatocytes that roll, and then polylobed (Lanotte et al. 2016, Proc. Natl.
/// Acad. Sci. 113, 13289-13294, doi:10.1073/pnas.1608074113; Mauer et al. 2018, Phys. Rev. Lett. 121,
/// 118103). The higher stress is one at which cells tank-tread in 23.9 mPa s.
void in_plasma(const ValidationSettings& s, ValidationResult& result) {
  const std::string what = "stresses of 0.12 and 0.48 Pa at which a cell tank-treads in plasma, ratio 5";
  if (!s.wants(what)) return;
  const double viscosity = 1.2;
  double treads = 0;
  Chart chart{
      "tumbling_threshold_plasma", "A red cell in sheared plasma", "gamma t", "inclination, degrees", {}};
  for (const double stress : {0.12, 0.48}) {
    const MotionInMedium motion = in_shear(viscosity, 1000 * stress / viscosity, 30, "1/2 um", s, "37 degC");
    if (!motion.failure.empty()) {
      result.notes.push_back(motion.failure);
      treads = std::nan("");
      continue;
    }
    treads += motion.treads();
    chart.curves.push_back(
        {text("%g Pa, %.3g 1/s", stress, 1000 * stress / viscosity), motion.strain, motion.inclination});
    result.notes.push_back(text("%g Pa in plasma: ", stress) +
                           (motion.tumbles ? "tumbles" : "does not tumble") +
                           text(", its membrane goes round %.4f times a strain.", motion.frequency));
  }
  result.charts.push_back(chart);
  result.comparisons.push_back(near(what, treads, 0, 0, "none (Lanotte et al. 2016)"));
}

} // namespace

ValidationResult validate_tumbling_threshold(const ValidationSettings& s) {
  ValidationResult result;
  const std::string cell = "1/2 um";
  const Table published = paper_table("tank_treading_threshold");
  Chart thresholds{"tumbling_threshold",
                   "Stress from which a red cell tank-treads",
                   "viscosity of the medium, mPa s",
                   "log10 of the stress in Pa",
                   {}};
  Curve measured{"Fischer and Korzeniewski 2013", {}, {}, true}, tumbling{"ibsim, tumbles", {}, {}, true},
      treading{"ibsim, tank-treads", {}, {}, true};
  for (const double viscosity : {10.7, 23.9}) {
    const std::string of = text(", %g mPa s", viscosity);
    if (!s.wants(of)) continue;
    std::vector<double> stresses;
    for (std::size_t row = 0; row < published.rows.size(); ++row)
      if (published.number(row, "viscosity (mPa s)") == viscosity)
        stresses.push_back(published.number(row, "stress (Pa)"));
    for (const double stress : stresses)
      measured.x.push_back(viscosity), measured.y.push_back(std::log10(stress));
    const auto [low, high] = std::minmax_element(stresses.begin(), stresses.end());
    Chart chart{text("tumbling_threshold_%g", viscosity),
                text("A red cell in shear, %g mPa s", viscosity),
                "gamma t",
                "inclination, degrees",
                {}};
    // Rates a factor of two apart, up from where it surely tumbles.
    double tumbles = 0, treads = 0;
    bool again = false; // it tumbles at a rate above one at which it does not
    for (const double stress : s.values(viscosity < 20 ? std::vector<double>{0.06, 0.12, 0.24, 0.48, 0.96}
                                                       : std::vector<double>{0.03, 0.06, 0.12, 0.24, 0.48})) {
      const double rate = 1000 * stress / viscosity;
      const MotionInMedium motion = in_shear(viscosity, rate, 30, cell, s);
      if (!motion.failure.empty()) {
        result.notes.push_back(motion.failure);
        continue;
      }
      (motion.tumbles ? tumbles : treads) = motion.tumbles || treads == 0 ? stress : treads;
      again = again || (motion.tumbles && treads > 0);
      Curve& seen = motion.tumbles ? tumbling : treading;
      seen.x.push_back(viscosity), seen.y.push_back(std::log10(stress));
      chart.curves.push_back({text("%g Pa, %.3g 1/s", stress, rate), motion.strain, motion.inclination});
    }
    const double threshold = tumbles > 0 && treads > 0 ? std::sqrt(tumbles * treads) : std::nan("");
    result.comparisons.push_back({"stress in Pa from which a cell tank-treads" + of, threshold,
                                  std::sqrt(*low * *high), *low / 3, *high * 3,
                                  "order of magnitude: a factor 3 about the measured ones"});
    Comparison band = result.comparisons.back();
    band.low = std::log10(band.low), band.high = std::log10(band.high);
    draw_band(thresholds, viscosity, band);
    result.comparisons.push_back(
        near("rates at which a cell tumbles above one at which it does not" + of, again, 0, 0, "none"));
    result.charts.push_back(chart);
  }
  thresholds.curves = {measured, tumbling, treading};
  result.charts.push_back(thresholds);
  in_plasma(s, result);
  return result;
}

} // namespace ibsim
