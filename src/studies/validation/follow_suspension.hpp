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
  /// Of cells.csv by the names of kinds: all objects of a time behind each other.
  std::map<std::string, TableColumns> objects;

  /// The mean of a quantity of run.csv, from a part of the run on.
  SeriesStatistics mean(const std::string& quantity, double from = 0.5) const;
};

/// Packs what waits for it, and runs. @throws NumericalError, Interrupted
SuspensionSeries follow_suspension(Scenario, const ValidationSettings&);

struct Diffusivity {
  double value = 0;       ///< um^2/s, with the longer lag
  double error = 0;       ///< standard error of the mean over objects; NaN of fewer than two
  double shorter_lag = 0; ///< the value with half the lag: the same once objects wander at random
  double lag = 0;         ///< us
};

/// Of each object the mean of (y(t + lag) - y(t))^2/(2 lag) over all t from the first quarter of the run on,
/// lag being half of what is left of it; the mean over objects. What they have in common, such as a drift, is
/// taken away. @param direction "x", "y" or "z" @param of_kind rows of cells.csv, equally spaced in time
Diffusivity diffusivity(const TableColumns& of_kind, const std::string& direction);

/// The same against the lag: x in units of `time_unit`, y in um^2/s, 24 lags and fewer of short runs.
Curve diffusivity_by_lag(const TableColumns& of_kind, const std::string& direction, double time_unit);

} // namespace ibsim
