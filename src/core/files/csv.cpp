#include "files/csv.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace ibsim {
namespace {

void append(std::string& line, const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos && !text.starts_with('#')) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) line.append(c == '"' ? 2 : 1, c);
  line += '"';
}

/// Into the line itself: a table of many objects has a hundred thousand numbers a row of time.
void append(std::string& line, double number) {
  if (std::isnan(number)) {
    line += "nan";
    return;
  }
  char digits[64];
  line.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr); // shortest: 24 at most
}

void append(std::string& line, const CsvValue& value) {
  std::visit([&](const auto& cell) { append(line, cell); }, value);
}

template <class Value>
void append_line(std::string& lines, const std::vector<Value>& cells) {
  const std::size_t before = lines.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i) lines += ',';
    append(lines, cells[i]);
  }
  if (lines.size() == before) lines += "\"\""; // a blank line would be no row
  lines += '\n';
}

template <class Value>
std::string line_of(const std::vector<Value>& cells) {
  std::string line;
  append_line(line, cells);
  return line;
}

} // namespace

std::string csv_line(const std::vector<CsvValue>& cells) { return line_of(cells); }
std::string csv_line(const std::vector<std::string>& columns) { return line_of(columns); }

CsvFile::CsvFile(const std::filesystem::path& path, std::vector<std::string> columns)
    : columns_(columns.size()), file_(FileBytes::create(path)) {
  write(csv_line(columns));
}

ContentHash require_table(const std::filesystem::path& path, const std::vector<std::string>& columns,
                          TablePosition position) {
  const FileBytes file = FileBytes::open(path);
  const std::string header = csv_line(columns);
  std::string piece(std::min<std::uint64_t>(header.size(), file.size()), '\0');
  file.read(piece.data(), piece.size(), 0);
  if (piece != header) throw InputError(path.string() + ": is not a table with the columns of this run");
  if (position.bytes < header.size() || file.size() < position.bytes)
    throw InputError(path.string() + ": has lost rows: it is " + std::to_string(file.size()) +
                     " bytes long, and was " + std::to_string(position.bytes) + " at the checkpoint");
  ContentHash hash;
  piece.resize(std::min<std::uint64_t>(1u << 20, position.bytes));
  for (std::uint64_t at = 0; at < position.bytes;) {
    const std::size_t n = std::min<std::uint64_t>(piece.size(), position.bytes - at);
    file.read(piece.data(), n, at);
    hash.add(piece.data(), n);
    at += n;
  }
  if (hash.value() != position.hash)
    throw InputError(path.string() + ": was changed: its first " + std::to_string(position.bytes) +
                     " bytes are not those that it had at the checkpoint");
  return hash;
}

CsvFile CsvFile::reopen(const std::filesystem::path& path, std::vector<std::string> columns,
                        TablePosition position) {
  ContentHash hash = require_table(path, columns, position);
  return CsvFile(columns.size(), FileBytes::cut(path, position.bytes), std::move(hash));
}

void CsvFile::append_rows(const std::vector<std::vector<CsvValue>>& rows) {
  for (const std::vector<CsvValue>& row : rows)
    if (row.size() != columns_)
      throw std::invalid_argument("CsvFile: a row of " + std::to_string(row.size()) + " values for " +
                                  std::to_string(columns_) + " columns");
  std::string lines;
  for (const std::vector<CsvValue>& row : rows) append_line(lines, row);
  write(lines);
}

void CsvFile::write(const std::string& whole_lines) {
  file_.append(whole_lines);
  hash_.add(whole_lines.data(), whole_lines.size());
}

void replace_table(const std::filesystem::path& path, const std::vector<std::string>& columns,
                   const std::vector<std::vector<CsvValue>>& rows) {
  const std::filesystem::path part = path.string() + ".part";
  CsvFile(part, columns).append_rows(rows);
  rename_file(part, path);
}

} // namespace ibsim
