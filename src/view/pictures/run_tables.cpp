#include "pictures/run_tables.hpp"

#include "base/error.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ibsim::view {
namespace {

std::uintmax_t bytes_of(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  return error ? 0 : bytes;
}

float number(const std::string& text) { return std::strtof(text.c_str(), nullptr); }

constexpr std::size_t time_column = 0, object_column = 1, first_number = 3;

} // namespace

void RunTables::refresh() {
  const RunFiles files = run_files(folder_);
  try {
    if (const std::uintmax_t bytes = bytes_of(files.run_csv); bytes != run_bytes_) {
      run_bytes_ = bytes;
      const CsvTable table = read_run_csv(files.run_csv);
      run_.clear();
      std::size_t time = 0; // "time (us)", or "time" where there are no dimensions
      while (time + 1 < table.columns.size() && !table.columns[time].starts_with("time")) ++time;
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (c == time || table.columns[c] == "step" || table.columns[c] == "state_hash") continue;
        run_.push_back({table.columns[c], {}, {}});
        for (const auto& row : table.rows)
          run_.back().times.push_back(number(row[time])), run_.back().values.push_back(number(row[c]));
      }
    }
    if (const std::uintmax_t bytes = bytes_of(files.cells_csv); bytes != cells_bytes_) {
      cells_bytes_ = bytes;
      CsvTable table = read_run_csv(files.cells_csv);
      cell_names_ = std::move(table.columns), cells_ = std::move(table.rows);
    }
  } catch (const InputError&) { // a row is being written just now: the next look finds it whole
  }
}

std::vector<RunTables::Column> RunTables::columns_of(int object) const {
  std::vector<Column> columns;
  for (std::size_t c = first_number; c < cell_names_.size(); ++c) {
    columns.push_back({cell_names_[c], {}, {}});
    for (const auto& row : cells_)
      if (std::atoi(row[object_column].c_str()) == object)
        columns.back().times.push_back(number(row[time_column])),
            columns.back().values.push_back(number(row[c]));
  }
  return columns;
}

std::vector<std::string> RunTables::numbers_of(int object, double time) const {
  const std::vector<std::string>* nearest = nullptr;
  for (const auto& row : cells_)
    if (std::atoi(row[object_column].c_str()) == object &&
        (!nearest ||
         std::fabs(number(row[time_column]) - time) < std::fabs(number((*nearest)[time_column]) - time)))
      nearest = &row;
  std::vector<std::string> lines;
  if (nearest)
    for (std::size_t c = first_number - 1; c < cell_names_.size(); ++c) {
      char value[32];
      std::snprintf(value, sizeof value, "%.5g", static_cast<double>(number((*nearest)[c])));
      lines.push_back(cell_names_[c] + "  " + (c < first_number ? (*nearest)[c] : std::string(value)));
    }
  return lines;
}

} // namespace ibsim::view
