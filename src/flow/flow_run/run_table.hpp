// A table of a run that grows, and where it stood when it was last written on schedule.
#pragma once

#include "files/csv.hpp"
#include "flow_run/output_reporter.hpp"

namespace ibsim {

class RunTable {
 public:
  /// A new file; or, from a checkpoint, the one that is there, cut back to it.
  RunTable(const OutputContext& context, const std::filesystem::path& file,
           const std::vector<std::string>& columns)
      : name_(file.filename().string()), file_(open(file, columns, context.from)),
        marks_(mark(context.mark(name_).time)) {}

  void append(const std::vector<std::vector<CsvValue>>& rows) { file_.append_rows(rows); }
  void add_mark(real time) { marks_.add(mark(time)); }
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const {
    marks[name_] = marks_.until(time);
  }

 private:
  static CsvFile open(const std::filesystem::path& file, const std::vector<std::string>& columns,
                      const Checkpoint* from) {
    const std::string name = file.filename().string();
    if (!from || !from->outputs.contains(name)) return CsvFile(file, columns); // was not wanted before
    const OutputMark mark = from->output(name);
    return CsvFile::reopen(file, columns, {mark.bytes, mark.hash});
  }
  OutputMark mark(real time) const {
    const TablePosition position = file_.position();
    return {time, 0, position.bytes, position.hash};
  }
  std::string name_;
  CsvFile file_;
  OutputHistory marks_;
};

/// A reporter that writes one table.
class OneTableReporter : public OutputReporter {
 public:
  /// @param every us
  OneTableReporter(std::string name, const OutputContext& context, real every,
                   const std::filesystem::path& file, const std::vector<std::string>& columns)
      : OutputReporter(std::move(name), context, every), table_(context, file, columns) {}
  void add_marks(std::map<std::string, OutputMark>& marks, real time) const override {
    table_.add_marks(marks, time);
  }

 protected:
  void mark(real time) override { table_.add_mark(time); }
  RunTable table_;
};

} // namespace ibsim
