#include "validation/suspension_at_zero.hpp"

#include "base/text.hpp"
#include "validation/follow_objects.hpp"

#include <cmath>
#include <span>

namespace ibsim {
namespace {

/// Number of other random places, in addition to the scenario's seed 7. At a haematocrit of 0.33 three seeds
/// scatter by s = 0.04 (docs/notes/validation.md), and two errors of the line to h = 0 are 0.065. Student's
/// factor times s/sqrt(n) is 0.099 for n = 3 seeds, 0.064 for 4 and 0.042 for 6. From four seeds on, places
/// are not the larger part.
constexpr int other_seeds[] = {8, 9, 10};

/// Values of each grid, then of each other place.
void add_runs(const Wanted& wanted, const ValidationSettings& s, std::vector<SuspensionRun>& to) {
  const auto add = [&](const std::string& more) {
    std::vector<std::string> all = wanted.overrides;
    all.push_back(more);
    to.push_back({wanted.of + ", " + more, validation_scenario(wanted.scenario, all, s)});
  };
  for (const std::string& cell : wanted.cells) add("domain.cell=" + cell);
  for (const int seed : other_seeds) add(text("objects.0.placements.seed=%d", seed));
}

void note_grids(const Wanted& wanted, const std::vector<OnGrid>& grids, ValidationResult& result) {
  std::string note = wanted.of + ", " + wanted.quantity + ":";
  for (const OnGrid& one : grids)
    note += text(" %.3f +- %.2g at h = %.3g um,", one.found.mean, one.found.error, one.h);
  const AtZero zero = line_to_zero(grids);
  note += text(" %.3f +- %.2g at h = 0", zero.value.mean, zero.value.error);
  if (grids.size() > 2) note += text(", of which the coarsest grid causes %.2g", zero.from_order);
  result.notes.push_back(note + ".");
}

/// @param found of add_runs, in that order
SeveralPlaces at_zero(const Wanted& wanted, std::span<const OnGrid> found, ValidationResult& result) {
  const std::vector<OnGrid> grids(found.begin(), found.begin() + std::ssize(wanted.cells));
  note_grids(wanted, grids, result);
  std::vector<double> others;
  std::string note =
      text("%s, %s at h = %.3g um by the seed of the places: 7 %.3f +- %.2g", wanted.of.c_str(),
           wanted.quantity.c_str(), grids.front().h, grids.front().found.mean, grids.front().found.error);
  for (std::size_t i = 0; i < std::size(other_seeds); ++i) {
    const Estimate& of_place = found[grids.size() + i].found;
    others.push_back(of_place.mean);
    note += text(", %d %.3f +- %.2g", other_seeds[i], of_place.mean, of_place.error);
  }
  const SeveralPlaces places = several_places(grids, others);
  result.notes.push_back(note +
                         text("; their mean %.3f +- %.2g, single ones scatter by %.2g %%. At h = 0 %.3f, "
                              "off by less than %.2g 95 times in 100, and by %.2g by the coarsest grid.",
                              places.coarsest.mean, places.coarsest.error, 100 * places.scatter, places.value,
                              places.error, places.from_order));
  return places;
}

} // namespace

Estimate mean_of(const SuspensionSeries& series, const std::string& quantity, double from, double to) {
  const SeriesStatistics found = series.mean(quantity, from, to);
  return {found.mean, std::isfinite(found.error) ? found.error : found.deviation};
}

std::vector<SeveralPlaces> suspensions_at_zero(const std::vector<Wanted>& all, const ValidationSettings& s,
                                               ValidationResult& result) {
  std::vector<SuspensionRun> runs;
  for (const Wanted& wanted : all) add_runs(wanted, s, runs);
  const std::vector<SuspensionSeries> series = follow_suspensions(runs, s);
  std::vector<SeveralPlaces> places;
  std::size_t run = 0;
  for (const Wanted& wanted : all) {
    std::vector<OnGrid> found;
    for (std::size_t i = 0; i < wanted.cells.size() + std::size(other_seeds); ++i, ++run)
      found.push_back({runs[run].scenario.grid.h, mean_of(series[run], wanted.quantity, wanted.from)});
    places.push_back(at_zero(wanted, found, result));
  }
  return places;
}

} // namespace ibsim
