// bonds.csv: a row for each object with receptors, each of its adhesions and each output.series_every.
#pragma once

#include "flow_run/run_table.hpp"

namespace ibsim {

/// The columns of bonds.csv.
std::vector<std::string> bond_titles();

template <class B>
class BondsReporter : public OutputReporter<B> {
 public:
  explicit BondsReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    table_.add_marks(marks, time);
  }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override { table_.add_mark(time); }
  RunTable table_;
};

} // namespace ibsim
