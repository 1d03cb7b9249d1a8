// stations.csv: a row a station (diagnostics/station_diagnostics.hpp), every output.series_every.
#pragma once

#include "diagnostics/station_diagnostics.hpp"
#include "flow_run/run_table.hpp"

namespace ibsim {

template <class B>
class StationsReporter : public OutputReporter<B> {
 public:
  explicit StationsReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    table_.add_marks(marks, time);
  }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override { table_.add_mark(time); }
  std::vector<Column<AtStation>> columns_;
  Stations stations_;
  RunTable table_;
};

} // namespace ibsim
