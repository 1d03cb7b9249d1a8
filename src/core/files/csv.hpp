// The writer of all tables as CSV: columns named with their units, numbers in the shortest decimals that read
// back exactly. files/read_csv.hpp reads them. CsvFile is one that grows with a run: rows that belong
// together are one write, so a killed run leaves whole rows.
#pragma once

#include "files/content_hash.hpp"
#include "files/file_bytes.hpp"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace ibsim {

using CsvValue = std::variant<double, std::string>; ///< an empty string is an empty cell

/// One row with its end. Words with a comma, a quote or an end of line in them, or a # in front, are quoted.
std::string csv_line(const std::vector<CsvValue>&);
std::string csv_line(const std::vector<std::string>& columns);

/// Writes a whole table; its name is there only when it is whole. @throws ResourceError
void replace_table(const std::filesystem::path&, const std::vector<std::string>& columns,
                   const std::vector<std::vector<CsvValue>>& rows);

/// How far a table had come, and the hash of all its bytes until there.
struct TablePosition {
  std::uint64_t bytes = 0, hash = 0;
};

class CsvFile {
 public:
  /// A new file. @param columns as {"time (us)", "name", "area (um^2)"}. @throws ResourceError
  CsvFile(const std::filesystem::path&, std::vector<std::string> columns);
  /// An existing file, cut back to `position`, to append to.
  /// @throws InputError if it has other columns, or what it holds until there was changed
  static CsvFile reopen(const std::filesystem::path&, std::vector<std::string> columns, TablePosition);

  void append(const std::vector<CsvValue>& row) { append_rows({row}); }
  void append_rows(const std::vector<std::vector<CsvValue>>&);
  TablePosition position() const { return {file_.size(), hash_.value()}; }

 private:
  CsvFile(std::size_t columns, FileBytes file, ContentHash hash)
      : columns_(columns), file_(std::move(file)), hash_(std::move(hash)) {}
  void write(const std::string& whole_lines);
  std::size_t columns_ = 0;
  FileBytes file_;
  ContentHash hash_;
};

/// Whether a table is as it was when it had come to `position`; what follows does not matter. @return the
/// hash, to go on with. @throws InputError that says what is wrong with it
ContentHash require_table(const std::filesystem::path&, const std::vector<std::string>& columns,
                          TablePosition position);

} // namespace ibsim
