// run.csv, cells.csv, kinds.csv and contacts.csv: a row of the whole simulation, one an object, one a kind
// and one a pair of objects that touch, every output.series_every. With attraction aggregates.csv and
// aggregated_pairs.csv too.
//
// Rows of thousands of objects take longer to write than to measure, so a thread writes them while the
// simulation goes on. It also notes where the tables stand; who asks for that waits for it.
#pragma once

#include "diagnostics/run_diagnostics.hpp"
#include "files/background_writer.hpp"
#include "flow_run/cell_output.hpp"
#include "flow_run/run_table.hpp"

#include <optional>

namespace ibsim {

class TableReporter : public OutputReporter {
 public:
  explicit TableReporter(const OutputContext&);
  void add_marks(std::map<std::string, OutputMark>&, real time) const override;
  void settle() override { writer_.wait(); }
  /// One an object, rad: restored from a checkpoint.
  std::vector<double>& cell_angles() { return series_.angles(); }
  const Compression& most_pressed() const { return series_.most_pressed(); }

 private:
  void write(Simulation&) override;
  void mark(real time) override;
  std::vector<Diagnostic<PresentState>> diagnostics_; ///< of a row of run_
  CellSeries series_;
  std::vector<RunTable*> tables();
  RunTable run_, cells_, kinds_, contacts_;         ///< the writer's
  std::optional<RunTable> aggregates_, held_pairs_; ///< with attraction
  mutable BackgroundWriter writer_;                 ///< last, so that it finishes before the files close
};

} // namespace ibsim
