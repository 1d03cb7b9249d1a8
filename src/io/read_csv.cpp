#include "io/read_csv.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"

#include <algorithm>

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

CsvTable read_csv(const std::filesystem::path& path) {
  const std::string content = read_file(path);
  CsvTable table;
  table.file = path.string();
  std::size_t number = 1;
  for (std::size_t start = 0, end; (end = content.find('\n', start)) != std::string::npos; start = end + 1) {
    std::vector<std::string> cells = csv_cells(content.substr(start, end - start));
    if (number++ == 1) {
      table.columns = std::move(cells);
      for (auto name = table.columns.begin(); name != table.columns.end(); ++name)
        if (std::find(table.columns.begin(), name, *name) != name)
          throw InputError(path.string() + ":1: has two columns \"" + name->substr(0, 80) + "\"");
      continue;
    }
    if (cells.size() != table.columns.size())
      throw InputError(path.string() + ":" + std::to_string(number - 1) + ": has " +
                       std::to_string(cells.size()) + " cells, not " + std::to_string(table.columns.size()) +
                       " as the first line");
    table.rows.push_back(std::move(cells));
  }
  if (number == 1) throw InputError(path.string() + ": is empty");
  return table;
}

} // namespace ibsim
