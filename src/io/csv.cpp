#include "io/csv.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/read_csv.hpp"
#include "io/run_folder.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace ibsim {
namespace {

std::string text_of(const CsvValue& value) {
  if (const double* number = std::get_if<double>(&value))
    return std::isnan(*number) ? "nan" : shortest_decimals(*number);
  const std::string& text = std::get<std::string>(value);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string joined(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (&cell == cells.data() ? "" : ",") + cell;
  return line;
}

/// The number in column `index` of a row whose cells before it hold no comma; NaN if there is none.
double number_at(const std::string& line, std::size_t index) {
  std::size_t start = 0;
  for (; index > 0; --index) {
    start = line.find(',', start);
    if (start == std::string::npos) return std::nan("");
    ++start;
  }
  double value = std::nan("");
  std::from_chars(line.data() + start, line.data() + line.size(), value);
  return value;
}

} // namespace

CsvFile::CsvFile(const std::filesystem::path& path, std::vector<std::string> columns)
    : path_(path), columns_(columns.size()) {
  file_.open(path, std::ios::binary | std::ios::trunc);
  if (!file_) throw ResourceError("cannot write " + path.string() + ": " + reason_of(errno));
  write(joined(columns));
}

CsvFile CsvFile::reopen(const std::filesystem::path& path, std::vector<std::string> columns, double time) {
  std::ifstream old(path, std::ios::binary);
  if (!old) throw InputError(path.string() + ": cannot be read: " + reason_of(errno));
  const auto time_column = std::find(columns.begin(), columns.end(), "time (us)");
  const auto index = static_cast<std::size_t>(time_column - columns.begin());
  std::string line, kept;
  if (!std::getline(old, line) || line != joined(columns))
    throw InputError(path.string() + ": is not a table with the columns of this run");
  kept = line + "\n";
  // else cut off by a kill, or worse
  while (std::getline(old, line) && !old.eof() && csv_cells(line).size() == columns.size())
    if (time_column == columns.end() || number_at(line, index) <= time * (1 + 1e-12) + 1e-12)
      kept += line + "\n";
  old.close();
  write_file(path, kept);
  CsvFile csv;
  csv.path_ = path, csv.columns_ = columns.size();
  csv.file_.open(path, std::ios::binary | std::ios::app);
  if (!csv.file_) throw ResourceError("cannot write " + path.string() + ": " + reason_of(errno));
  return csv;
}

void CsvFile::append(const std::vector<CsvValue>& row) {
  if (row.size() != columns_)
    throw std::invalid_argument("CsvFile: a row of " + std::to_string(row.size()) + " values for " +
                                std::to_string(columns_) + " columns");
  std::vector<std::string> cells;
  for (const CsvValue& value : row) cells.push_back(text_of(value));
  write(joined(cells));
}

void CsvFile::write(const std::string& line) {
  errno = 0;
  file_ << line << '\n' << std::flush;
  if (!file_)
    throw ResourceError("cannot write " + path_.string() + ": " +
                        (errno ? reason_of(errno) : std::string("unknown reason")));
}

const std::vector<std::string>& run_csv_columns() {
  static const std::vector<std::string> columns{"step",
                                                "time (us)",
                                                "kinetic energy (fJ)",
                                                "elastic energy (fJ)",
                                                "max speed (um/us)",
                                                "max divergence (1/us)",
                                                "CFL",
                                                "momentum x (pg um/us)",
                                                "momentum y (pg um/us)",
                                                "momentum z (pg um/us)",
                                                "state_hash"};
  return columns;
}

const std::vector<std::string>& cells_csv_columns() {
  static const std::vector<std::string> columns{"time (us)",
                                                "object",
                                                "name",
                                                "centre x (um)",
                                                "centre y (um)",
                                                "centre z (um)",
                                                "area (um^2)",
                                                "volume (um^3)",
                                                "length (um)",
                                                "width (um)",
                                                "taylor_deformation",
                                                "inclination (rad)",
                                                "tank_treading_angle (rad)"};
  return columns;
}

} // namespace ibsim
