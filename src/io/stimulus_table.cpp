#include "io/stimulus_table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "io/file_bytes.hpp"
#include "io/read_csv.hpp"

#include <map>
#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

struct Row {
  std::string of_case;
  Stimulus stimulus;
};

/// A column "NAME (UNIT)": its place and its unit.
struct Column {
  std::size_t place = 0;
  std::string unit;
  bool found = false;
};

[[noreturn]] void fail(const fs::path& path, long line, const std::string& message) {
  throw InputError(path.string() + ":" + std::to_string(line) + ": " + one_line(message));
}

std::vector<Row> read_rows(const fs::path& path, bool with_cases) {
  std::istringstream lines(read_file(path));
  std::string line;
  const auto without_end = [](std::string& text) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
  };
  if (!std::getline(lines, line)) fail(path, 1, "the table is empty");
  without_end(line);
  const std::vector<std::string> header = csv_cells(line);
  const auto column = [&](const std::string& name, bool needed, bool with_unit) {
    Column c;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::size_t bracket = header[i].find(" (");
      if (header[i].substr(0, bracket) != name) continue;
      if (c.found) fail(path, 1, "has two columns \"" + name + "\"");
      c = {i,
           bracket == std::string::npos ? "" : header[i].substr(bracket + 2, header[i].size() - bracket - 3),
           true};
      if (with_unit && c.unit.empty())
        fail(path, 1, "column \"" + name + "\" has no unit, as in \"" + name + " (mm)\"");
    }
    if (needed && !c.found)
      fail(path, 1,
           "there is no column \"" + name + "\", as in: x (mm),y (mm),z (mm),time (ms)" +
               (with_cases ? ",case" : ""));
    return c;
  };
  const Column x = column("x", true, true), y = column("y", true, true), z = column("z", true, true),
               time = column("time", false, true), radius = column("radius", false, true),
               of_case = column("case", with_cases, false);
  std::vector<Row> rows;
  for (long number = 2; std::getline(lines, line); ++number) {
    without_end(line);
    if (line.empty()) continue;
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != header.size())
      fail(path, number,
           "has " + std::to_string(cells.size()) + " cells, not " + std::to_string(header.size()));
    const auto value = [&](const Column& c, Dimension dimension) {
      if (!c.found) return real{0};
      try {
        return parse_quantity(cells[c.place] + " " + c.unit, dimension);
      } catch (const InputError& e) {
        fail(path, number, e.what());
      }
    };
    Row row;
    row.stimulus.name = path.filename().string() + ":" + std::to_string(number);
    row.stimulus.at = {value(x, dimension::length), value(y, dimension::length), value(z, dimension::length)};
    row.stimulus.time = value(time, dimension::time);
    row.stimulus.radius = value(radius, dimension::length);
    if (!(row.stimulus.time >= 0)) fail(path, number, "the time must not be negative");
    if (!(row.stimulus.radius >= 0)) fail(path, number, "the radius must not be negative");
    if (of_case.found) row.of_case = cells[of_case.place];
    if (with_cases && row.of_case.empty()) fail(path, number, "the row has no name in column \"case\"");
    rows.push_back(std::move(row));
  }
  if (rows.empty()) fail(path, 1, "the table has no rows");
  return rows;
}

} // namespace

std::vector<Stimulus> read_stimulus_table(const fs::path& path) {
  std::vector<Stimulus> stimuli;
  for (Row& row : read_rows(path, false)) stimuli.push_back(std::move(row.stimulus));
  return stimuli;
}

std::vector<ActivationCase> read_case_table(const fs::path& path) {
  std::vector<ActivationCase> cases;
  std::map<std::string, std::size_t> known;
  for (Row& row : read_rows(path, true)) {
    const auto [found, is_new] = known.try_emplace(row.of_case, cases.size());
    if (is_new) cases.push_back({row.of_case, {}});
    cases[found->second].stimuli.push_back(std::move(row.stimulus));
  }
  return cases;
}

} // namespace ibsim
