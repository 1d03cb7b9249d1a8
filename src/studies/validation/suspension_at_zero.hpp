// A quantity of a suspension's run.csv at h = 0: its scenario on several grids, and from several places.
#pragma once

#include "validation/follow_suspension.hpp"
#include "validation/several_places.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// A scenario of which a quantity of run.csv is wanted, from a part of the run on.
struct Wanted {
  std::string scenario;
  std::vector<std::string> overrides;
  std::string quantity;
  double from;
  std::string of; ///< what notes call it
};

/// A quantity of run.csv in a part of a run. An error that is not known is as large as the spread.
Estimate mean_of(const SuspensionSeries&, const std::string& quantity, double from, double to = 1);

/// Runs on these grids, coarsest first; a note of each and of h = 0. @param cells "1/3 um"
std::vector<OnGrid> on_grids(const std::vector<std::string>& cells, const Wanted&, const ValidationSettings&,
                             ValidationResult&);

/// What is found at h = 0 from several places, of which the others are run on the scenario's grid, the
/// coarsest; a note of each.
SeveralPlaces from_other_places(const std::vector<OnGrid>& grids, const Wanted&, const ValidationSettings&,
                                ValidationResult&);

} // namespace ibsim
