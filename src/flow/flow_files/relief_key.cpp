#include "flow_files/relief_key.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/user_table.hpp"

#include <cmath>
#include <optional>

namespace ibsim {
namespace {

const std::vector<std::string> forms{"flat", "cobblestone", "elongated"}; // of Relief::Form, in its order
constexpr std::size_t most_heights = std::size_t{1} << 24;

/// Rows of equal length, one after the other.
struct Rows {
  std::vector<real> heights;
  std::size_t count = 0, length = 0;

  /// What is wrong with one more row; empty: nothing.
  std::string add(const std::vector<real>& row) {
    if (count > 0 && row.size() != length)
      return "has " + std::to_string(row.size()) + " heights, and the rows before it " +
             std::to_string(length);
    heights.insert(heights.end(), row.begin(), row.end());
    length = row.size(), ++count;
    return heights.size() > most_heights ? "more than 16 million heights" : "";
  }
  HeightMap map() const {
    return make_height_map(static_cast<int>(count), static_cast<int>(length), heights);
  }
};

HeightMap read_rows(const Tree& tree, const std::string& path, real unit) {
  if (tree.kind != Tree::Kind::list) fail_at(tree, path + ": expected rows of heights, got " + shown(tree));
  Rows rows;
  for (const Tree& item : tree.items) {
    if (item.kind != Tree::Kind::list)
      fail_at(item, path + ": expected a row of heights, got " + shown(item));
    std::vector<real> row;
    for (const Tree& number : item.items) row.push_back(read_number(number, path) * unit);
    if (const std::string wrong = rows.add(row); !wrong.empty()) fail_at(item, path + ": " + wrong);
  }
  try {
    return rows.map();
  } catch (const InputError& e) {
    fail_at(tree, path + ": " + e.what());
  }
}

void read_map(Relief& relief, const Tree& tree, const std::string& path,
              const std::filesystem::path& folder) {
  const Fields fields(tree, path, {"file", "rows", "unit"});
  const real unit = read_positive(fields.need("unit", "1 um"), path + ".unit", dimension::length);
  const Tree* const rows = fields.find("rows");
  if (rows && fields.find("file")) fail_at(tree, path + ": give a file or rows, not both");
  relief.form = Relief::Form::map;
  if (rows) {
    relief.map = std::make_shared<HeightMap>(read_rows(*rows, path + ".rows", unit));
    return;
  }
  const Tree& name = fields.need("file", "heights.csv");
  std::filesystem::path file = read_text(name, path + ".file");
  if (file.is_relative()) file = folder / file;
  try {
    relief.map = std::make_shared<HeightMap>(read_height_map(file, unit));
  } catch (const InputError& e) {
    fail_at(name, path + ".file: " + e.what());
  }
}

std::string relief_yaml(const Relief& relief) {
  if (!relief.map) return forms[static_cast<std::size_t>(relief.form)];
  std::string text = "{unit: 1 um, rows: [";
  for (int i = 0; i < relief.map->along_x; ++i) {
    text += i == 0 ? "[" : ", [";
    for (int k = 0; k < relief.map->along_z; ++k)
      text += (k == 0 ? "" : ", ") +
              shortest_decimals(relief.map->heights[static_cast<std::size_t>(i) * relief.map->along_z + k]);
    text += "]";
  }
  return text + "]}";
}

} // namespace

HeightMap read_height_map(const std::filesystem::path& file, real unit) {
  const CsvTable table = read_number_rows(file);
  Rows rows;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<real> row;
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      const real height = number_in_cell(table, r, c) * unit;
      if (!(std::abs(height) < 1e9))
        throw InputError(table.place(r) + in_quotes(table.rows[r][c]) + " is not a height");
      row.push_back(height);
    }
    if (const std::string wrong = rows.add(row); !wrong.empty()) throw InputError(table.place(r) + wrong);
  }
  try {
    return rows.map();
  } catch (const InputError& e) {
    throw InputError(file.string() + ": " + e.what());
  }
}

Key relief_key(Relief& relief, const std::filesystem::path& folder) {
  return key::value(
      "relief", "one of flat, cobblestone, elongated, or {file: HEIGHTS.csv, unit: 1 um}",
      [&relief, folder](const Tree& tree, const std::string& path) {
        relief.map.reset();
        if (tree.kind == Tree::Kind::map)
          read_map(relief, tree, path, folder);
        else
          relief.form = static_cast<Relief::Form>(read_choice(tree, path, forms));
      },
      [&relief] { return relief_yaml(relief); },
      "Relief of a sheet above its height. cobblestone: rounded cells of endothelium, after Kassen et al. "
      "(2022). elongated: cells drawn out by the flow. A file has measured heights over the whole box in the "
      "given unit, one row along z in each line (docs/suspension.md).");
}

} // namespace ibsim
