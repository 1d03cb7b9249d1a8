// sweep.csv: of each point its keys, how it ended, and what the tables of its run end with.
#pragma once

#include "files/csv.hpp"
#include "sweep/run_points.hpp"

#include <map>

namespace ibsim {

class SweepTable {
 public:
  /// Reads what the runs have so far.
  SweepTable(const SweepPlan&, const std::filesystem::path& folder);
  /// Reads the tables of a point again.
  void update(std::size_t point);
  /// @throws ResourceError
  void write(const std::vector<PointResult>&) const;

 private:
  const SweepPlan& plan_;
  std::filesystem::path folder_;
  std::vector<std::map<std::string, CsvValue>> rows_; ///< by column
  std::vector<std::string> columns_;
};

} // namespace ibsim
