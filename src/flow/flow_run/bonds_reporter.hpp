// bonds.csv: a row for each object with receptors, each of its adhesions and each output.series_every.
#pragma once

#include "flow_run/run_table.hpp"

namespace ibsim {

/// The columns of bonds.csv.
std::vector<std::string> bond_titles();

class BondsReporter : public OneTableReporter {
 public:
  explicit BondsReporter(const OutputContext&);

 private:
  void write(Simulation&) override;
};

} // namespace ibsim
