// run.csv and cells.csv: a row of the whole simulation and one an object, every output.series_every.
#pragma once

#include "diagnostics/run_diagnostics.hpp"
#include "flow_run/cell_output.hpp"
#include "flow_run/output_reporter.hpp"

namespace ibsim {

template <class B>
class TableReporter : public OutputReporter<B> {
 public:
  explicit TableReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  /// One an object, rad: restored from a checkpoint.
  std::vector<double>& cell_angles() { return cells_.angles(); }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override;
  CsvFile run_;
  std::vector<Diagnostic<PresentState<B>>> diagnostics_; ///< of a row of run_
  CellSeries<B> cells_;
  OutputHistory run_marks_, cells_marks_;
};

} // namespace ibsim
