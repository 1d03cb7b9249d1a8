// The reader of all tables (files/csv.hpp writes them): a first line of columns, then a row a line. Cells may
// stand in quotes, with commas, ends of lines and doubled quotes in them. Blank lines and lines that begin
// with # are passed over. Every cell is kept as it was written, so that equal text means equal bits.
//
// Tables that users bring have one rule more: commas, semicolons or tabs separate their cells, whichever
// stands in the first line, and numbers have decimal points. files/user_table.hpp gives cells their units.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows; ///< each with as many cells as there are columns
  std::string file;                           ///< for messages
  std::vector<long> lines;                    ///< on which the columns, then each row, begin
  std::vector<std::string> comments;          ///< without # and the blank behind it

  /// Index of a column; columns.size() if there is none of that name.
  std::size_t column(const std::string& name) const;
  /// "FILE:LINE: " of a row.
  std::string place(std::size_t row) const { return place_of_line(lines.at(row + 1)); }
  std::string place_of_line(long line) const { return file + ":" + std::to_string(line) + ": "; }
};

/// A text without columns is a table without any. @throws InputError with the line that is wrong: a row of
/// more or fewer cells than columns, two columns of one name, a quote without its end
CsvTable parse_csv(std::string_view text, std::string file);

/// A table that somebody wrote. Spaces around cells are dropped, and a last column without name and cells.
/// @throws InputError as parse_csv; also if its first line has no names
CsvTable parse_user_csv(std::string_view text, std::string file);
/// Reads such a table from a file. @throws InputError also if the file cannot be read
CsvTable read_csv(const std::filesystem::path&);

/// Rows of numbers that somebody wrote, without a line of columns; blanks may separate them too.
/// @return without columns, and rows of any lengths. @throws InputError as read_csv
CsvTable read_number_rows(const std::filesystem::path&);

/// A table that a run writes, or wrote when it was killed: a last line without its end is passed over.
/// @throws InputError as read_csv; also if it is empty
CsvTable read_run_csv(const std::filesystem::path&);

/// Reads a table of a run and verifies all of it. @throws InputError also if it names a single column, or a
/// column with a unit holds something that is no number
CsvTable read_whole_run_csv(const std::filesystem::path&);

/// Reads a table in parts of about a megabyte, each a table with all columns, for tables that may be larger
/// than the memory. Lines of messages are counted from the beginning of a part.
void read_run_csv_in_parts(const std::filesystem::path&, const std::function<void(const CsvTable&)>&);

} // namespace ibsim
