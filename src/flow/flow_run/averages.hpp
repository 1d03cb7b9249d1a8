// Averages over time of what a run has written in its tables, with their statistical errors
// (diagnostics/series_statistics.hpp): made of the tables themselves, so that nothing of them is state.
//
//   averages.csv       a row a column of run.csv, and one a kind and column of kinds.csv and cells.csv; of
//                      the latter the mean over its objects
//   mean_profiles.csv  the mean of profiles.csv: a row a layer, each column with its error
#pragma once

#include "base/precision.hpp"

#include <filesystem>
#include <string>

namespace ibsim {

/// Writes the means of the rows from `from` (us) on, to within round-off; no files where there are none.
/// @return the relative viscosity in words, or empty. @throws InputError, ResourceError
std::string write_averages(const std::filesystem::path& folder, real from);

} // namespace ibsim
