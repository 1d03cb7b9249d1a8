// Two tables over time (run.csv, cells.csv), row by row at the times that both have.
#pragma once

#include "files/read_csv.hpp"

namespace ibsim {

/// What was found in one kind of file of two runs.
struct SeriesComparison {
  std::size_t common = 0;     ///< rows or frames at times that both have
  std::size_t alone = 0;      ///< those at times that only one has
  double first = 0, last = 0; ///< of these times, us
  bool same = true;
  double same_until = -1;         ///< the last common time before they part, us; -1: none
  double parts_at = 0;            ///< the first common time at which they differ, us
  std::vector<std::string> lines; ///< how they differ there, for a person
};

/// Times are the same within 1e-9, relative (the same time reached by other steps differs by round-off).
bool same_time(double a, double b);

/// Tolerance 0: the same text in every field, so the same bits. Otherwise numbers may differ by `tolerance`
/// times the largest value of the quantity in either table (of all components of a vector, of all energies).
/// state_hash, divergence and momentum, which are zero up to rounding, are then left out. The inclination of
/// a shape is weighted by its difference from a circle. `step` and `CFL`, which depend on the time step, are
/// left out too.
/// @throws InputError if times are no numbers or do not grow
SeriesComparison compare_series(const CsvTable& a, const CsvTable& b, double tolerance);

} // namespace ibsim
