// run.csv, cells.csv, kinds.csv and contacts.csv: a row of the whole simulation, one an object, one a kind
// and one a pair of objects that touch, every output.series_every.
#pragma once

#include "diagnostics/run_diagnostics.hpp"
#include "flow_run/cell_output.hpp"
#include "flow_run/run_table.hpp"

namespace ibsim {

template <class B>
class TableReporter : public OutputReporter<B> {
 public:
  explicit TableReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  /// One an object, rad: restored from a checkpoint.
  std::vector<double>& cell_angles() { return series_.angles(); }
  const Compression& most_pressed() const { return series_.most_pressed(); }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override;
  std::vector<Diagnostic<PresentState<B>>> diagnostics_; ///< of a row of run_
  CellSeries<B> series_;
  RunTable run_, cells_, kinds_, contacts_;
};

} // namespace ibsim
