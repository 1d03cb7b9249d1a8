// stations.csv: a row a station (diagnostics/station_diagnostics.hpp), every output.series_every.
#pragma once

#include "diagnostics/station_diagnostics.hpp"
#include "flow_run/run_table.hpp"

namespace ibsim {

class StationsReporter : public OneTableReporter {
 public:
  explicit StationsReporter(const OutputContext&);

 private:
  void write(Simulation&) override;
  std::vector<Column<AtStation>> columns_;
  Stations stations_;
};

} // namespace ibsim
