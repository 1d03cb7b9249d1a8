// Spherical capsules in shear flow: D = (L - B)/(L + B) of the ellipsoid with the same moments of volume.
//
// Small deformations (Barthes-Biesel and Rallison 1981, J. Fluid Mech. 113, doi:10.1017/S0022112081003480):
//   D = (5/4) (2 + nu)/(1 + nu) Ca,  Ca = mu gamma a/G_s,  whatever the viscosity inside;
// nu, the surface's Poisson ratio, is 1/2 of a neo-Hookean sheet and C/(1 + C) of Skalak's with K = C G_s.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// mu gamma a of a scenario with one sphere, pg/us^2: over a modulus it is the capillary number.
real viscous_tension(const FlowModel& s) {
  const real gamma = s.drive.shear_rate.at(0);
  return s.fluid.viscosity * gamma * s.objects[0].closed().surface.half_axes.x;
}

std::string dyn_a_cm(real modulus) { return text("%.9g dyn/cm", modulus); } // pg/us^2 are dyn/cm

struct Deformation {
  std::vector<double> strain, D, inclination; ///< gamma t; degrees
};

Deformation deformation(const Scenario& scenario, const ValidationSettings& s) {
  const real gamma = scenario.drive.shear_rate.at(0);
  const std::vector<Sighting> seen = follow_objects(scenario, s).at(0);
  Deformation found;
  for (const Sighting& now : seen) {
    found.strain.push_back(gamma * now.time);
    found.D.push_back(now.shape.taylor_deformation);
    found.inclination.push_back(now.shape.inclination * 180 / std::numbers::pi);
  }
  return found;
}

/// Curves on grids from coarse to fine, and for h to 0. A delta kernel enlarges an object by some tenths of h
/// (validate_drag.cpp), so D has an error of first order in h, with a term of second order. The parabola
/// through the three finest grids removes it; with two grids a straight line.
struct OnGrids {
  std::vector<real> h;
  std::vector<Deformation> of; ///< each with the same times
  Deformation limit;
};

/// Lagrange's polynomial at h = 0 of curves with the same abscissas, one a grid.
std::vector<double> at_zero(const std::vector<std::vector<double>>& curves, const std::vector<real>& h) {
  std::vector<double> limit(curves.back().size(), 0);
  for (std::size_t i = 0; i < h.size(); ++i) {
    double weight = 1;
    for (std::size_t j = 0; j < h.size(); ++j)
      if (j != i) weight *= h[j] / (h[j] - h[i]);
    for (std::size_t at = 0; at < limit.size(); ++at) limit[at] += weight * curves[i][at];
  }
  return limit;
}

OnGrids on_grids(const std::string& name, const std::vector<std::string>& settings,
                 const std::vector<std::string>& cells, const std::string& what,
                 const ValidationSettings& s) {
  OnGrids found;
  for (const std::string& cell : cells) {
    std::vector<std::string> with_cell = settings;
    with_cell.push_back("domain.cell=" + cell);
    const Scenario scenario = validation_scenario(name, with_cell, s);
    s.report(what + ", h = " + cell);
    found.h.push_back(scenario.grid.h);
    found.of.push_back(deformation(scenario, s));
  }
  std::vector<std::vector<double>> D, inclination;
  std::vector<real> h;
  for (std::size_t i = found.h.size() - std::min<std::size_t>(found.h.size(), 3); i < found.h.size(); ++i) {
    h.push_back(found.h[i]);
    D.push_back(found.of[i].D), inclination.push_back(found.of[i].inclination);
  }
  found.limit = {found.of.back().strain, at_zero(D, h), at_zero(inclination, h)};
  return found;
}

/// "h = 1: 0.41, h = 0.66667: 0.39, h to 0: 0.37" at a strain.
std::string on_each_grid(const OnGrids& found, double strain) {
  std::string words;
  for (std::size_t i = 0; i < found.h.size(); ++i)
    words += "h = " + short_number(found.h[i]) +
             " um: " + short_number(interpolated(found.of[i].strain, found.of[i].D, strain)) + ", ";
  return words + "h to 0: " + short_number(interpolated(found.limit.strain, found.limit.D, strain));
}

