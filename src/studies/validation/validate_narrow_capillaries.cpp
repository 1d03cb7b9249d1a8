// Single red cells in glass capillaries that are narrower than a cell at rest:
// Tomaiuolo, Simeone, Martinelli, Rotoli and Guido (2009, Soft Matter 5, 3736-3740).
//
// They give the velocity v of a cell against G, the pressure drop over the length of the capillary. One cell
// hardly changes the resistance of a long capillary, so G = 8 mu U/R^2 with the mean velocity U of the fluid.
// A short periodic tube has another mean gradient, because the cell fills half of it. So the runs keep U at
// R^2 G/(8 mu), and v/U is the mobility v 8 mu/(R^2 G).
//
// The viscosity of their fluid is not known. The ratio of the mobilities v/G of both tubes needs none. A
// mobility is the slope of the line through the origin by least squares; the band is the scatter of single
// cells about both lines. Each number has two starts, from cells of two lengths, one of them off the axis.
// Its error is half of their difference, and the larger change from the third quarter of a run to the last.
#include "validation/narrow_capillaries.hpp"

#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/shared_runs.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

SlopeThroughOrigin slope_through_origin(const std::vector<double>& x, const std::vector<double>& y) {
  double xx = 0, xy = 0, squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) xx += x[i] * x[i], xy += x[i] * y[i];
  const double value = xy / xx;
  for (std::size_t i = 0; i < x.size(); ++i) squares += std::pow(y[i] / (x[i] * value) - 1, 2);
  return {value, std::sqrt(squares / static_cast<double>(x.size()))};
}

Estimate of_two_starts(const LaterHalf& one, const LaterHalf& other) {
  const auto moved = [](const LaterHalf& run) { return std::abs(run.last.mean - run.third.mean); };
  return {(one.last.mean + other.last.mean) / 2,
          std::abs(one.last.mean - other.last.mean) / 2 + std::max(moved(one), moved(other))};
}

namespace {

/// Rows of a table of data/validation for one tube.
struct OfTube {
  std::vector<double> x, y, low, high;
};
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

struct Capillary {
  double D;                       ///< um
  std::vector<double> gradients;  ///< Pa/um, those of single cells in the table
  std::vector<const char*> start; ///< two stretches that keep the volume
};
const Capillary capillaries[] = {
    {4.7, {1.0281, 3.0593, 5.4917}, {"[0.535, 1.54, 1.21]", "[0.535, 1.62, 1.15]"}},
    {6.6, {0.65198, 3.1011, 7.1467}, {"[0.7, 1.4, 1.018]", "[0.72, 1.2, 1.154]"}}};
/// Distance of the second start from the axis, um.
constexpr double off_axis[] = {0, 0.08};

/// A cell in the third and in the last quarter of its run.
struct Found {
  LaterHalf velocity, length; ///< mm/s, um
  double off_axis = 0;        ///< at the end, um
};

constexpr double period = 24; // um

/// Width of the box, um: 3 um wider than the tube, so that solid surrounds it.
double box_of(const Capillary& tube) { return std::ceil(tube.D + 3); }

/// @param mean velocity of the fluid, mm/s
SuspensionRun run_of(const Capillary& tube, double G, double mean, std::size_t start,
                     const ValidationSettings& s) {
  const double box = box_of(tube), end = s.quick ? 15 / mean : std::max(30 / mean, 20.0); // ms
  const std::string side = text("%g um", box), middle = text("%g um", box / 2),
                    length = text("%g um", period), half = text("%g um", period / 2);
  std::vector<std::string> keys{"domain.size=[" + side + ", " + side + ", " + length + "]",
                                text("vessel.shape.cylinder.radius=%.9g um", tube.D / 2),
                                "vessel.shape.cylinder.at=[" + middle + ", " + middle + ", " + half + "]",
                                text("objects.0.at=[%g um, ", box / 2 + off_axis[start]) + middle + ", " +
                                    half + "]",
                                std::string("objects.0.stretch=") + tube.start[start],
                                text("flow.mean_velocity=%.9g mm/s", mean),
                                text("time.end=%.9g ms", end),
                                text("output.series_every=%.9g ms", end / 40)};
  if (s.quick) keys.insert(keys.end(), {"domain.cell=1/3 um", "objects.0.viscosity_ratio=1"});
  return {text("tube of %g um, %g Pa/um, start %zu of 2", tube.D, G, start + 1),
          validation_scenario("red_cell_in_narrow_capillary", keys, s)};
}

Found found_in(const SuspensionSeries& series, double box) {
  const TableColumns& cell = series.objects.at("red cell");
  const std::vector<double>&time = cell.at("time"), &z = cell.at("centre z"), &extent = cell.at("extent z");
  std::vector<double> way{0}; // across the ends of the box
  for (std::size_t i = 1; i < z.size(); ++i)
    way.push_back(way.back() + std::remainder(z[i] - z[i - 1], period));
  const std::size_t last = z.size() - 1;
  const auto between = [&](std::size_t from, std::size_t to) {
    double length = 0;
    for (std::size_t i = from; i <= to; ++i) length += extent[i] / static_cast<double>(to - from + 1);
    return std::pair{1e3 * (way[to] - way[from]) / (time[to] - time[from]), length};
  };
  const auto third = between(last / 2, 3 * last / 4), fourth = between(3 * last / 4, last);
  return {{{third.first, 0}, {fourth.first, 0}},
          {{third.second, 0}, {fourth.second, 0}},
          std::hypot(cell.at("centre x")[last] - box / 2, cell.at("centre y")[last] - box / 2)};
}

} // namespace

