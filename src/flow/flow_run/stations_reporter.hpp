// stations.csv: a row a station (diagnostics/station_diagnostics.hpp), every output.series_every.
#pragma once

#include "diagnostics/station_diagnostics.hpp"
#include "flow_run/run_table.hpp"

namespace ibsim {

template <class B>
class StationsReporter : public OneTableReporter<B> {
 public:
  explicit StationsReporter(const OutputContext<B>&);

 private:
  void write(Simulation<B>&) override;
  std::vector<Column<AtStation>> columns_;
  Stations stations_;
};

} // namespace ibsim
