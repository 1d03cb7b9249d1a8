// Stimuli and cases:
//
//   stimuli: - {at: [0 mm, 0 mm, -60 mm], radius: 1 mm, time: 5 ms, name: apex}
//            - {vertices: endo.vtx, time: 0 ms}        a file of openCARP, or a list of numbers from 0
//            - {table: purkinje.csv}                   columns "x (mm)", "y (mm)", "z (mm)", "time (ms)",
//                                                      "radius (mm)", each with its unit; the last two may be
//                                                      left out
//   cases:   - {name: left, stimuli: [...]}            each solved on the same mesh, with the common stimuli
//            too or {table: cases.csv}                     such a table with a column "case"
#include "base/error.hpp"
#include "io/mesh_file.hpp"
#include "io/read_activation.hpp"
#include "io/read_csv.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

struct TableRow {
  std::string of_case;
  Stimulus stimulus;
};

/// A column "NAME (UNIT)": its place and its unit.
struct Column {
  std::size_t place = 0;
  std::string unit;
  bool found = false;
};

std::vector<TableRow> read_table(const fs::path& path) {
  std::istringstream lines(file_content(path));
  std::string line;
  const auto fail = [&](long number, const std::string& message) {
    throw InputError(path.string() + ":" + std::to_string(number) + ": " + message);
  };
  const auto without_end = [](std::string& text) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
  };
  if (!std::getline(lines, line)) fail(1, "the table is empty");
  without_end(line);
  const std::vector<std::string> header = csv_cells(line);
  const auto column = [&](const std::string& name, bool needed, bool with_unit) {
    Column c;
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::size_t bracket = header[i].find(" (");
      if (header[i].substr(0, bracket) != name) continue;
      c = {i,
           bracket == std::string::npos ? "" : header[i].substr(bracket + 2, header[i].size() - bracket - 3),
           true};
      if (with_unit && c.unit.empty())
        fail(1, "column \"" + name + "\" has no unit, as in \"" + name + " (mm)\"");
    }
    if (needed && !c.found)
      fail(1, "there is no column \"" + name + "\", as in: x (mm),y (mm),z (mm),time (ms)");
    return c;
  };
  const Column x = column("x", true, true), y = column("y", true, true), z = column("z", true, true),
               time = column("time", false, true), radius = column("radius", false, true),
               of_case = column("case", false, false);
  std::vector<TableRow> rows;
  for (long number = 2; std::getline(lines, line); ++number) {
    without_end(line);
    if (line.empty()) continue;
    const std::vector<std::string> cells = csv_cells(line);
    if (cells.size() != header.size())
      fail(number, "has " + std::to_string(cells.size()) + " cells, not " + std::to_string(header.size()));
    const auto value = [&](const Column& c, Dimension dimension) {
      if (!c.found) return real{0};
      try {
        return parse_quantity(cells[c.place] + " " + c.unit, dimension);
      } catch (const InputError& e) {
        fail(number, e.what());
      }
      return real{0};
    };
    TableRow row;
    row.stimulus.name = path.filename().string() + ":" + std::to_string(number);
    row.stimulus.at = {value(x, dimension::length), value(y, dimension::length), value(z, dimension::length)};
    row.stimulus.time = value(time, dimension::time);
    row.stimulus.radius = value(radius, dimension::length);
    if (!(row.stimulus.radius >= 0)) fail(number, "the radius must not be negative");
    if (of_case.found) row.of_case = cells[of_case.place];
    rows.push_back(row);
  }
  if (rows.empty()) fail(1, "the table has no rows");
  return rows;
}

