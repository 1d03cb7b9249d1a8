// The tables of a suspension as its run goes on: run.csv, kinds.csv, cells.csv and profiles.csv as columns of
// numbers, without files.
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
  /// Rows of cells.csv by the names of kinds; objects of a time follow each other.
  std::map<std::string, TableColumns> objects;
  TableColumns profiles; ///< a row a layer, every output.profiles_every

  /// The mean of a quantity of run.csv between two parts of the run, 0 to 1.
  SeriesStatistics mean(const std::string& quantity, double from, double to = 1) const;
};

/// Packs what waits for it, and runs. Cases ask for all of their runs at once (shared_runs.hpp). @throws
/// NumericalError, Interrupted
SuspensionSeries follow_suspension(Scenario, const ValidationSettings&);

struct Diffusivity {
  double value = 0; ///< um^2/s, between half of the lag and the lag
  double error = 0; ///< standard error of the mean over objects; NaN of fewer than two
  /// the value between the lag and twice of it: the same once objects wander at random
  double longer_lag = 0;
  double lag = 0; ///< us
};

/// Half of the slope of each object's mean squared displacement over the lag, D = (M(lag) - M(lag/2))/lag,
/// M(lag) = mean of (y(t + lag) - y(t))^2. The mean is over objects and over all t after the first quarter of
/// the run; lag is an eighth of the rest. It is a slope, because the motion within a few turns adds a
/// constant to M. The error grows with the root of the lag: an eighth gives one object 0.62 of D, a quarter
/// 0.93. The common motion of objects, such as a drift, is subtracted.
/// @param direction "x", "y" or "z"
/// @param of_kind rows of cells.csv, equally spaced in time
Diffusivity diffusivity(const TableColumns& of_kind, const std::string& direction);

/// M(lag)/(2 lag) against the lag, to four times that of `diffusivity`: x in units of `time_unit`, y in
/// um^2/s, 24 lags and fewer of short runs.
Curve diffusivity_by_lag(const TableColumns& of_kind, const std::string& direction, double time_unit);

} // namespace ibsim
