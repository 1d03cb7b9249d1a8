#include "files/read_csv.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>

namespace ibsim {
namespace {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank_line(std::string_view text) { return text.starts_with('\n') || text.starts_with("\r\n"); }

/// Takes the cells of a row and adds the ends of lines in it to `line`. @return whether all quotes end
bool take_row(std::string_view& text, std::vector<std::string>& cells, long& line) {
  bool quoted = false, ended = false;
  std::size_t at = 0;
  cells.emplace_back();
  for (; at < text.size() && !ended; ++at) {
    const char c = text[at];
    line += c == '\n';
    if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"')
      cells.back() += text[at++]; // a doubled quote stands for one
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else if (c == '\n' && !quoted)
      ended = true;
    else if (c != '\r' || quoted || (at + 1 < text.size() && text[at + 1] != '\n'))
      cells.back() += c;
  }
  text.remove_prefix(at);
  return !quoted;
}

bool is_number(const std::string& cell) {
  char* end = nullptr;
  std::strtod(cell.c_str(), &end);
  return !cell.empty() && *end == '\0';
}

void require_different_columns(const CsvTable& table) {
  const std::vector<std::string>& columns = table.columns;
  for (auto name = columns.begin(); name != columns.end(); ++name)
    if (std::find(columns.begin(), name, *name) != name && is_number(*name))
      throw InputError(table.place_of_line(table.lines[0]) +
                       "expected the names of the columns, such as \"time (ms)\", but this first line holds "
                       "numbers: " +
                       in_quotes(name->substr(0, 80)));
    else if (std::find(columns.begin(), name, *name) != name)
      throw InputError(table.place_of_line(table.lines[0]) + "has two columns \"" + name->substr(0, 80) +
                       "\"");
}

/// A spreadsheet writes what its country separates cells by.
void require_commas(const CsvTable& table) {
  for (const char* other : {";", "\t"})
    if (table.columns.size() == 1 && table.columns[0].find(other) != std::string::npos)
      throw InputError(table.place_of_line(table.lines[0]) + "cells are separated by " +
                       (*other == ';' ? "semicolons" : "tabs") +
                       ", expected commas, and decimal points in numbers");
}

} // namespace

std::size_t CsvTable::column(const std::string& name) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

CsvTable parse_csv(std::string_view text, std::string file) {
  CsvTable table;
  table.file = std::move(file);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3); // the mark that other systems put before UTF-8
  for (long line = 1; !text.empty();) {
    const long begin = line;
    if (text.starts_with('#') || is_blank_line(text)) {
      const std::string_view comment = take_line(text);
      if (!comment.empty()) table.comments.emplace_back(comment.substr(comment.starts_with("# ") ? 2 : 1));
      ++line;
      continue;
    }
    std::vector<std::string> cells;
    if (!take_row(text, cells, line))
      throw InputError(table.place_of_line(begin) + "a quote that begins here has no end");
    table.lines.push_back(begin);
    if (table.lines.size() == 1) {
      table.columns = std::move(cells);
      require_different_columns(table);
      require_commas(table);
    } else {
      if (cells.size() != table.columns.size())
        throw InputError(table.place_of_line(begin) + "has " + std::to_string(cells.size()) + " cells, not " +
                         std::to_string(table.columns.size()) + " as the first line");
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

CsvTable read_csv(const std::filesystem::path& path) { return parse_csv(read_file(path), path.string()); }

CsvTable read_run_csv(const std::filesystem::path& path) {
  std::string text = read_file(path);
  text.resize(text.rfind('\n') + 1); // npos + 1 is 0
  CsvTable table = parse_csv(text, path.string());
  if (table.columns.empty()) throw InputError(path.string() + ": is empty");
  return table;
}

void read_run_csv_in_parts(const std::filesystem::path& path,
                           const std::function<void(const CsvTable&)>& use) {
  constexpr std::size_t part = 1 << 20; // bytes: a small run has 30 times as much
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot read " + path.string() + ": " + reason_of(errno));
  std::string header, text, block(part, '\0');
  if (!std::getline(file, header)) throw InputError(path.string() + ": is empty");
  header += '\n', text = header;
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    // a cell in quotes may go on on the next line
    std::size_t end = text.rfind('\n') + 1;
    while (end > header.size() &&
           std::count(text.begin(), text.begin() + static_cast<long>(end), '"') % 2 == 1)
      end = end < 2 ? 0 : text.rfind('\n', end - 2) + 1;
    if (end <= header.size()) continue;
    use(parse_csv(std::string_view(text).substr(0, end), path.string()));
    text = header + text.substr(end);
  }
}

} // namespace ibsim
