// Red cells in the shear of viscous media: inclination and frequency of those that tank-tread, and the stress
// at which they begin to. Re = rho gamma R^2/mu is 0.2 whatever the rate, by the density.
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/follow_objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

struct MotionInShear {
  std::vector<double> strain, inclination; ///< gamma t; degrees, followed over half turns
  double mean_inclination = 0;             ///< of the last half, degrees
  double frequency = 0;                    ///< of tank-treading over the shear rate, of the last half
  bool tumbles = false;                    ///< its long axis makes half a turn
  std::string failure;                     ///< why the run ended early; then the means are NaN
};

/// @param viscosity mPa s @param rate 1/s @param strain gamma t at the end
MotionInShear in_shear(double viscosity, double rate, double strain, const std::string& cell,
                       const ValidationSettings& s) {
  const Scenario base = validation_scenario("tank_treading", {});
  const double R = base.objects[0].surface.half_axes.x;
  const double gamma = rate * 1e-6, density = 0.2 * viscosity / (gamma * R * R); // cP, g/cm^3
  const double apart = 0.25;                                                     // in strain
  const Scenario scenario = validation_scenario(
      "tank_treading",
      {"domain.cell=" + cell, text("fluid.viscosity=%.9g mPa s", viscosity),
       text("fluid.density=%.9g g/cm^3", density), text("flow.shear_rate=%.9g 1/s", rate),
       text("objects.0.viscosity_ratio=%.9g", 6 / viscosity), text("time.end=%.12g us", strain / gamma),
       text("output.series_every=%.12g us", apart / gamma), "output.cells_every=never",
       std::string("objects.0.data_sites=") + (cell == "1/4 um" ? "864" : "400"),
       std::string("objects.0.sample_sites=") + (cell == "1/4 um" ? "8832" : "2208")});
  s.report(text("%g mPa s, %g 1/s, h = ", viscosity, rate) + cell);
  MotionInShear motion;
  double first_axis = 0, treaded_at_half = 0;
  int in_mean = 0;
  std::vector<Sighting> seen;
  try {
    seen = follow_objects(scenario, s)[0];
  } catch (const NumericalError& e) {
    motion.mean_inclination = motion.frequency = std::nan("");
    motion.failure = text("%g mPa s, %g 1/s: ", viscosity, rate) + e.what();
    s.report(motion.failure);
    return motion;
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const CellAngles& angles = seen[i].angles;
    if (i == 0) first_axis = angles.axis;
    if (i == seen.size() / 2) treaded_at_half = angles.tank_treading;
    if (i >= seen.size() / 2) motion.mean_inclination += angles.axis * 180 / std::numbers::pi, ++in_mean;
    motion.tumbles = motion.tumbles || std::abs(angles.axis - first_axis) > std::numbers::pi / 2;
    motion.strain.push_back(gamma * seen[i].time);
    motion.inclination.push_back(angles.axis * 180 / std::numbers::pi);
  }
  motion.mean_inclination /= in_mean;
  const double half = motion.strain.back() - motion.strain[seen.size() / 2];
  motion.frequency =
      std::abs(seen.back().angles.tank_treading - treaded_at_half) / (2 * std::numbers::pi * half);
  return motion;
}

struct Scatter {
  double low = 0, high = 0, mean = 0;
};

/// Of the points within a factor 1.2 of a shear rate; zeros if there are none.
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
void compare(ValidationResult& result, const std::string& what, double ours, const Scatter& theirs) {
  if (theirs.high > 0)
    result.comparisons.push_back({what, ours, theirs.mean, theirs.low, theirs.high, "the donors' scatter"});
}

} // namespace

