// A quantity of a suspension's run.csv at h = 0: its scenario on several grids, and from several places.
#pragma once

#include "validation/several_places.hpp"
#include "validation/shared_runs.hpp"

#include <string>
#include <vector>

namespace ibsim {

/// A scenario of which a quantity of run.csv is wanted, from a part of the run on.
struct Wanted {
  std::string scenario;
  std::vector<std::string> overrides;
  std::vector<std::string> cells; ///< of its grids, coarsest first: "1/3 um" is the scenario's own
  std::string quantity;
  double from;
  std::string of; ///< what notes call it
};

/// A quantity of run.csv in a part of a run. An error that is not known is as large as the spread.
Estimate mean_of(const SuspensionSeries&, const std::string& quantity, double from, double to = 1);

/// What is found of each at h = 0 from several places, of which the first is run on all grids and the others
/// on the coarsest; a note of its grids, and one of its places.
std::vector<SeveralPlaces> suspensions_at_zero(const std::vector<Wanted>&, const ValidationSettings&,
                                               ValidationResult&);

} // namespace ibsim