Curve points(const std::string& file, const std::string& name) {
  const Table table = paper_table(file);
  std::vector<std::pair<double, double>> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    rows.emplace_back(table.number(row, "gamma t"), table.number(row, "D"));
  std::sort(rows.begin(), rows.end()); // digitised in no order
  Curve curve{name, {}, {}, true};
  for (const auto& [x, y] : rows) curve.x.push_back(x), curve.y.push_back(y);
  return curve;
}

ValidationResult neo_hookean_in_shear(const std::string& name, const std::string& title,
                                      const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{name, title, "gamma t", "D", {}};
  const std::vector<std::string> cells = s.quick ? std::vector<std::string>{"1 um", "2/3 um"}
                                                 : std::vector<std::string>{"2/3 um", "1/2 um", "1/3 um"};
  const double band = s.quick ? 0.05 : 0.02;       // 2 % is that of capsule_weak_flow, by three grids as well
  for (const double Ca : s.values({0.025, 0.1})) { // on E_s = 3 G_s
    const std::string of = "Ca = " + short_number(Ca);
    if (!s.wants(of)) continue;
    const real modulus = viscous_tension(validation_scenario(name, {})) / (3 * Ca);
    std::vector<std::string> settings{"objects.0.membrane.shear_modulus=" + dyn_a_cm(modulus)};
    if (!s.quick) settings.push_back("time.end=12 ms");
    const OnGrids ours = on_grids(name, settings, cells, of, s);
    for (std::size_t i = 0; i < ours.h.size(); ++i)
      chart.curves.push_back(
          {of + ", h = " + short_number(ours.h[i]) + " um", ours.of[i].strain, ours.of[i].D});
    result.notes.push_back(of + ", D at the end, " + on_each_grid(ours, ours.limit.strain.back()) + ".");
    if (Ca != 0.025 && Ca != 0.1) continue; // no reference
    const std::string at_Ca = "_" + short_number(Ca);
    const Curve reference = points("capsule_boundary_integral" + at_Ca, "boundary integral, " + of);
    chart.curves.push_back(reference);
    chart.curves.push_back(points("capsule_ramanujan_pozrikidis" + at_Ca, "Ramanujan and Pozrikidis, " + of));
    chart.curves.push_back(points("capsule_doddi_bagchi" + at_Ca, "Doddi and Bagchi, " + of));
    for (const double strain : {0.25, 0.5, 1.0, 2.0, 4.0, 6.0}) {
      const double theirs = interpolated(reference.x, reference.y, strain);
      if (strain > ours.limit.strain.back() || !std::isfinite(theirs)) continue;
      result.comparisons.push_back(
          near("D at gamma t = " + short_number(strain) + ", " + of + ", h to 0",
               interpolated(ours.limit.strain, ours.limit.D, strain), theirs, band * theirs,
               short_number(100 * band) + " % about a boundary integral that is right to 1e-4"));
      draw_band(chart, strain, result.comparisons.back(), of);
    }
  }
  result.charts = {chart};
  return result;
}

} // namespace

ValidationResult validate_capsule_neo_hookean(const ValidationSettings& s) {
  ValidationResult result =
      neo_hookean_in_shear("capsule_neo_hookean", "A neo-Hookean capsule in shear flow", s);
  result.notes.push_back(
      "Ca = mu gamma a/E_s, E_s = 3 G_s, Re = rho gamma a^2/mu = 0.008; walls 12 radii apart make "
      "the shear, the boundary integral and the published curves are of open fluid.");
  return result;
}

ValidationResult validate_capsule_unbounded(const ValidationSettings& s) {
  ValidationResult result =
      neo_hookean_in_shear("capsule_unbounded", "A neo-Hookean capsule in unbounded shear", s);
  result.notes.push_back("Ca = mu gamma a/E_s, E_s = 3 G_s, Re = rho gamma a^2/mu = 0.008; the box of 12 "
                         "radii is a period of the "
                         "shear (Lees-Edwards), so there are images but no walls.");
  return result;
}

