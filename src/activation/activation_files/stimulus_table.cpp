#include "activation_files/stimulus_table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/user_table.hpp"

#include <map>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

struct Row {
  std::string of_case;
  Stimulus stimulus;
};

std::vector<Row> read_rows(const fs::path& path, bool with_cases) {
  std::vector<KnownColumn> known{{"x", dimension::length, "mm"},
                                 {"y", dimension::length, "mm"},
                                 {"z", dimension::length, "mm"},
                                 {"time", dimension::time, "ms"},
                                 {"radius", dimension::length, "mm"}};
  known.push_back({"case"});
  const UserTable table(read_csv(path), std::move(known));
  const auto fail = [](const std::string& place, const std::string& message) {
    throw InputError(place + one_line(message));
  };
  table.require({"x", "y", "z"});
  if (with_cases) table.require({"case"});
  if (!with_cases && table.has("case"))
    fail(table.place_of_header(), "column \"case\" belongs into a table of cases (cases: {table: ...})");
  std::vector<Row> rows;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto value = [&](const char* name) { return table.has(name) ? table.number(r, name) : real{0}; };
    Row row;
    row.stimulus.key = path.filename().string() + ":" + std::to_string(table.line(r));
    row.stimulus.at = {value("x"), value("y"), value("z")};
    row.stimulus.time = value("time");
    row.stimulus.radius = value("radius");
    if (!(row.stimulus.time >= 0)) fail(table.place(r), "the time must not be negative");
    if (!(row.stimulus.time <= latest_stimulus))
      fail(table.place(r), "the time must be at most " + format_quantity(latest_stimulus, dimension::time));
    if (!(row.stimulus.radius >= 0)) fail(table.place(r), "the radius must not be negative");
    if (table.has("case")) row.of_case = table.word(r, "case");
    if (with_cases && row.of_case.empty()) fail(table.place(r), "the row has no name in column \"case\"");
    rows.push_back(std::move(row));
  }
  if (rows.empty()) fail(table.place_of_header(), "the table has no rows");
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
