// The tables of a suspension as its run goes on: run.csv and kinds.csv as columns of numbers, without files.
#pragma once

#include "diagnostics/series_statistics.hpp"
#include "validation/validation.hpp"

#include <map>

namespace ibsim {

struct Scenario;

using TableColumns = std::map<std::string, std::vector<double>>; ///< by their titles, without units

struct SuspensionSeries {
  TableColumns run;                          ///< a row every output.series_every; times in us
  std::map<std::string, TableColumns> kinds; ///< by their names
  TableColumns objects;                      ///< of cells.csv: all objects of a time behind each other

  /// The mean of a quantity of run.csv, from a part of the run on.
  SeriesStatistics mean(const std::string& quantity, double from = 0.5) const;
};

/// Packs what waits for it, and runs. @throws NumericalError, Interrupted
SuspensionSeries follow_suspension(Scenario, const ValidationSettings&);

/// Half the slope of `mean squared displacement` of a kind about its mean over time, um^2/s, by least squares
/// over the second half of the run. @param direction "x", "y" or "z"
double diffusivity(const TableColumns& kind, const std::string& direction);

} // namespace ibsim
