// A table over time as CSV: columns named with their units, numbers in the shortest decimals that read back
// exactly. Every row is flushed, so a killed run leaves whole rows.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

namespace ibsim {

using CsvValue = std::variant<double, std::string>;

class CsvFile {
 public:
  /// A new file. @param columns as {"time (us)", "name", "area (um^2)"}. @throws ResourceError
  CsvFile(const std::filesystem::path&, std::vector<std::string> columns);
  /// An existing file without the rows whose column "time (us)" is later than `time`, to append to.
  /// @throws InputError if its columns are not these
  static CsvFile reopen(const std::filesystem::path&, std::vector<std::string> columns, double time);

  void append(const std::vector<CsvValue>& row);

 private:
  CsvFile() = default;
  void write(const std::string& line);
  std::filesystem::path path_;
  std::size_t columns_ = 0;
  std::ofstream file_;
};

/// The columns of run.csv and cells.csv (one row an object and time).
const std::vector<std::string>& run_csv_columns();
const std::vector<std::string>& cells_csv_columns();

} // namespace ibsim
