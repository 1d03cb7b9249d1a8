// The tables of a run for the window: columns over time, and the row of an object.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim::view {

class RunTables {
 public:
  explicit RunTables(std::filesystem::path folder) : folder_(std::move(folder)) { refresh(); }
  /// Reads them again if they have grown.
  void refresh();

  struct Column {
    std::string name;
    std::vector<float> times, values;
  };
  /// The columns of run.csv.
  const std::vector<Column>& columns() const { return run_; }
  /// The columns of cells.csv for an object.
  std::vector<Column> columns_of(int object) const;
  /// "taylor_deformation  0.213" and so on, of the row nearest to a time.
  std::vector<std::string> numbers_of(int object, double time) const;

 private:
  std::filesystem::path folder_;
  std::uintmax_t run_bytes_ = 0, cells_bytes_ = 0;
  std::vector<Column> run_;
  std::vector<std::string> cell_names_;
  std::vector<std::vector<std::string>> cells_; ///< rows
};

} // namespace ibsim::view