ValidationResult validate_tank_treading(const ValidationSettings& s) {
  ValidationResult result;
  const std::string cell = "1/2 um";
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
       {Medium{10.7, "inclination_fischer_2015_10.7", {122}, {82.8, 122, 180, 262}},
        Medium{55.9, "inclination_fischer_2015_55.9", {25.9}, {12.1, 25.9, 55.6, 120}}}) {
    const Table published = paper_table(medium.file);
    Curve ours{text("ibsim, %g mPa s", medium.viscosity), {}, {}};
    for (const double rate : s.values(s.quick ? medium.quick : medium.full)) {
      const MotionInShear motion = in_shear(medium.viscosity, rate, 60, cell, s);
      ours.x.push_back(std::log10(rate)), ours.y.push_back(motion.mean_inclination);
      if (!motion.failure.empty()) result.notes.push_back(motion.failure);
      compare(result, text("inclination in degrees, %g mPa s, %g 1/s", medium.viscosity, rate),
              motion.mean_inclination, scatter_about(published, "inclination (degrees)", rate));
    }
    angles.curves.push_back(ours);
    angles.curves.push_back(
        all_points(published, "inclination (degrees)", text("Fischer 2015, %g mPa s", medium.viscosity)));
  }
  const Table published = paper_table("tank_treading_frequency_fischer_2015");
  Curve ours{"ibsim", {}, {}};
  for (const double rate :
       s.values(s.quick ? std::vector<double>{65} : std::vector<double>{16.9, 32.5, 65, 131, 257})) {
    const MotionInShear motion = in_shear(28.9, rate, 60, cell, s);
    ours.x.push_back(std::log10(rate)), ours.y.push_back(motion.frequency);
    if (!motion.failure.empty()) result.notes.push_back(motion.failure);
    compare(result, text("frequency over shear rate, 28.9 mPa s, %g 1/s", rate), motion.frequency,
            scatter_about(published, "frequency over shear rate", rate));
  }
  frequencies.curves = {ours, all_points(published, "frequency over shear rate", "Fischer 2015, 12 donors")};
  result.charts = {angles, frequencies};
  return result;
}

ValidationResult validate_tumbling_threshold(const ValidationSettings& s) {
  ValidationResult result;
  const std::string cell = "1/2 um";
  const Table published = paper_table("tank_treading_threshold");
  for (const double viscosity : s.quick ? std::vector<double>{23.9} : std::vector<double>{10.7, 23.9}) {
    std::vector<double> stresses;
    for (std::size_t row = 0; row < published.rows.size(); ++row)
      if (published.number(row, "viscosity (mPa s)") == viscosity)
        stresses.push_back(published.number(row, "stress (Pa)"));
    const auto [low, high] = std::minmax_element(stresses.begin(), stresses.end());
    Chart chart{text("tumbling_threshold_%g", viscosity),
                text("A red cell in shear, %g mPa s", viscosity),
                "gamma t",
                "inclination, degrees",
                {}};
    // Rates a factor of two apart, up from where it surely tumbles.
    double tumbles = 0, treads = 0;
    bool again = false; // it tumbles at a rate above one at which it does not
    for (const double stress :
         s.values(s.quick          ? std::vector<double>{0.24, 0.48}
                  : viscosity < 20 ? std::vector<double>{0.24, 0.48, 0.96, 1.92}
                                   : std::vector<double>{0.03, 0.06, 0.12, 0.24, 0.48})) {
      const double rate = 1000 * stress / viscosity;
      const MotionInShear motion = in_shear(viscosity, rate, 30, cell, s);
      if (!motion.failure.empty()) {
        result.notes.push_back(motion.failure);
        continue;
      }
      (motion.tumbles ? tumbles : treads) = motion.tumbles || treads == 0 ? stress : treads;
      again = again || (motion.tumbles && treads > 0);
      chart.curves.push_back({text("%g Pa, %.3g 1/s", stress, rate), motion.strain, motion.inclination});
    }
    const std::string of = text(", %g mPa s", viscosity);
    const double threshold = tumbles > 0 && treads > 0 ? std::sqrt(tumbles * treads) : std::nan("");
    result.comparisons.push_back({"stress in Pa from which a cell tank-treads" + of, threshold,
                                  std::sqrt(*low * *high), *low / 3, *high * 3,
                                  "order of magnitude: a factor 3 about the measured ones"});
    result.comparisons.push_back(
        near("rates at which a cell tumbles above one at which it does not" + of, again, 0, 0, "none"));
    result.charts.push_back(chart);
  }
  return result;
}

} // namespace ibsim
