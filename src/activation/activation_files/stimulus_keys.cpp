// `stimuli` and `cases`.
#include "activation_files/activation_keys.hpp"
#include "activation_files/mesh_file.hpp"
#include "activation_files/stimulus_table.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// The place of a file that is named in vain is that of its name.
void require_there(const Tree& tree, const std::string& path, const fs::path& file) {
  if (!fs::exists(file)) fail_at(tree, path + ": there is no " + file.string());
}

/// The one way in which it is given.
void choose_stimulus(const Tree& tree, const std::string& path, StimulusChoice& s) {
  if (tree.kind != Tree::Kind::map) return; // reading the map says so
  const Tree *at = tree.find("at"), *vertices = tree.find("vertices"), *table = tree.find("table");
  if ((at != nullptr) + (vertices != nullptr) + (table != nullptr) > 1)
    fail_at(tree, path + ": expected one of at: [x, y, z], vertices: FILE.vtx, table: FILE.csv");
  s.kind = vertices ? StimulusChoice::Kind::vertices
           : table  ? StimulusChoice::Kind::table
                    : StimulusChoice::Kind::point;
}

Key vertices_key(StimulusChoice& s, const fs::path& folder, NamedFiles files) {
  return key::value(
             "vertices", "the path of a .vtx file, or a list of numbers of vertices from 0",
             [&s, folder, files](const Tree& tree, const std::string& path) {
               if (tree.kind == Tree::Kind::list) {
                 for (const Tree& v : tree.items)
                   s.one.vertices.push_back(static_cast<Index>(read_integer(v, path, 0, (1L << 31) - 1)));
               } else {
                 s.file = fs::absolute(folder / read_text(tree, path));
                 if (files == NamedFiles::left_alone) return;
                 require_there(tree, path, s.file);
                 s.one.vertices = read_vtx(s.file);
               }
               if (s.file.empty() && s.one.vertices.empty()) fail_at(tree, path + ": there are none");
             },
             [&s] {
               if (!s.file.empty()) return quoted_yaml(s.file.string());
               std::string text;
               for (const Index v : s.one.vertices) text += (text.empty() ? "" : ", ") + std::to_string(v);
               return "[" + text + "]";
             },
             "Vertices that are activated: openCARP's file, or a list.")
      .only_if([&s] { return s.kind == StimulusChoice::Kind::vertices; }, "excludes at and table")
      .by_default("none");
}

Key table_key(const std::string& help, fs::path& file, const fs::path& folder, NamedFiles files,
              std::function<void(const fs::path&)> read) {
  return path_key("table", file, folder, "the path of a .csv file", help)
      .by_default("none")
      .afterwards([&file, files, read = std::move(read)](const Tree* given, const std::string& path) {
        if (!given || files == NamedFiles::left_alone) return;
        require_there(*given, path, file);
        read(file);
      });
}

Key stimulus_item(StimulusChoice& s, const fs::path& folder, NamedFiles files) {
  using Kind = StimulusChoice::Kind;
  const auto is = [&s](Kind kind) { return [&s, kind] { return s.kind == kind; }; };
  const auto no_table = [&s] { return s.kind != Kind::table; };
  Key table =
      table_key("Table of stimuli with the columns \"x (mm)\", \"y (mm)\" and \"z (mm)\". Optional columns "
                "are \"time (ms)\" and \"radius (mm)\".",
                s.file, folder, files, [&s](const fs::path& file) { s.rows = read_stimulus_table(file); })
          .only_if(is(Kind::table), "excludes at and vertices");
  Key name = key::text("name", s.one.name, "Name in messages.")
                 .only_if(no_table, "stands in the table")
                 .by_default("none");
  name.written_back = !s.one.name.empty();
  return key::map("",
                  {key::vector("at", s.one.at, dimension::length, "Centre of the stimulus.")
                       .needs("[0 mm, 0 mm, -60 mm]", is(Kind::point))
                       .only_if(is(Kind::point), "excludes vertices and table"),
                   key::quantity("radius", s.one.radius, dimension::length,
                                 "Radius of the stimulus, some edges long. Its vertices are activated at the "
                                 "time plus the travel time from the centre. 0: only the nearest vertex.")
                       .at_least(0)
                       .only_if(is(Kind::point), "goes with at"),
                   vertices_key(s, folder, files),
                   key::quantity("time", s.one.time, dimension::time,
                                 "Time of the activation, unless the front arrives earlier. Times are not "
                                 "negative; -1 ms in the output means never.")
                       .from_to(0, latest_stimulus)
                       .only_if(no_table, "stands in the table"),
                   std::move(name), std::move(table)},
                  "A stimulus.")
      .beforehand([&s](const Tree* given, const std::string& path) {
        if (given) choose_stimulus(*given, path, s);
      })
      .afterwards([&s](const Tree*, const std::string& path) { s.one.key = path; });
}

