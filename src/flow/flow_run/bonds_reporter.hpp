// bonds.csv: a row for each object with receptors, each of its adhesions and each output.series_every.
#pragma once

#include "flow_run/run_table.hpp"

namespace ibsim {

/// The columns of bonds.csv.
std::vector<std::string> bond_titles();

template <class B>
class BondsReporter : public OneTableReporter<B> {
 public:
  explicit BondsReporter(const OutputContext<B>&);

 private:
  void write(Simulation<B>&) override;
};

} // namespace ibsim
