// profiles.csv: a row a layer of the box (diagnostics/profiles.hpp), every output.profiles_every. Where there
// are stations with walls, station_profiles.csv too: a row a layer below the wall of each.
#pragma once

#include "diagnostics/profiles.hpp"
#include "diagnostics/station_diagnostics.hpp"
#include "flow_run/run_table.hpp"

#include <optional>

namespace ibsim {

template <class B>
class ProfilesReporter : public OneTableReporter<B> {
 public:
  explicit ProfilesReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    OneTableReporter<B>::add_marks(marks, time);
    if (of_stations_) of_stations_->add_marks(marks, time);
  }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override {
    OneTableReporter<B>::mark(time);
    if (of_stations_) of_stations_->add_mark(time);
  }
  std::vector<Column<ProfileRow>> columns_;
  Profiles profiles_;
  std::optional<Stations> stations_;
  std::optional<RunTable> of_stations_;
};

} // namespace ibsim
