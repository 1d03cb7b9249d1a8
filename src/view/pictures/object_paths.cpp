// The paths of centres, from cells.csv.
#include "base/error.hpp"
#include "base/units.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "pictures/surface_scene.hpp"

#include <cmath>
#include <map>

namespace ibsim::view {

void add_paths(Scene& scene, const std::filesystem::path& folder, const RunBox& box, bool unwrapped,
               double until) {
  const std::filesystem::path file = run_files(folder).cells_csv;
  if (!is_file(file)) return;
  const CsvTable table = read_run_csv(file);
  const std::size_t columns[] = {table.column("time (us)"), table.column("object"),
                                 table.column("centre x (um)"), table.column("centre y (um)"),
                                 table.column("centre z (um)")};
  for (const std::size_t column : columns)
    if (column == table.columns.size())
      throw InputError(file.string() + ": has no columns of the centres of objects");
  std::map<std::string, std::vector<Vec3f>> paths;
  for (const std::vector<std::string>& row : table.rows) {
    if (parse_number(row[columns[0]]) > until * (1 + 1e-9) + 1e-9) continue;
    Vec3f p{};
    for (std::size_t d = 0; d < 3; ++d) p[d] = static_cast<float>(parse_number(row[columns[2 + d]]));
    if (!unwrapped) p = p + box.into_box(p, parse_number(row[columns[0]]));
    paths[row[columns[1]]].push_back(p);
  }
  const float radius = 0.025f * scene.grain;
  for (const auto& [object, points] : paths) {
    std::vector<Vec3f> piece;
    for (const Vec3f& p : points) {
      bool jumps = false;
      for (std::size_t d = 0; d < 3 && !piece.empty(); ++d)
        jumps |= std::fabs(p[d] - piece.back()[d]) > 0.5f * box.size[d];
      if (jumps) {
        add_tube(scene.things, piece, {}, radius, kind::trail);
        piece.clear();
      }
      if (piece.empty() || length(p - piece.back()) > 0.2f * radius) piece.push_back(p);
    }
    add_tube(scene.things, piece, {}, radius, kind::trail);
  }
}

} // namespace ibsim::view
