// Single red cells in glass capillaries that are narrower than they are, at measured pressure gradients:
// Tomaiuolo, Simeone, Martinelli, Rotoli and Guido (2009, Soft Matter 5, 3736-3740).
//
// The velocity of a cell is the mobility v/G times the pressure gradient G. The viscosity of their fluid is
// not known, so the ratio of the mobilities of both tubes is compared, which has none. A mobility is the
// slope of the line through the origin, by least squares; the band is the scatter of single cells about both
// lines.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

struct OfTube {
  std::vector<double> x, y, low, high;
};
/// Rows of a table of data/validation whose diameter is D um.
OfTube measured(const std::string& file, double D, const std::string& x, const std::string& y,
                const std::string& low, const std::string& high) {
  const Table table = paper_table(file);
  OfTube found;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (std::abs(table.number(row, "diameter (um)") - D) > 1e-6) continue;
    found.x.push_back(table.number(row, x)), found.y.push_back(table.number(row, y));
    found.low.push_back(table.number(row, low)), found.high.push_back(table.number(row, high));
  }
  return found;
}

/// A line through the origin.
struct Slope {
  double value = 0, scatter = 0; ///< standard deviation of single points, in parts of the value
};
Slope slope_of(const std::vector<double>& x, const std::vector<double>& y) {
  double xx = 0, xy = 0, squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) xx += x[i] * x[i], xy += x[i] * y[i];
  const double value = xy / xx;
  for (std::size_t i = 0; i < x.size(); ++i) squares += std::pow(y[i] / (x[i] * value) - 1, 2);
  return {value, std::sqrt(squares / static_cast<double>(x.size()))};
}

struct Capillary {
  double D;                      ///< um
  std::vector<double> gradients; ///< Pa/um
};
const Capillary capillaries[] = {{4.7, {1.03, 3.06, 5.49}}, {6.6, {0.65, 3.1, 7.15}}};
constexpr double way = 40; // um that a cell moves by a low estimate of its velocity

struct Found {
  double velocity = 0, length = 0; ///< mm/s, um, over the last quarter
};
Found cell_in(double D, double gradient, const ValidationSettings& s) {
  const double box = std::ceil(D + 3), mobility = D < 5.5 ? 0.5 : 1.3; // mm/s per Pa/um, a low estimate
  const std::string side = text("%g um", box), middle = text("%g um", box / 2);
  Scenario scenario = validation_scenario("red_cell_in_narrow_capillary",
                                          {"domain.size=[" + side + ", " + side + ", 24 um]",
                                           text("objects.0.radius=%.9g um", D / 2),
                                           "objects.0.at=[" + middle + ", " + middle + ", 12 um]",
                                           "objects.1.at=[" + middle + ", " + middle + ", 12 um]",
                                           text("flow.pressure_gradient=%.9g kPa/m", 1e3 * gradient),
                                           text("time.end=%.9g ms", way / (mobility * gradient))},
                                          s);
  s.report(text("tube of %g um, %g Pa/um", D, gradient));
  const std::vector<Sighting> seen = follow_objects(scenario, s)[1];
  const std::size_t from = 3 * seen.size() / 4, last = seen.size() - 1;
  Found found{1e3 * (seen[last].centre.z - seen[from].centre.z) / (seen[last].time - seen[from].time), 0};
  for (std::size_t i = from; i <= last; ++i)
    found.length += seen[i].extent.z / static_cast<double>(last - from + 1);
  return found;
}

} // namespace

ValidationResult validate_narrow_capillaries(const ValidationSettings& s) {
  ValidationResult result;
  Chart velocities{"narrow_capillaries",
                   "Red cells in narrow capillaries",
                   "pressure gradient, Pa/um",
                   "velocity, mm/s",
                   {}},
      lengths{
          "narrow_capillaries_length", "Red cells in narrow capillaries", "velocity, mm/s", "length, um", {}};
  std::vector<Slope> ours, theirs;
  for (const auto& [D, gradients] : capillaries) {
    const OfTube by_pressure = measured("capillary_velocity_tomaiuolo_2009", D, "pressure gradient (Pa/um)",
                                        "velocity (mm/s)", "velocity (mm/s)", "velocity (mm/s)"),
                 by_velocity = measured("capillary_length_tomaiuolo_2009", D, "velocity (mm/s)",
                                        "length (um)", "length from (um)", "length to (um)");
    const std::string tube = text("%g um", D);
    Curve velocity{"ibsim, " + tube, {}, {}, true}, length = velocity;
    for (const double gradient : gradients) {
      const Found found = cell_in(D, gradient, s);
      velocity.x.push_back(gradient), velocity.y.push_back(found.velocity);
      length.x.push_back(found.velocity), length.y.push_back(found.length);
      result.comparisons.push_back({text("length in a tube of %g um at %g Pa/um, um", D, gradient),
                                    found.length, interpolated(by_velocity.x, by_velocity.y, found.velocity),
                                    interpolated(by_velocity.x, by_velocity.low, found.velocity),
                                    interpolated(by_velocity.x, by_velocity.high, found.velocity),
                                    "the error bars at this velocity"});
      draw_band(lengths, found.velocity, result.comparisons.back(), tube);
      result.notes.push_back(
          text("In a tube of %g um at %g Pa/um a cell moves at %.3g mm/s.", D, gradient, found.velocity));
    }
    ours.push_back(slope_of(velocity.x, velocity.y)),
        theirs.push_back(slope_of(by_pressure.x, by_pressure.y));
    velocities.curves.push_back(velocity), lengths.curves.push_back(length);
    velocities.curves.push_back({"Tomaiuolo et al. 2009, " + tube, by_pressure.x, by_pressure.y, true});
    lengths.curves.push_back({"Tomaiuolo et al. 2009, " + tube, by_velocity.x, by_velocity.y, true});
  }
  const double ratio = theirs[0].value / theirs[1].value,
               part = std::hypot(theirs[0].scatter, theirs[1].scatter);
  result.comparisons.push_back(near("mobility in 4.7 um over that in 6.6 um", ours[0].value / ours[1].value,
                                    ratio, part * ratio, "the scatter of single cells"));
  result.charts = {velocities, lengths};
  return result;
}

} // namespace ibsim
