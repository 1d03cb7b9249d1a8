// Two neo-Hookean capsules that meet in shear with inertia (Doddi and Bagchi 2008, Int. J. Multiphase Flow
// 34, 375-392, Figure 8c): they do not pass but turn back.
//
// The abscissa of the figure counts gamma t, not the place along the flow: it goes to 30 from capsules that
// start four diameters apart in a box of 6.25, and meets ours in time.
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Where a curve comes down through zero for the first time, and how steeply.
struct Crossing {
  double time = std::nan(""), speed = 0;
};

Crossing crossing(const Curve& curve) {
  for (std::size_t i = 1; i < curve.x.size(); ++i)
    if (curve.y[i - 1] > 0 && curve.y[i] <= 0) {
      const double speed = (curve.y[i - 1] - curve.y[i]) / (curve.x[i] - curve.x[i - 1]);
      return {curve.x[i - 1] + curve.y[i - 1] / speed, speed};
    }
  return {};
}

} // namespace

ValidationResult validate_capsule_pair(const ValidationSettings& s) {
  ValidationResult result;
  Chart across{"capsule_pair",
               "Two capsules that meet, Re on the diameter",
               "gamma t",
               "place across the flow, diameters",
               {}},
      paths{"capsule_pair_paths",
            "Two capsules that meet: paths of both",
            "along the flow, diameters",
            "across the flow, diameters",
            {}};
  const std::vector<std::string> cells =
      s.quick ? std::vector<std::string>{"1 um", "5/6 um"} : std::vector<std::string>{"1/2 um", "1/3 um"};
  for (const double Re : s.values(s.quick ? std::vector<double>{3} : std::vector<double>{3, 10})) {
    const double rate = Re / 64 * 1e6, modulus = Re / 64 * 8 / 0.15; // 1/s, dyn/cm
    const bool known = Re == 3 || Re == 10;
    if (!s.wants(text("Re = %g, h", Re))) continue;
    Curve theirs{text("Doddi and Bagchi, Re = %g", Re), {}, {}, true};
    if (known) {
      const Table published = paper_table(text("capsule_pair_re%g", Re));
      for (std::size_t row = 0; row < published.rows.size(); ++row) {
        theirs.x.push_back(published.number(row, "gamma t"));
        theirs.y.push_back(published.number(row, "y over diameter"));
      }
    }
    std::vector<Curve> on_grids; // of the first capsule, with the same times
    std::vector<real> h;
    for (const std::string& cell : cells) {
      const std::string of = text("ibsim, Re = %g, h = ", Re) + cell;
      const Scenario scenario = validation_scenario(
          "capsule_pair",
          {"domain.cell=" + cell, text("flow.shear_rate=%.9g 1/s", rate),
           text("objects.0.membrane.shear_modulus=%.9g dyn/cm", modulus),
           text("time.end=%.9g us", 30e6 / rate), text("output.series_every=%.9g us", 0.25e6 / rate)},
          s);
      s.report(of);
      h.push_back(scenario.grid.h);
      const std::vector<std::vector<Sighting>> seen = follow_objects(scenario, s);
      Curve ours{of, {}, {}};
      for (std::size_t object = 0; object < 2; ++object) {
        Curve path{of, {}, {}};
        for (const Sighting& now : seen[object]) {
          path.x.push_back((now.centre.z - 25) / 8), path.y.push_back((now.centre.y - 25) / 8);
          if (object == 0) ours.x.push_back(now.time * rate * 1e-6), ours.y.push_back(path.y.back());
        }
        paths.curves.push_back(path);
      }
      on_grids.push_back(ours);
    }
    for (const Curve& curve : on_grids) across.curves.push_back(curve);
    result.notes.push_back(
        text("Re = %g: across the middle at gamma t = %.2f with h = ", Re, crossing(on_grids[0]).time) +
        cells[0] + text(" and %.2f with ", crossing(on_grids[1]).time) + cells[1] + ".");
    if (!known) continue;
    // The kernel makes a capsule larger by 0.4 h (capsule_weak_flow), and the turn earlier: straight lines in
    // h.
    const real coarse = crossing(on_grids[0]).time, fine = crossing(on_grids[1]).time;
    const Crossing published = crossing(theirs);
    result.comparisons.push_back(near(text("gamma t across the middle, Re = %g, h to 0", Re),
                                      fine - (coarse - fine) * h[1] / (h[0] - h[1]), published.time,
                                      0.02 / published.speed, "0.02 diameters there"));
    for (std::size_t i = 1; i < theirs.x.size() && !s.quick; ++i) {
      result.comparisons.push_back(
          near(text("y over diameter at gamma t = %.3g, Re = %g, h = ", theirs.x[i], Re) + cells[1],
               interpolated(on_grids[1].x, on_grids[1].y, theirs.x[i]), theirs.y[i], 0.02,
               "0.02 diameters, a tenth of the way from 0.1 to -0.1"));
      draw_band(across, theirs.x[i], result.comparisons.back(), text("Re = %g", Re));
    }
    across.curves.push_back(theirs);
  }
  result.charts = {across, paths};
  return result;
}

} // namespace ibsim