ValidationResult validate_narrow_capillaries(const ValidationSettings& s) {
  ValidationResult result;
  const auto chart = [](const char* name, const char* x, const char* y) {
    return Chart{name, "Red cells in narrow capillaries", x, y, {}};
  };
  Chart velocities = chart("narrow_capillaries", "pressure gradient, Pa/um", "velocity, mm/s"),
        lengths = chart("narrow_capillaries_length", "velocity, mm/s", "length, um");
  const double viscosity = validation_scenario("red_cell_in_narrow_capillary", {}, s).fluid.viscosity;
  std::vector<SlopeThroughOrigin> ours, theirs;
  double error = 0; // of the ratio, in parts
  const auto gradients_of = [&](const Capillary& tube) {
    return s.quick ? std::vector<double>{tube.gradients[1]} : tube.gradients;
  };
  const auto mean_velocity = [&](const Capillary& tube, double G) { // mm/s
    return tube.D * tube.D * G / (32 * viscosity);
  };
  std::vector<SuspensionRun> runs;
  for (const Capillary& tube : capillaries)
    for (const double G : gradients_of(tube))
      for (std::size_t start = 0; start < 2; ++start)
        runs.push_back(run_of(tube, G, mean_velocity(tube, G), start, s));
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  std::size_t run = 0;
  for (const Capillary& capillary : capillaries) {
    const double D = capillary.D;
    const OfTube by_pressure = measured("capillary_velocity_tomaiuolo_2009", D, "pressure gradient (Pa/um)",
                                        "velocity (mm/s)", "velocity (mm/s)", "velocity (mm/s)"),
                 by_velocity = measured("capillary_length_tomaiuolo_2009", D, "velocity (mm/s)",
                                        "length (um)", "length from (um)", "length to (um)");
    const std::string tube = text("%g um", D);
    Curve velocity{"ibsim, " + tube, {}, {}, true}, length = velocity;
    double of_tube = 0;
    for (const double G : gradients_of(capillary)) {
      const double mean = mean_velocity(capillary, G);
      const Found one = found_in(series[run], box_of(capillary)),
                  other = found_in(series[run + 1], box_of(capillary));
      run += 2;
      const Estimate v = of_two_starts(one.velocity, other.velocity),
                     l = of_two_starts(one.length, other.length);
      velocity.x.push_back(G), velocity.y.push_back(v.mean);
      length.x.push_back(v.mean), length.y.push_back(l.mean);
      of_tube = std::max(of_tube, v.error / v.mean);
      Comparison compared{text("length in a tube of %g um at %g Pa/um, um", D, G),
                          l.mean,
                          interpolated(by_velocity.x, by_velocity.y, v.mean),
                          interpolated(by_velocity.x, by_velocity.low, v.mean),
                          interpolated(by_velocity.x, by_velocity.high, v.mean),
                          "the error bars at this velocity",
                          l.error};
      result.comparisons.push_back(compared);
      draw_band(lengths, v.mean, compared, tube);
      result.notes.push_back(text("In a tube of %g um, mean velocity %.4g mm/s (%g Pa/um): v = %.4g +- %.2g "
                                  "mm/s, v/U = %.4f; %.2f +- %.2g um long, %.2f and %.2f um off the axis.",
                                  D, mean, G, v.mean, v.error, v.mean / mean, l.mean, l.error, one.off_axis,
                                  other.off_axis));
    }
    ours.push_back(slope_through_origin(velocity.x, velocity.y)),
        theirs.push_back(slope_through_origin(by_pressure.x, by_pressure.y));
    error = std::hypot(error, of_tube);
    result.notes.push_back(text(
        "Mobility v/G in %g um: %.4g mm/s per Pa/um with %.3g mPa s, measured %.4g: equal for a fluid of "
        "%.3g mPa s.",
        D, ours.back().value, viscosity, theirs.back().value,
        viscosity * ours.back().value / theirs.back().value));
    velocities.curves.push_back(velocity), lengths.curves.push_back(length);
    velocities.curves.push_back({"Tomaiuolo et al. 2009, " + tube, by_pressure.x, by_pressure.y, true});
    lengths.curves.push_back({"Tomaiuolo et al. 2009, " + tube, by_velocity.x, by_velocity.y, true});
  }
  const double ratio = theirs[0].value / theirs[1].value, found = ours[0].value / ours[1].value,
               part = std::hypot(theirs[0].scatter, theirs[1].scatter);
  result.comparisons.push_back({"mobility in 4.7 um over that in 6.6 um", found, ratio, (1 - part) * ratio,
                                (1 + part) * ratio, "the scatter of single cells", error * found});
  result.charts = {velocities, lengths};
  return result;
}

} // namespace ibsim
