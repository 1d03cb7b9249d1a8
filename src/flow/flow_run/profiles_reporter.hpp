// profiles.csv: a row a layer of the box (diagnostics/profiles.hpp), every output.profiles_every.
#pragma once

#include "diagnostics/profiles.hpp"
#include "flow_run/run_table.hpp"

namespace ibsim {

template <class B>
class ProfilesReporter : public OutputReporter<B> {
 public:
  explicit ProfilesReporter(const OutputContext<B>&);
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    table_.add_marks(marks, time);
  }

 private:
  void write(Simulation<B>&) override;
  void mark(real time) override { table_.add_mark(time); }
  std::vector<Column<ProfileRow>> columns_;
  Profiles profiles_;
  RunTable table_;
};

} // namespace ibsim
