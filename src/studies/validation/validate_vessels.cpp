// Blood in a tube and in a channel: its apparent viscosity, and the layer of plasma at the walls.
//
// It is run from two starts that enclose what is developed (two_starts.hpp): in a channel with cells
// everywhere, from where the layer grows, and with all of them away from the walls, from where it shrinks; in
// a tube with none near a plane through the axis, so more at the wall, from where the viscosity falls, and
// with all of them around the axis, from where it rises. A viscosity is that at h = 0, as in
// validate_blood.cpp.
#include "base/text.hpp"
#include "simulation/scenario.hpp"
#include "validation/follow_objects.hpp"
#include "validation/pries.hpp"
#include "validation/suspension_at_zero.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// As many cells as the haematocrit of the channel asks for, 2 um and more away from its walls.
const char* const away_from_walls = "objects.0.placements={number: 46, seed: 7, within: {low: [0 um, 2 um, 0 "
                                    "um], high: [24 um, 28 um, 24 um]}}";

/// As many cells as in the tube, in a square around its axis, whose edges have 2.1 um.
const char* const middle_of_tube =
    "objects.1.placements={number: 24, seed: 7, within: {low: [4.1 um, 4.1 um, 0 um], high: [19.9 um, 19.9 "
    "um, 24 um]}}";

/// A table of places in data/validation, as it stands in a scenario.
std::string places_of(const std::string& name) {
  const Table table = paper_table(name);
  std::string places;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto of = [&](const char* column) { return table.number(row, column); };
    places += text("%s{at: [%.9g um, %.9g um, %.9g um], rotation: [[%.9g, %.9g, %.9g], [%.9g, %.9g, %.9g], "
                   "[%.9g, %.9g, %.9g]]}",
                   row ? ", " : "", of("x (um)"), of("y (um)"), of("z (um)"), of("rotation xx"),
                   of("rotation xy"), of("rotation xz"), of("rotation yx"), of("rotation yy"),
                   of("rotation yz"), of("rotation zx"), of("rotation zy"), of("rotation zz"));
  }
  return "[" + places + "]";
}

/// What a run of this scenario finds in its later half.
LaterHalf of_run(const std::string& scenario, const std::vector<std::string>& overrides,
                 const std::string& quantity, const ValidationSettings& s) {
  const SuspensionSeries series = follow_suspension(validation_scenario(scenario, overrides, s.refined), s);
  return {mean_of(series, quantity, 0.5, 0.75), mean_of(series, quantity, 0.75)};
}

/// A note of both starts. @param where the cells of the first are
void note_starts(const std::string& of, const std::string& quantity, const char* where,
                 const LaterHalf& first, const LaterHalf& middle, ValidationResult& result) {
  result.notes.push_back(
      text("%s, h = 1/3 um, %s: from cells %s %.3f +- %.2g in the third quarter of the run and %.3f +- "
           "%.2g in the last, from cells away from the wall %.3f +- %.2g and %.3f +- %.2g.",
           of.c_str(), quantity.c_str(), where, first.third.mean, first.third.error, first.last.mean,
           first.last.error, middle.third.mean, middle.third.error, middle.last.mean, middle.last.error));
}

} // namespace

ValidationResult validate_blood_in_tube(const ValidationSettings& s) {
  ValidationResult result;
  const double D = 20, in_tube = 0.3;
  const std::string of = text("tube of 20 um, H_T = %g", in_tube);
  const std::string quantity = "relative viscosity";
  // what h does is known long before blood is developed
  const std::vector<OnGrid> early = on_grids(
      {"1/3 um", "1/4 um"}, Wanted{"blood_in_tube", {"time.end=100 ms"}, quantity, 0.5, of}, s, result);
  s.report(of + ", from both sides");
  const LaterHalf sides =
      of_run("blood_in_tube", {"objects.1.placements=" + places_of("blood_in_tube_sides")}, quantity, s);
  s.report(of + ", from the middle");
  const LaterHalf middle = of_run("blood_in_tube", {middle_of_tube}, quantity, s);
  note_starts(of, quantity, "at both sides", sides, middle, result);
  const Estimate coarse = enclosed(sides, middle);
  const Estimate to_zero = zero_over_coarsest(early);
  const double theirs = viscosity_in_tube(D, discharge_haematocrit(D, in_tube));
  result.comparisons.push_back(
      within("viscosity over that of plasma, " + of, to_zero.mean * coarse.mean,
             std::hypot(to_zero.mean * coarse.error, 2 * to_zero.error * coarse.mean), 0.9 * theirs,
             1.1 * theirs, "10 % about Pries et al. at the discharge haematocrit that goes with it"));
  return result;
}

ValidationResult validate_blood_in_channel(const ValidationSettings& s) {
  ValidationResult result;
  const std::string of = "channel of 30 um, 25 %";
  // h moves the layer by less than its error: 1.436 +- 0.095 and 1.457 +- 0.071 um with 1/3 and 1/4 um
  const std::string quantity = "lower cell-free layer";
  s.report(of + ", from cells everywhere");
  const LaterHalf everywhere = of_run("blood_in_slit", {}, quantity, s);
  s.report(of + ", from the middle");
  const LaterHalf middle = of_run("blood_in_slit", {away_from_walls}, quantity, s);
  note_starts(of, quantity, "everywhere", everywhere, middle, result);
  const Estimate found = enclosed(everywhere, middle);
  result.comparisons.push_back(within("cell-free layer at the lower wall, um, " + of, found.mean, found.error,
                                      2, 4,
                                      "3 um (Vahidkhah, Diamond and Bagchi 2014, figure 7), read to 1 um"));
  return result;
}

} // namespace ibsim
