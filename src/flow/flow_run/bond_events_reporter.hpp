// bond_events.csv: a row for each bond that formed or broke since the rows before, of all adhesions with
// `events`, every output.series_every. Rows follow from what receptors remember (mechanics/bond_lives.hpp),
// in the order of times, then of kinds, adhesions, objects and receptors.
#pragma once

#include "flow_run/run_table.hpp"

namespace ibsim {

/// The columns of bond_events.csv.
std::vector<std::string> bond_event_titles();

/// True if any adhesion of a model has events.
bool has_bond_events(const FlowModel&);

template <class B>
class BondEventsReporter : public OneTableReporter<B> {
 public:
  explicit BondEventsReporter(const OutputContext<B>&);

 private:
  void write(Simulation<B>&) override;
  real until_;                             ///< events up to this time are in the table, us
  std::map<std::string, real> all_before_; ///< formed and broken until then, by adhesion
  bool has_warned_ = false;
};

} // namespace ibsim