ValidationResult validate_capsule_weak_flow(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{"capsule_weak_flow", "Capsules in weak shear, h to 0", "Ca = mu gamma a/G_s", "D", {}};
  struct Sheet {
    std::string name, law;
    real area_over_shear, poisson; ///< 0: no area modulus
  };
  for (const Sheet& sheet :
       {Sheet{"neo-Hookean", "neo-hookean", 0, 0.5}, Sheet{"Skalak, C = 1", "skalak", 1, 0.5},
        Sheet{"Skalak, C = 10", "skalak", 10, 10.0 / 11}}) {
    const real slope = 1.25 * (2 + sheet.poisson) / (1 + sheet.poisson);
    Curve ours{"ibsim, " + sheet.name, {}, {}, true},
        theory{"theory, nu = " + short_number(sheet.poisson), {0}, {0}};
    const std::string in_the_limit = "D/Ca of " + sheet.name + ", h and Ca to 0";
    for (const double Ca : s.values({0.005, 0.01, 0.02})) {
      const std::string of = sheet.name + ", Ca = " + short_number(Ca);
      if (!s.wants("D of " + of + ", h to 0") && !(Ca < 0.02 && s.wants(in_the_limit))) continue;
      const real modulus = viscous_tension(validation_scenario("capsule_weak_flow", {})) / Ca;
      std::vector<std::string> settings{"objects.0.membrane.law=" + sheet.law,
                                        "objects.0.membrane.shear_modulus=" + dyn_a_cm(modulus)};
      if (sheet.area_over_shear > 0)
        settings.push_back("objects.0.membrane.area_modulus=" + dyn_a_cm(sheet.area_over_shear * modulus));
      const OnGrids found = on_grids("capsule_weak_flow", settings, {"1/2 um", "1/3 um", "1/4 um"}, of, s);
      const double D = found.limit.D.back();
      ours.x.push_back(Ca), ours.y.push_back(D);
      theory.x.push_back(Ca), theory.y.push_back(slope * Ca);
      if (Ca <= 0.02)
        result.comparisons.push_back(near_in_parts("D of " + of + ", h to 0", D, slope * Ca, 0.02)),
            draw_band(chart, Ca, result.comparisons.back(), sheet.name);
      result.notes.push_back(of + ": D " + on_each_grid(found, found.limit.strain.back()) + "; inclination " +
                             short_number(found.limit.inclination.back()) +
                             " degrees (45 in the limit of no flow).");
    }
    if (ours.x.size() > 1 && ours.x[1] <= 0.02 && s.wants(in_the_limit)) {
      // Shear the other way mirrors the shape, so D is odd in Ca: D/Ca has an error of second order in Ca.
      const auto squared = [&](std::size_t i) { return ours.x[i] * ours.x[i]; };
      const auto slope_at = [&](std::size_t i) { return ours.y[i] / ours.x[i]; };
      const double by_square = (slope_at(1) - slope_at(0)) / (squared(1) - squared(0));
      const double limit = slope_at(0) - by_square * squared(0);
      result.comparisons.push_back(near_in_parts(in_the_limit, limit, slope, 0.02));
      std::string words = sheet.name + ": D/Ca over the theory's";
      for (std::size_t i = 0; i < ours.x.size(); ++i) words += text(" %.4f,", slope_at(i) / slope);
      if (ours.x.size() > 2)
        words += text(" and the parabola in Ca of the first two has %.4f at Ca = %g,",
                      (limit + by_square * squared(2)) / slope, ours.x[2]);
      result.notes.push_back(words + text(" and %.4f for Ca to 0.", limit / slope));
    }
    chart.curves.push_back(ours), chart.curves.push_back(theory);
  }
  result.charts = {chart};
  return result;
}

} // namespace ibsim
