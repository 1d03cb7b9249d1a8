// A table of io/csv.hpp, read back as text: every cell as it was written, so that equal text means equal
// bits.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows; ///< each with as many cells as there are columns
  std::string file;                           ///< for messages

  /// Index of a column; columns.size() if there is none of that name.
  std::size_t column(const std::string& name) const;
};

/// A last line without its end, which the death of a machine may leave, is passed over. @throws InputError
/// with the line that is wrong: a row of more or fewer cells than columns, two columns of one name
CsvTable read_csv(const std::filesystem::path&);

/// The cells of one line, without their quotes.
std::vector<std::string> csv_cells(const std::string& line);

} // namespace ibsim
