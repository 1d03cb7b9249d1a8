#include "io/read_csv.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace ibsim {

std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[i++]; // a doubled quote stands for one
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  return cells;
}

std::size_t CsvTable::column(const std::string& name) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

namespace {

CsvTable read(const std::filesystem::path& path, bool to_the_end) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": cannot be read: " + reason_of(errno));
  CsvTable table;
  std::string line;
  if (!std::getline(file, line) || file.eof()) throw InputError(path.string() + ": is empty");
  table.columns = csv_cells(line);
  for (std::size_t number = 2; std::getline(file, line) && !file.eof(); ++number) {
    std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != table.columns.size()) {
      if (!to_the_end) break;
      throw InputError(path.string() + ":" + std::to_string(number) + ": has " +
                       std::to_string(cells.size()) + " cells, not " + std::to_string(table.columns.size()) +
                       " as the first line");
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

} // namespace

CsvTable read_csv(const std::filesystem::path& path) { return read(path, true); }
CsvTable read_whole_rows(const std::filesystem::path& path) { return read(path, false); }

} // namespace ibsim
