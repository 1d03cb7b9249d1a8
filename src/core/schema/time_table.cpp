#include "schema/time_table.hpp"

#include "base/error.hpp"
#include "base/piecewise_linear.hpp"
#include "base/text.hpp"
#include "base/unit_expression.hpp"
#include "files/user_table.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr std::size_t most_rows = 65536; // of a resolved scenario, 3 MB

bool is_time(const std::string& column) {
  try {
    return parse_unit(title_of(column).unit).dimension == dimension::time;
  } catch (const InputError&) {
    return false;
  }
}

} // namespace

real TimeTable::at(real time) const { return piecewise_linear(times, values, time); }

TimeTable read_time_table(const std::filesystem::path& path, const std::string& what, Dimension d) {
  const CsvTable csv = read_csv(path);
  const std::string title = what + " (" + internal_unit(d) + ")";
  if (csv.columns.empty())
    throw InputError(path.string() + ": needs a header such as \"time (ms)," + title + "\"");
  const std::string header = csv.place_of_line(csv.lines[0]);
  if (csv.columns.size() != 2) {
    std::string names;
    for (const std::string& name : csv.columns) names += (names.empty() ? ": " : ", ") + name;
    throw InputError(header + "expected two columns, \"time (ms)\" and \"" + title + "\", found " +
                     std::to_string(csv.columns.size()) + shortened(one_line(names)));
  }
  const bool swapped = is_time(csv.columns[1]) && !is_time(csv.columns[0]);
  const std::size_t of_time = swapped ? 1 : 0, of_value = 1 - of_time;
  const real time_unit = unit_of_column(csv.columns[of_time], header, "time (ms)", dimension::time),
             value_unit = unit_of_column(csv.columns[of_value], header, title, d);
  TimeTable table;
  for (std::size_t r = 0; r < csv.rows.size() && r <= most_rows; ++r) {
    const real time = number_in_cell(csv, r, of_time) * time_unit;
    if (!table.times.empty() && !(time > table.times.back()))
      throw InputError(csv.place(r) + "times must grow");
    table.times.push_back(time), table.values.push_back(number_in_cell(csv, r, of_value) * value_unit);
  }
  if (const std::string trouble = trouble_with(table); !trouble.empty())
    throw InputError(path.string() + ": " + trouble);
  return table;
}

TimeTable read_time_table(const Tree& node, const std::string& path, const std::filesystem::path& folder,
                          const std::string& what, Dimension d) {
  std::filesystem::path file = read_text(node, path);
  if (file.is_relative()) file = folder / file;
  try {
    return read_time_table(file, what, d);
  } catch (const InputError& e) {
    fail_at(node, path + ": " + e.what());
  }
}

std::vector<real> read_quantities(const Tree& tree, const std::string& path, Dimension d) {
  if (tree.kind != Tree::Kind::list)
    fail_at(tree, path + ": expected a list, each " + dimension_in_words(d) + ", got " + shown(tree));
  std::vector<real> values;
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    values.push_back(read_quantity(tree.items[i], path + "." + std::to_string(i), d));
  return values;
}

std::string quantities_yaml(const std::vector<real>& values, Dimension d) {
  std::string out;
  for (const real value : values) out += (out.empty() ? "" : ", ") + format_quantity(value, d);
  return "[" + out + "]";
}

std::string trouble_with(const TimeTable& table) {
  if (table.times.size() != table.values.size())
    return "there are " + std::to_string(table.times.size()) + " times and " +
           std::to_string(table.values.size()) + " values";
  if (table.times.size() < 2) return "a table over time needs at least two rows";
  if (table.times.size() > most_rows) return "more than " + std::to_string(most_rows) + " rows";
  const auto late =
      std::adjacent_find(table.times.begin(), table.times.end(), [](real a, real b) { return !(b > a); });
  return late == table.times.end() ? ""
                                   : "times must grow: " + format_quantity(late[1], dimension::time) +
                                         " comes after " + format_quantity(late[0], dimension::time);
}

} // namespace ibsim
