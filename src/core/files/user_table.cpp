#include "files/user_table.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cctype>

namespace ibsim {
namespace {

/// A name without what does not count in it.
std::string plain(const std::string& name) {
  std::string out;
  for (const unsigned char c : name)
    if (c == ' ' || c == '\t' || c == '_' || c == '-') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += static_cast<char>(std::tolower(c));
    }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string title(const KnownColumn& column) {
  if (!column.dimension || *column.dimension == dimension::number) return column.name;
  return column.name + " (" + (column.unit.empty() ? internal_unit(*column.dimension) : column.unit) + ")";
}

} // namespace

ColumnTitle title_of(const std::string& column) {
  const char close = column.empty() ? '\0' : column.back();
  if (close != ')' && close != ']') return {plain(column), ""};
  const char open = close == ')' ? '(' : '[';
  int depth = 0;
  for (std::size_t at = column.size(); at-- > 0;) {
    depth += column[at] == close;
    if (column[at] == open && --depth == 0)
      return {plain(column.substr(0, at)), column.substr(at + 1, column.size() - at - 2)};
  }
  return {plain(column), ""};
}

real unit_of_column(const std::string& column, const std::string& place, const std::string& example,
                    Dimension d) {
  const std::string unit = title_of(column).unit;
  if (unit.empty())
    throw InputError(place + "column " + in_quotes(column) + " has no unit, as in \"" + example + "\"");
  try {
    return parse_quantity("1 " + unit, d);
  } catch (const InputError& e) {
    throw InputError(place + "column " + in_quotes(column) + ": " + one_line(e.what()));
  }
}

real number_in_cell(const CsvTable& table, std::size_t row, std::size_t column) {
  try {
    return parse_number(table.rows[row][column]);
  } catch (const InputError& e) {
    const std::string name = table.columns.empty() ? "" : table.columns[column] + ": ";
    throw InputError(table.place(row) + one_line(name + e.what()));
  }
}

UserTable::UserTable(CsvTable table, std::vector<KnownColumn> known)
    : table_(std::move(table)), known_(std::move(known)) {
  if (table_.columns.empty()) throw InputError(table_.file + ": is empty; its first line has " + titles());
  std::vector<std::string> names;
  for (const KnownColumn& column : known_) names.push_back(column.name);
  for (const std::string& column : table_.columns) {
    const ColumnTitle found = title_of(column);
    const auto at = std::find(names.begin(), names.end(), found.name);
    if (at == names.end())
      throw InputError(place_of_header() + "unknown column " + in_quotes(one_line(column)) +
                       did_you_mean(found.name, names) + (nearest(found.name, names).empty() ? ";" : "") +
                       " known columns: " + titles());
    if (has(*at)) throw InputError(place_of_header() + "has two columns \"" + *at + "\"");
    const KnownColumn& of = known_[static_cast<std::size_t>(at - names.begin())];
    const bool has_unit = of.dimension && *of.dimension != dimension::number;
    if (of.dimension && !has_unit && !found.unit.empty())
      throw InputError(place_of_header() + "column " + in_quotes(one_line(column)) +
                       " has numbers without a unit");
    units_.push_back(has_unit ? unit_of_column(column, place_of_header(), title(of), *of.dimension) : 1);
    names_.push_back(*at);
  }
}

std::size_t UserTable::find(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
}

bool UserTable::has_all(const std::vector<std::string>& names) const {
  const auto there = [&](const std::string& name) { return has(name); };
  const auto first = std::find_if(names.begin(), names.end(), there);
  const auto missing = std::find_if_not(names.begin(), names.end(), there);
  if (first != names.end() && missing != names.end())
    throw InputError(place_of_header() + "has a column \"" + *first + "\" but no \"" + *missing + "\"");
  return first != names.end();
}

void UserTable::require(const std::vector<std::string>& names) const {
  for (const std::string& name : names)
    if (!has(name))
      throw InputError(place_of_header() + "there is no column \"" + name + "\"; known columns: " + titles());
}

real UserTable::number(std::size_t row, const std::string& name) const {
  const std::size_t column = find(name);
  return number_in_cell(table_, row, column) * units_[column];
}

std::string UserTable::titles() const {
  std::string all;
  for (const KnownColumn& column : known_) all += (all.empty() ? "" : ", ") + title(column);
  return all;
}

} // namespace ibsim
