#include "packing/placement_table.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/csv.hpp"
#include "files/read_csv.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

const std::vector<std::string> centre_columns{"x (um)", "y (um)", "z (um)"};
const std::vector<std::string> stretch_columns{"stretch x", "stretch y", "stretch z"};
const std::vector<std::string> rotation_columns{"rotation xx", "rotation xy", "rotation xz",
                                                "rotation yx", "rotation yy", "rotation yz",
                                                "rotation zx", "rotation zy", "rotation zz"};

bool is_stretched(const Placement& placed) { return norm(placed.stretch - Real3{1, 1, 1}) > 0; }

/// True if all of these columns are there, false if none. @throws InputError if only a part is
bool has_columns(const CsvTable& table, const std::vector<std::string>& names) {
  const auto missing = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return table.column(name) == table.columns.size();
  });
  if (missing == names.end()) return true;
  for (const std::string& name : names)
    if (table.column(name) < table.columns.size())
      throw InputError(table.place_of_line(table.lines.at(0)) + "has a column \"" + name + "\" but no \"" +
                       *missing + "\"");
  return false;
}

real number_at(const CsvTable& table, std::size_t row, const std::string& column) {
  const std::string& cell = table.rows[row][table.column(column)];
  try {
    const real x = parse_number(cell);
    if (!std::isfinite(x)) throw InputError("is not finite");
    return x;
  } catch (const InputError& e) {
    throw InputError(table.place(row) + column + ": " + e.what());
  }
}

Placement placement_at(const CsvTable& table, std::size_t row, bool turned, bool stretched) {
  Placement placed;
  for (int d = 0; d < 3; ++d) {
    const auto i = static_cast<std::size_t>(d);
    placed.centre[d] = number_at(table, row, centre_columns[i]);
    if (stretched) placed.stretch[d] = number_at(table, row, stretch_columns[i]);
    if (stretched && !(placed.stretch[d] >= least_stretch && placed.stretch[d] <= most_stretch))
      throw InputError(table.place(row) + stretch_columns[i] + ": factors must be from 0.01 to 100");
    for (int e = 0; turned && e < 3; ++e)
      placed.rotation[d][e] = number_at(table, row, rotation_columns[3 * i + static_cast<std::size_t>(e)]);
  }
  if (const std::string trouble = trouble_with_rotation(placed.rotation); !trouble.empty())
    throw InputError(table.place(row) + "rotation: " + trouble);
  return placed;
}

} // namespace

std::string trouble_with_rotation(const Real3 (&rows)[3]) {
  constexpr real tolerance = 1e-6; // a matrix typed with seven digits is welcome
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (!(std::abs(dot(rows[a], rows[b]) - (a == b)) < tolerance))
        return "is not a rotation, its rows are not orthonormal";
  return dot(cross(rows[0], rows[1]), rows[2]) < 0 ? "is not a rotation but a reflection" : "";
}

std::string placement_table(const std::vector<ObjectKind>& kinds) {
  bool stretched = false;
  for (const ObjectKind& kind : kinds)
    stretched |= std::any_of(kind.placements.begin(), kind.placements.end(), is_stretched);
  std::vector<std::string> columns{"kind"};
  const auto add = [&](const std::vector<std::string>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  add(centre_columns), add(rotation_columns);
  if (stretched) add(stretch_columns);
  std::string text = csv_line(columns);
  for (const ObjectKind& kind : kinds)
    for (const Placement& placed : kind.placements) {
      std::vector<CsvValue> row{kind.name};
      for (int d = 0; d < 3; ++d) row.push_back(placed.centre[d]);
      for (const Real3& r : placed.rotation)
        for (int d = 0; d < 3; ++d) row.push_back(r[d]);
      for (int d = 0; stretched && d < 3; ++d) row.push_back(placed.stretch[d]);
      text += csv_line(row);
    }
  return text;
}

std::vector<Placement> read_placements(const std::filesystem::path& path, const std::string& kind) {
  const CsvTable table = read_csv(path);
  if (table.columns.empty() || !has_columns(table, centre_columns))
    throw InputError(path.string() + ": needs a header with \"x (um)\", \"y (um)\" and \"z (um)\"");
  const bool turned = has_columns(table, rotation_columns), stretched = has_columns(table, stretch_columns);
  const std::size_t names = table.column("kind");
  std::vector<Placement> placements;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (names == table.columns.size() || table.rows[row][names] == kind)
      placements.push_back(placement_at(table, row, turned, stretched));
  if (placements.empty()) throw InputError(path.string() + ": has no row of kind \"" + kind + "\"");
  return placements;
}

} // namespace ibsim
