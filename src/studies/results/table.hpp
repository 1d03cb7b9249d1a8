// A table of numbers and words, and how it is written: CSV (numbers that read back exactly), JSON, Markdown.
#pragma once

#include "files/csv.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ibsim {

using TableValue = CsvValue;

struct Table {
  std::string name;                 ///< "table1"; also part of file names
  std::string title;                ///< one line, with what the reader must know
  std::vector<std::string> columns; ///< with units: "time (s)"
  std::vector<std::vector<TableValue>> rows;

  /// @throws std::invalid_argument for an unknown column, or a row of another width
  std::size_t column(const std::string&) const;
  void add(std::vector<TableValue> row);
  /// The number in a cell; NaN if it holds none.
  double number(std::size_t row, const std::string& column) const;
  std::string word(std::size_t row, const std::string& column) const;
  /// The first row in which all these columns hold these values; -1 if none.
  std::ptrdiff_t find(const std::vector<std::pair<std::string, TableValue>>& values) const;
};

std::string to_csv(const Table&);
std::string to_markdown(const Table&);
/// {"name", "title", "columns": [..], "rows": [[..], ..]}; numbers that are not finite are null in its text.
nlohmann::ordered_json to_json(const Table&);
/// What stands in comments is the title. @throws InputError
Table table_from_csv(const std::string& text, const std::string& name);

/// Five significant digits, whole numbers in full, nothing for NaN: for people.
std::string short_number(double);

/// The numbers that the paper prints: "table1" .. "table5", "scaling_factors" (data/paper, built into the
/// program).
Table paper_table(const std::string& name);

} // namespace ibsim
