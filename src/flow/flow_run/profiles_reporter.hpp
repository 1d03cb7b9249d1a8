// profiles.csv: a row a layer of the box (diagnostics/profiles.hpp), every output.profiles_every. Where there
// are stations with walls, station_profiles.csv too: a row a layer below the wall of each.
#pragma once

#include "diagnostics/profiles.hpp"
#include "diagnostics/station_diagnostics.hpp"
#include "flow_run/run_table.hpp"

#include <optional>

namespace ibsim {

class ProfilesReporter : public OneTableReporter {
 public:
  explicit ProfilesReporter(const OutputContext&);
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    OneTableReporter::add_marks(marks, time);
    if (of_stations_) of_stations_->add_marks(marks, time);
  }

 private:
  void write(Simulation&) override;
  void mark(real time) override {
    OneTableReporter::mark(time);
    if (of_stations_) of_stations_->add_mark(time);
  }
  std::vector<Column<ProfileRow>> columns_;
  Profiles profiles_;
  std::optional<Stations> stations_;
  std::optional<RunTable> of_stations_;
};

} // namespace ibsim
