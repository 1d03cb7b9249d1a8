#include "files/read_csv.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
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
bool take_row(std::string_view& text, char separator, std::vector<std::string>& cells, long& line) {
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
    else if (c == separator && !quoted)
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
  try {
    parse_number(cell);
    return true;
  } catch (const InputError&) {
    return false;
  }
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

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf"; // some systems put it before UTF-8
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Text of a file that a user brings. A carriage return alone ends a line, as in old spreadsheets.
/// @throws InputError if it is no UTF-8
std::string read_user_text(const std::filesystem::path& path) {
  std::string text = read_file(path);
  if (const std::size_t bad = first_bad_byte(text); bad != std::string::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    throw InputError(path.string() + ":" + std::to_string(line) +
                     ": not text in UTF-8; save the file as UTF-8, as \"CSV UTF-8\" in a spreadsheet");
  }
  for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos; ++at)
    if (at + 1 == text.size() || text[at + 1] != '\n') text[at] = '\n';
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// What separates cells in a line: semicolons, else tabs, else commas, else blanks.
char separator_in(std::string_view line) {
  std::string outside_quotes;
  for (bool quoted = false; const char c : line)
    if (c == '"')
      quoted = !quoted;
    else if (!quoted)
      outside_quotes += c;
  for (const char separator : {';', '\t', ','})
    if (outside_quotes.find(separator) != std::string::npos) return separator;
  return ' ';
}

/// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) {
  std::string_view line;
  while (!text.empty() && (line.empty() || line.starts_with('#'))) line = trimmed(take_line(text));
  return line;
}

/// @throws InputError if the first line has numbers in place of names, or a column without a name
void require_names(CsvTable& table) {
  const std::string place = table.place_of_line(table.lines[0]);
  if (std::all_of(table.columns.begin(), table.columns.end(), is_number))
    throw InputError(place + "has numbers; expected the names of the columns with their units, such as "
                             "\"time (ms)\", in the first line");
  const auto last = table.columns.size() - 1;
  if (table.columns[last].empty() && std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        return row[last].empty();
      })) { // a comma at the end of each line
    table.columns.pop_back();
    for (auto& row : table.rows) row.pop_back();
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].empty())
      throw InputError(place + "column " + std::to_string(c + 1) +
                       " has no name (pandas writes such a column unless index=False)");
}

/// @param require of the columns, as soon as they are known
CsvTable parse(
    std::string_view text, std::string file, char separator,
    void (*require)(const CsvTable&) = [](const CsvTable&) {}) {
  CsvTable table;
  table.file = std::move(file);
  text = without_mark(text);
  for (long line = 1; !text.empty();) {
    const long begin = line;
    if (text.starts_with('#') || is_blank_line(text)) {
      const std::string_view comment = take_line(text);
      if (!comment.empty()) table.comments.emplace_back(comment.substr(comment.starts_with("# ") ? 2 : 1));
      ++line;
      continue;
    }
    std::vector<std::string> cells;
    if (!take_row(text, separator, cells, line))
      throw InputError(table.place_of_line(begin) + "a quote that begins here has no end");
    table.lines.push_back(begin);
    if (table.lines.size() == 1) {
      table.columns = std::move(cells);
      require(table);
    } else {
      if (cells.size() != table.columns.size())
        throw InputError(table.place_of_line(begin) + "has " + std::to_string(cells.size()) + " cells, not " +
                         std::to_string(table.columns.size()) + " as the first line" +
                         (cells.size() > table.columns.size() ? "; numbers have decimal points" : ""));
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

} // namespace

std::size_t CsvTable::column(const std::string& name) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

CsvTable parse_csv(std::string_view text, std::string file) {
  return parse(text, std::move(file), ',', [](const CsvTable& table) {
    require_different_columns(table);
    require_commas(table);
  });
}

CsvTable parse_user_csv(std::string_view text, std::string file) {
  const char separator = separator_in(first_line(without_mark(text)));
  CsvTable table = parse(text, std::move(file), separator == ' ' ? ',' : separator);
  if (table.columns.empty()) return table;
  const auto trim = [](std::vector<std::string>& cells) {
    for (std::string& cell : cells) cell = trimmed(cell);
  };
  trim(table.columns);
  std::for_each(table.rows.begin(), table.rows.end(), trim);
  require_names(table);
  require_different_columns(table);
  return table;
}

CsvTable read_csv(const std::filesystem::path& path) {
  return parse_user_csv(read_user_text(path), path.string());
}

CsvTable read_number_rows(const std::filesystem::path& path) {
  const std::string whole = read_user_text(path);
  std::string_view text = without_mark(whole);
  const char separator = separator_in(first_line(text));
  CsvTable table;
  table.file = path.string();
  table.lines.push_back(0); // there is no line of columns
  for (long number = 1; !text.empty(); ++number) {
    std::string_view line = trimmed(take_line(text));
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string> cells;
    while (!line.empty()) { // so a separator at the end is passed over
      const std::size_t end = std::min(line.find(separator), line.size());
      cells.emplace_back(trimmed(line.substr(0, end)));
      line.remove_prefix(std::min(end + 1, line.size()));
      if (separator == ' ') line = trimmed(line);
    }
    table.rows.push_back(std::move(cells));
    table.lines.push_back(number);
  }
  return table;
}

CsvTable read_run_csv(const std::filesystem::path& path) {
  std::string text = read_file(path);
  text.resize(text.rfind('\n') + 1); // npos + 1 is 0
  const auto wrong = std::find_if(text.begin(), text.end(), [](unsigned char c) {
    return (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
  });
  if (wrong != text.end())
    throw InputError(path.string() + ":" + std::to_string(1 + std::count(text.begin(), wrong, '\n')) +
                     ": is damaged: it holds bytes that are no text");
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

CsvTable read_whole_run_csv(const std::filesystem::path& path) {
  CsvTable table = read_run_csv(path);
  if (table.columns.size() == 1)
    throw InputError(table.place_of_line(table.lines[0]) +
                     "names a single column, as no table of ibsim does");
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.columns[c].ends_with(')')) continue; // words, or a number without a unit
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const std::string& cell = table.rows[r][c];
      char* end = nullptr;
      std::strtod(cell.c_str(), &end);
      if (end != cell.c_str() + cell.size())
        throw InputError(table.place(r) + table.columns[c] + ": is damaged: " + in_quotes(one_line(cell)) +
                         " is no number");
    }
  }
  return table;
}

} // namespace ibsim
