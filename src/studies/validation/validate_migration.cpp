// A neutrally buoyant stiff sphere in Poiseuille flow between walls (Segre and Silberberg 1962, J. Fluid
// Mech.
// 14; in a slit Ho and Leal 1974, J. Fluid Mech. 65, 365-400, doi:10.1017/S0022112074001431): inertia drives
// it from the middle outwards and from the walls inwards, to 0.6 of half the gap from the middle (small
// spheres, small Reynolds numbers).
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "validation/follow_objects.hpp"

#include <cmath>

namespace ibsim {

ValidationResult validate_segre_silberberg(const ValidationSettings& s) {
  ValidationResult result;
  Chart chart{"segre_silberberg",
              "A stiff sphere in Poiseuille flow between walls",
              "time, ms",
              "distance from the middle over half the gap",
              {}};
  const std::vector<std::string> cells =
      s.quick ? std::vector<std::string>{"1 um"} : std::vector<std::string>{"1 um", "2/3 um"};
  const real from[2] = {0.3, 0.75};
  std::vector<real> h, places;
  for (const std::string& cell : cells) {
    real ends[2] = {};
    for (const int side : {0, 1}) {
      const Scenario scenario = validation_scenario(
          "segre_silberberg",
          {"domain.cell=" + cell, text("objects.0.at=[16 um, %.9g um, 16 um]", 20 * (1 + from[side])),
           s.quick ? "time.end=2 ms" : "time.end=10 ms"},
          s);
      const std::string of = text("from %g of half the gap, h = ", from[side]) + cell;
      s.report(of);
      Curve path{of, {}, {}};
      for (const std::vector<Sighting> seen = follow_objects(scenario, s)[0]; const Sighting& now : seen)
        path.x.push_back(now.time * 1e-3), path.y.push_back((now.centre.y - 20) / 20);
      ends[side] = path.y.back();
      if (side == 0) h.push_back(scenario.grid.h);
      // either way it must move towards the place between
      const real low = side == 0 ? from[0] : from[0] + 0.01, high = side == 0 ? from[1] : from[1] - 0.01;
      result.comparisons.push_back({"place reached " + of, ends[side], 0.6, side == 0 ? low + 0.01 : low,
                                    high, "nearer to the place between the two starts"});
      chart.curves.push_back(path);
    }
    places.push_back((ends[0] + ends[1]) / 2);
    result.notes.push_back(text("h = %s: at the end at %.3f (from the middle) and %.3f (from the wall).",
                                cell.c_str(), ends[0], ends[1]));
  }
  const double end = chart.curves[0].x.back();
  if (places.size() > 1) { // the kernel makes the sphere larger by 0.4 h (hasimoto)
    result.comparisons.push_back(near("place of equilibrium over half the gap, h to 0",
                                      places[1] - (places[0] - places[1]) * h[1] / (h[0] - h[1]), 0.6, 0.06,
                                      "10 %"));
    for (const double x : {0.0, end / 2, end}) draw_band(chart, x, result.comparisons.back());
  }
  chart.curves.push_back({"Ho and Leal 1974", {0, end}, {0.6, 0.6}});
  result.charts = {chart};
  return result;
}

} // namespace ibsim
