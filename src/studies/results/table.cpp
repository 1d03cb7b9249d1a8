#include "results/table.hpp"

#include "files/read_csv.hpp"
#include "results/paper_data.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ibsim {
namespace {

TableValue value_of(const std::string& cell) {
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (!cell.empty() && error == std::errc() && end == cell.data() + cell.size()) return number;
  return cell;
}

std::string cell_text(const TableValue& value) {
  return std::holds_alternative<double>(value) ? short_number(std::get<double>(value))
                                               : std::get<std::string>(value);
}

} // namespace

std::size_t Table::column(const std::string& wanted) const {
  const auto found = std::find(columns.begin(), columns.end(), wanted);
  if (found == columns.end()) throw std::invalid_argument("table " + name + " has no column " + wanted);
  return static_cast<std::size_t>(found - columns.begin());
}

void Table::add(std::vector<TableValue> row) {
  if (row.size() != columns.size())
    throw std::invalid_argument("table " + name + ": a row of " + std::to_string(row.size()) + " values");
  rows.push_back(std::move(row));
}

double Table::number(std::size_t row, const std::string& wanted) const {
  const TableValue& value = rows.at(row)[column(wanted)];
  return std::holds_alternative<double>(value) ? std::get<double>(value)
                                               : std::numeric_limits<double>::quiet_NaN();
}

std::string Table::word(std::size_t row, const std::string& wanted) const {
  return cell_text(rows.at(row)[column(wanted)]);
}

std::ptrdiff_t Table::find(const std::vector<std::pair<std::string, TableValue>>& values) const {
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (std::all_of(values.begin(), values.end(),
                    [&](const auto& v) { return rows[row][column(v.first)] == v.second; }))
      return static_cast<std::ptrdiff_t>(row);
  return -1;
}

std::string short_number(double value) {
  if (std::isnan(value)) return "";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, value == std::round(value) && std::abs(value) < 1e9 ? "%.0f" : "%.5g",
                value);
  return buffer;
}

std::string to_csv(const Table& table) {
  std::string text = csv_line(table.columns);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

std::string to_markdown(const Table& table) {
  std::vector<std::vector<std::string>> lines{table.columns};
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (const TableValue& value : row) lines.back().push_back(cell_text(value));
  }
  std::vector<std::size_t> width(table.columns.size(), 3);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  std::string text;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    for (std::size_t c = 0; c < width.size(); ++c)
      text += "| " + lines[l][c] + std::string(width[c] - lines[l][c].size() + 1, ' ');
    text += "|\n";
    if (l > 0) continue;
    for (std::size_t c = 0; c < width.size(); ++c) text += "|" + std::string(width[c] + 2, '-');
    text += "|\n";
  }
  return text;
}

nlohmann::ordered_json to_json(const Table& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    rows.push_back(nlohmann::ordered_json::array());
    for (const TableValue& value : row) std::visit([&](const auto& v) { rows.back().push_back(v); }, value);
  }
  return {{"name", table.name}, {"title", table.title}, {"columns", table.columns}, {"rows", rows}};
}

Table table_from_csv(const std::string& text, const std::string& name) {
  CsvTable csv = parse_csv(text, name);
  Table table{name, "", std::move(csv.columns), {}};
  for (const std::string& comment : csv.comments) table.title += (table.title.empty() ? "" : " ") + comment;
  for (const std::vector<std::string>& cells : csv.rows) {
    std::vector<TableValue> row;
    for (const std::string& cell : cells) row.push_back(value_of(cell));
    table.add(std::move(row));
  }
  return table;
}

Table paper_table(const std::string& name) {
  for (const PaperFile& file : paper_files())
    if (file.name == name) return table_from_csv(file.text, name);
  throw std::invalid_argument("the paper has no table " + name);
}

} // namespace ibsim
