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

class BondEventsReporter : public OneTableReporter {
 public:
  explicit BondEventsReporter(const OutputContext&);

 private:
  void write(Simulation&) override;
  using Counts = std::map<std::pair<std::size_t, std::int64_t>, real>; ///< by adhesion and object
  void warn_of_missed(const Counts& all, Counts& counted);
  real until_;        ///< events up to this time are in the table, us
  Counts all_before_; ///< formed and broken until then
  bool knows_all_before_ = false, has_warned_ = false;
};

} // namespace ibsim
