#include "experiments/table.hpp"

#include "experiments/paper_data.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace ibsim {
namespace {

/// The shortest decimals that read back exactly.
std::string exact(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : (value > 0 ? "inf" : "-inf");
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}

std::string csv_word(const std::string& word) {
  if (word.find_first_of(",\"\n") == std::string::npos) return word;
  std::string quoted = "\"";
  for (char c : word) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

TableValue value_of(const std::string& cell) {
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (!cell.empty() && error == std::errc() && end == cell.data() + cell.size()) return number;
  return cell;
}

std::string cell_text(const TableValue& value, std::string (*number)(double)) {
  return std::holds_alternative<double>(value) ? number(std::get<double>(value))
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
  return cell_text(rows.at(row)[column(wanted)], short_number);
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
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c) text += (c ? "," : "") + csv_word(table.columns[c]);
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) text += (c ? "," : "") + csv_word(cell_text(row[c], exact));
    text += "\n";
  }
  return text;
}

std::string to_markdown(const Table& table) {
  std::vector<std::vector<std::string>> lines{table.columns};
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (const TableValue& value : row) lines.back().push_back(cell_text(value, short_number));
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

std::string json_text(const std::string& word) {
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\')
      text += std::string("\\") + c;
    else if (c == '\n')
      text += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      text += ' ';
    else
      text += c;
  }
  return text + "\"";
}

std::string to_json(const Table& table, const std::string& indent) {
  std::string text = "{\"name\": " + json_text(table.name) + ", \"title\": " + json_text(table.title) +
                     ",\n" + indent + " \"columns\": [";
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    text += (c ? ", " : "") + json_text(table.columns[c]);
  text += "],\n" + indent + " \"rows\": [";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    text += (r ? ",\n" : "\n") + indent + "  [";
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      const TableValue& value = table.rows[r][c];
      const double* number = std::get_if<double>(&value);
      text += (c ? ", " : "") + (number ? (std::isfinite(*number) ? exact(*number) : "null")
                                        : json_text(std::get<std::string>(value)));
    }
    text += "]";
  }
  return text + "]}";
}

Table table_from_csv(const std::string& text, const std::string& name) {
  Table table{name, "", {}, {}};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (line[0] == '#') {
      if (table.columns.empty())
        table.title += (table.title.empty() ? "" : " ") + line.substr(std::min<std::size_t>(2, line.size()));
      continue;
    }
    const std::vector<std::string> cells = split(line);
    if (table.columns.empty()) {
      table.columns = cells;
      continue;
    }
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