void read_stimulus(const Tree& tree, const std::string& path, const fs::path& folder,
                   std::vector<Stimulus>& out) {
  const Fields f(tree, path, {"name", "at", "radius", "time", "vertices", "table"});
  const Tree *at = f.find("at"), *vertices = f.find("vertices"), *table = f.find("table");
  if ((at != nullptr) + (vertices != nullptr) + (table != nullptr) != 1)
    fail_at(tree, path + ": expected one of at: [x, y, z], vertices: FILE.vtx, table: FILE.csv");
  if (table) {
    for (const char* key : {"radius", "time", "name"})
      if (const Tree* t = f.find(key)) fail_at(*t, path + "." + key + ": stands in the table");
    for (TableRow& row : read_table(folder / read_text(*table, path + ".table")))
      out.push_back(std::move(row.stimulus));
    return;
  }
  Stimulus s;
  s.name = f.find("name") ? read_text(*f.find("name"), path + ".name") : path;
  if (const Tree* t = f.find("time")) s.time = read_quantity(*t, path + ".time", dimension::time);
  if (const Tree* t = f.find("radius")) {
    if (vertices) fail_at(*t, path + ".radius: vertices have none");
    s.radius = read_positive(*t, path + ".radius", dimension::length);
  }
  if (at)
    s.at = read_vector(*at, path + ".at", dimension::length);
  else if (vertices->kind == Tree::Kind::list)
    for (const Tree& v : vertices->items)
      s.vertices.push_back(static_cast<Index>(read_integer(v, path + ".vertices", 0, (1L << 31) - 1)));
  else
    s.vertices = read_vtx(folder / read_text(*vertices, path + ".vertices"));
  if (!at && s.vertices.empty()) fail_at(*vertices, path + ".vertices: there are none");
  out.push_back(std::move(s));
}

/// Names become names of arrays and files.
void check_case_name(const Tree& tree, const std::string& name, const std::vector<ActivationCase>& others) {
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && c != '.')
      fail_at(tree,
              "cases: the name \"" + name + "\" becomes that of a file: letters, digits, _, - and . only");
  for (const ActivationCase& other : others)
    if (other.name == name) fail_at(tree, "cases: two have the name \"" + name + "\"");
}

} // namespace

std::vector<Stimulus> read_stimuli(const Tree& tree, const std::string& path, const fs::path& folder) {
  std::vector<Stimulus> stimuli;
  if (tree.kind != Tree::Kind::list || tree.items.empty())
    fail_at(tree, path + ": expected a list, such as - {at: [0 mm, 0 mm, -60 mm], radius: 1 mm, time: 5 ms}");
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    read_stimulus(tree.items[i], path + "." + std::to_string(i), folder, stimuli);
  return stimuli;
}

std::vector<ActivationCase> read_cases(const Tree& tree, const std::vector<Stimulus>& common,
                                       const fs::path& folder) {
  std::vector<ActivationCase> cases;
  if (tree.kind == Tree::Kind::map) {
    const Fields f(tree, "cases", {"table"});
    const Tree& table = f.need("table", "cases.csv");
    for (TableRow& row : read_table(folder / read_text(table, "cases.table"))) {
      auto found =
          std::find_if(cases.begin(), cases.end(), [&](const auto& c) { return c.name == row.of_case; });
      if (found == cases.end()) {
        if (row.of_case.empty())
          fail_at(table, "cases.table: needs a column \"case\" with a name in each row");
        check_case_name(table, row.of_case, cases);
        cases.push_back({row.of_case, common});
        found = cases.end() - 1;
      }
      found->stimuli.push_back(std::move(row.stimulus));
    }
    return cases;
  }
  if (tree.kind != Tree::Kind::list || tree.items.empty())
    fail_at(tree, "cases: expected a list, such as - {name: left, stimuli: [...]}, or {table: cases.csv}");
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    const std::string path = "cases." + std::to_string(i);
    const Fields f(tree.items[i], path, {"name", "stimuli"});
    ActivationCase one;
    const Tree* name = f.find("name");
    one.name = name ? read_text(*name, path + ".name") : std::to_string(i);
    check_case_name(name ? *name : tree.items[i], one.name, cases);
    one.stimuli = common;
    if (const Tree* t = f.find("stimuli"))
      for (Stimulus& s : read_stimuli(*t, path + ".stimuli", folder)) one.stimuli.push_back(std::move(s));
    if (one.stimuli.empty()) fail_at(tree.items[i], path + ": has no stimuli");
    cases.push_back(std::move(one));
  }
  return cases;
}

} // namespace ibsim
