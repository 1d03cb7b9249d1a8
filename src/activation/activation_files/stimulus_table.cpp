#include "activation_files/stimulus_table.hpp"

#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/read_csv.hpp"

#include <algorithm>
#include <map>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

struct Row {
  std::string of_case;
  Stimulus stimulus;
};

/// "time" of a column "time (ms)".
std::string name_of(const std::string& column) { return column.substr(0, column.find(" (")); }

/// A column "NAME (UNIT)": its place and its unit.
struct Column {
  std::size_t place = 0;
  std::string unit;
  bool found = false;
};

std::vector<Row> read_rows(const fs::path& path, bool with_cases) {
  const CsvTable table = read_csv(path);
  if (table.columns.empty()) throw InputError(path.string() + ": the table is empty");
  const std::vector<std::string>& header = table.columns;
  const auto fail = [](const std::string& place, const std::string& message) {
    throw InputError(place + one_line(message));
  };
  const std::string first_line = table.place_of_line(table.lines[0]);
  const auto column = [&](const std::string& name, bool needed, bool with_unit) {
    Column c;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::size_t bracket = header[i].find(" (");
      if (name_of(header[i]) != name) continue;
      if (c.found) fail(first_line, "has two columns \"" + name + "\"");
      c = {i,
           bracket == std::string::npos ? "" : header[i].substr(bracket + 2, header[i].size() - bracket - 3),
           true};
      if (with_unit && c.unit.empty())
        fail(first_line, "column \"" + name + "\" has no unit, as in \"" + name + " (mm)\"");
    }
    if (needed && !c.found)
      fail(first_line, "there is no column \"" + name + "\", as in: x (mm),y (mm),z (mm),time (ms)" +
                           (with_cases ? ",case" : ""));
    return c;
  };
  std::vector<std::string> names{"x", "y", "z", "time", "radius"};
  if (with_cases) names.push_back("case");
  for (const std::string& word : header) {
    const std::string name = name_of(word);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (name == "case")
      fail(first_line, "column \"case\" belongs into a table of cases (cases: {table: ...})");
    fail(first_line, "unknown column " + in_quotes(word) + did_you_mean(name, names) +
                         (nearest(name, names).empty() ? "; expected x, y, z, time, radius" : "") +
                         (nearest(name, names).empty() && with_cases ? ", case" : ""));
  }
  const Column x = column("x", true, true), y = column("y", true, true), z = column("z", true, true),
               time = column("time", false, true), radius = column("radius", false, true),
               of_case = column("case", with_cases, false);
  std::vector<Row> rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::vector<std::string>& cells = table.rows[r];
    const auto value = [&](const Column& c, Dimension dimension) {
      if (!c.found) return real{0};
      try {
        return parse_quantity(cells[c.place] + " " + c.unit, dimension);
      } catch (const InputError& e) {
        throw InputError(table.place(r) + one_line(e.what()));
      }
    };
    Row row;
    row.stimulus.key = path.filename().string() + ":" + std::to_string(table.lines[r + 1]);
    row.stimulus.at = {value(x, dimension::length), value(y, dimension::length), value(z, dimension::length)};
    row.stimulus.time = value(time, dimension::time);
    row.stimulus.radius = value(radius, dimension::length);
    if (!(row.stimulus.time >= 0)) fail(table.place(r), "the time must not be negative");
    if (!(row.stimulus.time <= latest_stimulus))
      fail(table.place(r), "the time must be at most " + format_quantity(latest_stimulus, dimension::time));
    if (!(row.stimulus.radius >= 0)) fail(table.place(r), "the radius must not be negative");
    if (of_case.found) row.of_case = cells[of_case.place];
    if (with_cases && row.of_case.empty()) fail(table.place(r), "the row has no name in column \"case\"");
    rows.push_back(std::move(row));
  }
  if (rows.empty()) fail(first_line, "the table has no rows");
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
