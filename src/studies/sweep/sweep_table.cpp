#include "sweep/sweep_table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/file_bytes.hpp"
#include "files/read_csv.hpp"

#include <algorithm>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// Tables in this order; those that a kind of run does not write are not there.
const char* const tables[] = {"run.csv", "cells.csv", "vessels.csv", "regions.csv", "motion.csv"};

using Row = std::map<std::string, CsvValue>;

bool is_number(const std::string& text) {
  try {
    parse_number(text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// The rows of the last time; where a table has no times, all.
std::vector<std::size_t> last_rows(const CsvTable& table) {
  std::size_t time = table.column("time (us)");
  if (time == table.columns.size()) time = table.column("time");
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    if (time == table.columns.size() || table.rows[r][time] == table.rows.back()[time]) rows.push_back(r);
  return rows;
}

/// Each column at the end of the run: as it was written where it is of one row, the mean of several objects.
void add_end_of(const fs::path& file, Row& row, std::vector<std::string>& columns) {
  CsvTable table;
  try {
    if (!is_file(file)) return;
    table = read_run_csv(file);
  } catch (const InputError&) {
    return; // nothing in it yet
  }
  const std::vector<std::size_t> rows = last_rows(table);
  if (rows.empty()) return;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string& name = table.columns[c];
    if (name == "object" || row.contains(name)) continue; // the time of the second table
    double sum = 0;
    bool numbers = name != "state_hash", same = numbers;
    for (const std::size_t r : rows) {
      same = same && table.rows[r][c] == table.rows[rows[0]][c];
      numbers = numbers && is_number(table.rows[r][c]);
      if (numbers) sum += parse_number(table.rows[r][c]);
    }
    if (rows.size() == 1 || (same && !numbers)) // such as the name of the only kind
      row[name] = table.rows[rows[0]][c];
    else if (numbers)
      row[name] = sum / static_cast<double>(rows.size());
    else
      continue;
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  }
}

/// averages.csv, a quantity a row: "mean of relative viscosity" and "error of .." as columns.
void add_averages(const fs::path& file, Row& row, std::vector<std::string>& columns) {
  if (!is_file(file)) return;
  const CsvTable table = read_run_csv(file);
  const std::size_t quantity = table.column("quantity"), unit = table.column("unit"),
                    kind = table.column("kind"), none = table.columns.size();
  if (quantity == none || unit == none || kind == none) return;
  for (const std::vector<std::string>& cells : table.rows)
    for (const char* what : {"mean", "error"}) {
      if (table.column(what) == none) continue;
      const std::string name = std::string(what) + " of " + cells[quantity] +
                               (cells[kind].empty() ? "" : " of " + cells[kind]) +
                               (cells[unit].empty() ? "" : " (" + cells[unit] + ")");
      row[name] = cells[table.column(what)];
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
}

/// Columns that a point has before it is done: its other numbers would pass for those of the end.
bool says_how_far(const std::string& column) {
  return column == "step" || column == "time (us)" || column == "time" || column == "strain";
}

} // namespace

SweepTable::SweepTable(const SweepPlan& plan, const fs::path& folder)
    : plan_(plan), folder_(folder), rows_(plan.points.size()) {
  for (std::size_t i = 0; i < rows_.size(); ++i) update(i);
}

void SweepTable::update(std::size_t point) {
  rows_[point].clear();
  for (const char* table : tables)
    add_end_of(folder_ / plan_.points[point].name / table, rows_[point], columns_);
  add_averages(folder_ / plan_.points[point].name / "averages.csv", rows_[point], columns_);
}

void SweepTable::write(const std::vector<PointResult>& results) const {
  std::vector<std::string> header{"point"};
  for (const SweptKey& key : plan_.keys)
    header.push_back(key.key + (key.unit.empty() ? "" : " (" + key.unit + ")"));
  header.push_back("status");
  header.insert(header.end(), columns_.begin(), columns_.end());
  std::string content = csv_line(header);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::vector<CsvValue> line{plan_.points[i].name};
    for (std::size_t k = 0; k < plan_.keys.size(); ++k) {
      const std::string& value = plan_.points[i].values[k];
      line.push_back(plan_.keys[k].unit.empty() ? value : value.substr(0, value.find(' ')));
    }
    line.push_back(std::string(to_string(results[i].status)));
    for (const std::string& column : columns_) {
      const auto cell = rows_[i].find(column);
      const bool known =
          cell != rows_[i].end() && (results[i].status == PointStatus::done || says_how_far(column));
      line.push_back(known ? cell->second : CsvValue(std::string()));
    }
    content += csv_line(line);
  }
  write_file(folder_ / "sweep.csv", content);
}

} // namespace ibsim
