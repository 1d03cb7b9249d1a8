// A table that a user brings, with units in its header: "x (um)", "Angle X [deg]" or "time(ms)". Capitals,
// spaces, - and _ in names do not count. A column that its reader does not know is refused.
#pragma once

#include "base/units.hpp"
#include "files/read_csv.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ibsim {

/// The two parts of a header's cell, such as "x" and "um" of "x (um)".
struct ColumnTitle {
  std::string name, unit;
};
ColumnTitle title_of(const std::string& column);

/// The value of one unit of a column, in internal units. @param place for messages
/// @throws InputError if the column has no unit or another dimension
real unit_of_column(const std::string& column, const std::string& place, const std::string& example,
                    Dimension);

/// A finite number in a cell. @throws InputError with the place of the cell
real number_in_cell(const CsvTable&, std::size_t row, std::size_t column);

/// A column that a reader of tables knows.
struct KnownColumn {
  std::string name;
  std::optional<Dimension> dimension = {}; ///< none: words
  std::string unit = {};                   ///< that people use, for messages
};

class UserTable {
 public:
  /// @throws InputError for a column that is not known, stands twice, or lacks a unit; for an empty table
  UserTable(CsvTable, std::vector<KnownColumn>);

  const std::string& file() const { return table_.file; }
  std::size_t rows() const { return table_.rows.size(); }
  bool has(const std::string& name) const { return find(name) < names_.size(); }
  /// True if all of these columns are there, false if none. @throws InputError if only a part is
  bool has_all(const std::vector<std::string>& names) const;
  /// @throws InputError if one of these columns is not there
  void require(const std::vector<std::string>& names) const;

  /// A number in internal units. @throws InputError with the place of the cell
  real number(std::size_t row, const std::string& name) const;
  const std::string& word(std::size_t row, const std::string& name) const {
    return table_.rows[row][find(name)];
  }
  long line(std::size_t row) const { return table_.lines[row + 1]; }
  std::string place(std::size_t row) const { return table_.place(row); }
  std::string place_of_header() const { return table_.place_of_line(table_.lines[0]); }

 private:
  std::size_t find(const std::string& name) const;
  std::string titles() const;
  CsvTable table_;
  std::vector<KnownColumn> known_;
  std::vector<std::string> names_; ///< of each column of the table, as it is known
  std::vector<real> units_;        ///< of each column of the table
};

} // namespace ibsim