/// Names become those of arrays and files.
std::string wrong_name(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  });
  if (plain && !name.empty() && name.size() <= 100) return {};
  return "the name \"" + name.substr(0, 100) +
         "\" becomes the name of a file: up to 100 letters, digits, _, - and . only";
}

Key case_item(CaseChoice& c, const fs::path& folder, NamedFiles files) {
  const auto no_table = [&c] { return c.table.empty(); };
  Key table = table_key("Table of the stimuli of many cases, with a column \"case\".", c.table, folder, files,
                        [&c](const fs::path& file) { c.rows = read_case_table(file); });
  return key::map("",
                  {std::move(table),
                   key::text("name", c.name, "Name of the case, in names of arrays and files.")
                       .only_if(no_table, "stands in the table")
                       .by_default("its number")
                       .check([&c] { return wrong_name(c.name); }),
                   stimuli_key(c.stimuli, folder, files)
                       .only_if(no_table, "stand in the table")
                       .by_default("only the stimuli of the cases")},
                  "A case.")
      .afterwards([&c](const Tree* given, const std::string& path) {
        if (c.name.empty()) {
          const std::string last = path.substr(path.rfind('.') + 1);
          c.name = last == "cases" ? "0" : last;
        }
        for (const ActivationCase& row : c.rows)
          if (const std::string wrong = wrong_name(row.name); !wrong.empty())
            fail_at(*given, path + ".table: " + wrong);
      });
}

/// @throws InputError at its place
void check_cases(const Tree& tree, const std::string& path, const ActivationScenario& s) {
  std::set<std::string> names;
  for (const ActivationCase& one : s.all_cases()) {
    if (!names.insert(one.name).second) fail_at(tree, path + ": two have the name \"" + one.name + "\"");
    if (one.stimuli.empty()) fail_at(tree, path + ": the case \"" + one.name + "\" has no stimuli");
  }
}

} // namespace

Key stimuli_key(std::vector<StimulusChoice>& stimuli, const fs::path& folder, NamedFiles files) {
  Key key = key::list<StimulusChoice>(
      "stimuli", "a list, such as [{at: [0 mm, 0 mm, -60 mm], radius: 1 mm, time: 5 ms}]", stimuli,
      [folder, files](StimulusChoice& s) { return stimulus_item(s, folder, files); },
      "Activations from outside: points, vertices, or tables of points.");
  key.low = 1;
  return key;
}

Key cases_key(ActivationScenario& s, const fs::path& folder, NamedFiles files) {
  Key key = key::list<CaseChoice>(
      "cases", "a list such as [{name: left, stimuli: [...]}], or {table: cases.csv}", s.cases,
      [folder, files](CaseChoice& c) { return case_item(c, folder, files); },
      "Sets of stimuli on one mesh, solved side by side. Each also has the common stimuli.");
  key.one_without_list = true;
  key.low = 1;
  key.by_default("one case, of the stimuli")
      .afterwards([&s, files](const Tree* given, const std::string& path) {
        if (given && files == NamedFiles::read) check_cases(*given, path, s);
      });
  return key;
}

} // namespace ibsim
