#include "activation_files/activation_keys.hpp"

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "schema/common_keys.hpp"

namespace ibsim {
namespace fs = std::filesystem;
namespace {

Key point_key(PointOfInterest& point) {
  return key::map("",
                  {key::text("name", point.name, "Name of the point in the table.").by_default("\"point N\""),
                   key::vector("at", point.at, dimension::length,
                               "Place of the point; the nearest vertex is used.")
                       .needs("[0 mm, 0 mm, -60 mm]")},
                  "")
      .afterwards([&point](const Tree*, const std::string& path) {
        if (point.name.empty()) point.name = "point " + path.substr(path.rfind('.') + 1);
      });
}

Key solve_key(SolveOptions& solve) {
  const auto cut = [&solve] {
    return solve.schedule == SolveSchedule::domains_1 || solve.schedule == SolveSchedule::domains_2;
  };
  return key::
      map("solve",
          {key::choice("schedule", solve.schedule, schedule_names(),
                       "Order in which tetrahedra are solved: the windowed push, which is the fastest, or an "
                       "algorithm of the eikonal paper. All give the same times."),
           key::choice("storage", solve.storage, storage_names(),
                       "Data stored for each tetrahedron: its squared edges, all their products, or only its "
                       "corners and metric."),
           key::choice("precision", solve.precision, {"single", "double"}, "Precision of the times."),
           key::number(
               "window", solve.window,
               "Width of the window behind the front that is solved at once, in travel times along an edge. "
               "0: 0.7 on the CPU, 1.7 on a GPU, and more if speeds in the tissue differ more than fourfold.")
               .from_to(0, 1e9)
               .no_effect_unless([&solve] { return solve.schedule == SolveSchedule::window; },
                                 "has no effect without schedule: window"),
           key::integer("domains", solve.domains, 0, 1L << 24,
                        "Number of sub-domains; 0: one for each 3000 tetrahedra.")
               .no_effect_unless(cut, "has no effect without schedule: domains 1 or domains 2"),
           key::number("tolerance", solve.tolerance,
                       "Relative decrease from which a time counts as changed; 0: 2e-13 in double, 2e-7 in "
                       "single precision.")
               .from_to(0, 0.01)},
          "Solver of the equation.")
          .changes(ChangeEffect::method);
}

const std::vector<std::string> formats{"vtkhdf", "vtu", "dat", "igb"};

Key output_key(ActivationOutput& output, const std::string& name) {
  Key of_formats = key::value(
      "formats", "a list of " + formats[0] + ", " + formats[1] + ", " + formats[2] + ", " + formats[3],
      [&output](const Tree& tree, const std::string& path) {
        if (tree.kind != Tree::Kind::list) fail_at(tree, path + ": expected a list, such as [vtkhdf, igb]");
        bool* const chosen[] = {&output.vtkhdf, &output.vtu, &output.dat, &output.igb};
        for (bool* one : chosen) *one = false;
        for (const Tree& format : tree.items) *chosen[read_choice(format, path, formats)] = true;
      },
      [&output] {
        const bool chosen[] = {output.vtkhdf, output.vtu, output.dat, output.igb};
        std::string text;
        for (std::size_t i = 0; i < formats.size(); ++i)
          if (chosen[i]) text += (text.empty() ? "" : ", ") + formats[i];
        return "[" + text + "]";
      },
      "Formats of the maps of times: VTKHDF and VTU for ParaView, .dat and .igb of openCARP. Tables are "
      "always written.");
  return key::map("output", {folder_key(output.folder, name), std::move(of_formats)},
                  "Content and folder of the output.")
      .changes(ChangeEffect::nothing);
}

} // namespace

Key path_key(const std::string& name, fs::path& field, const fs::path& folder, const std::string& takes,
             const std::string& help) {
  Key key = key::value(
      name, takes,
      [&field, folder](const Tree& tree, const std::string& path) {
        const std::string text = read_text(tree, path);
        if (text.empty() || text.find('\0') != std::string::npos)
          fail_at(tree, path + ": is not the name of a file");
        field = fs::absolute(folder / text);
      },
      [&field] { return quoted_yaml(valid_utf8(field.string())); }, help);
  key.written_back = !field.empty();
  return key;
}

Keys activation_keys(ActivationScenario& s, const std::string& name, NamedFiles files) {
  const fs::path folder = fs::path(name).parent_path();
  return {kind_key("activation"),
          title_key(s.title, name),
          mesh_key(s.mesh, folder, files),
          fibres_key(s, files),
          velocity_key(s),
          stimuli_key(s.stimuli, folder, files).by_default("none; must be given, or cases"),
          cases_key(s, folder, files),
          key::list<PointOfInterest>("points", "a list such as [{name: apex, at: [0 mm, 0 mm, -60 mm]}]",
                                     s.points, point_key,
                                     "Points whose local activation times are written to points.csv.")
              .by_default("none"),
          solve_key(s.solve),
          output_key(s.output, name),
          device_key(s.device)};
}

} // namespace ibsim
