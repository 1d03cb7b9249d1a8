#include "packing/placement_table.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/csv.hpp"
#include "files/user_table.hpp"
#include "model/rotations.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

const std::vector<std::string> xyz{"x", "y", "z"}, angles{"angle x", "angle y", "angle z"},
    axes{"axis x", "axis y", "axis z"};
const std::vector<std::string> stretch_columns{"stretch x", "stretch y", "stretch z"};
const std::vector<std::string> rotation_columns{"rotation xx", "rotation xy", "rotation xz",
                                                "rotation yx", "rotation yy", "rotation yz",
                                                "rotation zx", "rotation zy", "rotation zz"};

bool is_stretched(const Placement& placed) { return norm(placed.stretch - Real3{1, 1, 1}) > 0; }

UserTable placements_in(CsvTable csv) {
  std::vector<KnownColumn> known{{"kind"}};
  const auto add = [&](const std::vector<std::string>& names, Dimension d, const std::string& unit) {
    for (const std::string& name : names) known.push_back({name, d, unit});
  };
  add(xyz, dimension::length, "um"), add(angles, dimension::angle, "deg");
  add(axes, dimension::number, ""), add(rotation_columns, dimension::number, "");
  add(stretch_columns, dimension::number, "");
  UserTable table(std::move(csv), std::move(known));
  table.require(xyz);
  return table;
}

/// By which columns the objects of a table are turned.
enum class Turned { not_at_all, matrix, axis, angles };

Turned turned_by(const UserTable& table) {
  const bool by_matrix = table.has_all(rotation_columns), by_axis = table.has_all(axes);
  const bool by_angles =
      std::any_of(angles.begin(), angles.end(), [&](const std::string& name) { return table.has(name); });
  if (by_matrix + by_axis + by_angles > 1)
    throw InputError(table.place_of_header() + "has columns of more than one of rotation, axis and angle");
  return by_matrix ? Turned::matrix
         : by_axis ? Turned::axis
                   : (by_angles ? Turned::angles : Turned::not_at_all);
}

Real3 vector_at(const UserTable& table, std::size_t row, const std::vector<std::string>& columns) {
  return {table.number(row, columns[0]), table.number(row, columns[1]), table.number(row, columns[2])};
}

Rotation rotation_at(const UserTable& table, std::size_t row, Turned turned) {
  Rotation r;
  if (turned == Turned::matrix) {
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t e = 0; e < 3; ++e)
        r.rows[d][static_cast<int>(e)] = table.number(row, rotation_columns[3 * d + e]);
    if (const std::string trouble = trouble_with_rotation(r.rows); !trouble.empty())
      throw InputError(table.place(row) + "rotation: " + trouble);
  } else if (turned == Turned::axis) {
    const Real3 axis = vector_at(table, row, axes);
    if (!(norm(axis) > 0) || !std::isfinite(norm(axis)))
      throw InputError(table.place(row) + "axis: has no direction");
    r = turn_of_z_to(normalized(axis));
  } else if (turned == Turned::angles) {
    for (int d = 0; d < 3; ++d) {
      const std::string& name = angles[static_cast<std::size_t>(d)];
      Real3 axis{};
      axis[d] = 1;
      if (table.has(name)) r = product(about(axis, table.number(row, name)), r);
    }
  }
  return r;
}

Placement placement_at(const UserTable& table, std::size_t row, Turned turned, bool stretched) {
  Placement placed;
  placed.centre = vector_at(table, row, xyz);
  if (stretched) placed.stretch = vector_at(table, row, stretch_columns);
  for (int d = 0; d < 3; ++d)
    if (!(placed.stretch[d] >= least_stretch && placed.stretch[d] <= most_stretch))
      throw InputError(table.place(row) + stretch_columns[static_cast<std::size_t>(d)] +
                       ": factors must be from 0.01 to 100");
  const Rotation r = rotation_at(table, row, turned);
  std::copy(std::begin(r.rows), std::end(r.rows), std::begin(placed.rotation));
  return placed;
}

std::string without_spaces_around(const std::string& name) {
  const std::size_t begin = name.find_first_not_of(' ');
  return begin == std::string::npos ? "" : name.substr(begin, name.find_last_not_of(' ') + 1 - begin);
}

std::vector<Placement> of_kind(const UserTable& table, const std::string& kind) {
  const Turned turned = turned_by(table);
  const bool stretched = table.has_all(stretch_columns), all = !table.has("kind");
  const std::string name = without_spaces_around(kind);
  std::vector<Placement> placements;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (all || table.word(row, "kind") == name)
      placements.push_back(placement_at(table, row, turned, stretched));
  if (placements.empty()) throw InputError(table.file() + ": has no row of kind \"" + kind + "\"");
  return placements;
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

std::string placement_table(std::span<const ObjectKind> kinds) {
  bool stretched = false;
  for (const ObjectKind& kind : kinds)
    stretched |= std::any_of(kind.placements.begin(), kind.placements.end(), is_stretched);
  std::vector<std::string> columns{"kind"};
  const auto add = [&](const std::vector<std::string>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  add({"x (um)", "y (um)", "z (um)"}), add(rotation_columns);
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
  return of_kind(placements_in(read_csv(path)), kind);
}

std::vector<Placement> parse_placements(std::string_view text, const std::string& file,
                                        const std::string& kind) {
  return of_kind(placements_in(parse_user_csv(text, file)), kind);
}

} // namespace ibsim
