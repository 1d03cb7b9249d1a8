// `ibsim geometry`: what a mesh file, or the vessel of a scenario, is. A mesh is looked at as the surface of
// an object; a vessel with its fluid, throats and wall points on the grid of the scenario.
#include "base/error.hpp"
#include "base/text.hpp"
#include "checks/check_vessel.hpp"
#include "commands/commands.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/mesh_key.hpp"
#include "flow_files/vessel_block.hpp"
#include "flow_run/vessel_lines.hpp"
#include "geometry/closed_mesh.hpp"
#include "geometry/fluid_region.hpp"
#include "geometry/grid_distance.hpp"
#include "geometry/mesh_file.hpp"
#include "geometry/write_vtp.hpp"
#include "grid/grid.hpp"
#include "schema/scenario_file.hpp"
#include "surface/fit_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

real unit_of(const CommandLine& line) {
  if (line.geometry.unit.empty())
    throw InputError("a mesh file does not say its unit: give --unit, as in --unit um");
  Tree tree;
  tree.kind = Tree::Kind::scalar, tree.text = line.geometry.unit;
  tree.source = std::make_shared<const std::string>("--unit " + line.geometry.unit);
  return read_unit_of_length(tree, "--unit");
}

void look_at_mesh(const CommandLine& line) {
  TriangleMesh mesh = read_mesh(line.file, unit_of(line));
  const Real3 size = box_of(mesh).size();
  std::vector<int> of_vertex;
  const int components = components_of(mesh, of_vertex);
  std::cout << text("mesh      %zu vertices, %zu triangles, %d component%s, %.4g x %.4g x %.4g um\n",
                    mesh.vertices.size(), mesh.triangles.size(), components, components == 1 ? "" : "s",
                    size.x, size.y, size.z);
  require_closed(mesh, line.file.string());
  std::cout << text("          closed, area %.6g um^2, volume %.6g um^3\n", area_of(mesh), volume_of(mesh));
  if (!line.geometry.surface.empty()) write_vtp(line.geometry.surface, mesh);
  try {
    const MeshFit fit = fit_mesh(mesh, line.file.string());
    const AreaAndVolume smooth = area_and_volume(fit.surface);
    const Real3& a = fit.surface.half_axes;
    std::cout << text(
        "object    harmonics of degree %d, %.2g um from the vertices (rms; at most %.2g um at %s)\n"
        "          area %.6g um^2, volume %.6g um^3, half axes %.4g, %.4g, %.4g um about %s\n",
        fit.degree, fit.rms, fit.largest, place_text(fit.where).c_str(), smooth.area, smooth.volume, a.x, a.y,
        a.z, place_text(fit.centre).c_str());
  } catch (const InputError& e) {
    std::cout << "object    none: " << e.what() << "\n";
  }
}

/// The grid of a scenario, from its `domain` alone.
Grid grid_of(const Tree& root) {
  Tree only;
  only.kind = Tree::Kind::map, only.source = root.source, only.line = root.line, only.column = root.column;
  for (std::size_t i = 0; i < root.keys.size(); ++i)
    if (root.keys[i].text == "domain") only.keys.push_back(root.keys[i]), only.items.push_back(root.items[i]);
  Grid grid;
  std::vector<std::string> warnings;
  read_keys(only, {domain_key(grid)}, warnings);
  return grid;
}

void print_region(const FluidRegion& region, real wall_area, const PeriodicBox& box, real h) {
  const real all = box.size.x * box.size.y * box.size.z;
  std::cout << text("fluid     %.6g um^3, %.3g %% of the box, wall of %.6g um^2\n", region.volume,
                    100 * region.volume / all, wall_area);
  for (std::size_t p = 0; p < std::min<std::size_t>(region.parts.size(), 5); ++p) {
    const FluidPart& part = region.parts[p];
    std::string ends;
    for (int d = 0; d < 3; ++d)
      if (part.goes_through[d]) ends += (ends.empty() ? "" : ", ") + std::string(1, "xyz"[d]);
    std::cout << text("          part %zu: %.4g um^3, at most %.3g um from a wall at %s", p + 1, part.volume,
                      part.depth, place_text(part.deepest).c_str())
              << (ends.empty() ? ", closed in the box" : ", through the ends of " + ends) << "\n";
  }
  if (region.parts.size() > 5) std::cout << text("          and %zu more parts\n", region.parts.size() - 5);
  if (region.narrowest)
    std::cout << text("throat    radius %.3g um, %.3g h, at %s\n", region.narrowest->radius,
                      region.narrowest->radius / h, place_text(region.narrowest->place).c_str());
}

void print_points(const WallPoints& wall, const PeriodicBox& box, real h) {
  const std::vector<real> nearest = nearest_distances(wall, box, 4 * h);
  real mean = 0, spread = 0;
  for (const real r : nearest) mean += r / static_cast<real>(nearest.size());
  for (const real r : nearest) spread += (r - mean) * (r - mean) / static_cast<real>(nearest.size());
  std::cout << text(
      "points    %zu wall points 0.28 to 0.31 h behind the wall, neighbours %.3g +- %.2g h apart, "
      "area %.6g um^2\n",
      wall.size(), mean / h, std::sqrt(spread) / h,
      std::accumulate(wall.area.begin(), wall.area.end(), real{0}));
}

void look_at_vessel(const CommandLine& line) {
  const Tree root = scenario_tree(scenario_text(line.file), line.file.string(), line.overrides);
  const Tree* const vessel = root.kind == Tree::Kind::map ? root.find("vessel") : nullptr;
  if (!vessel)
    throw InputError(line.file.string() +
                     ": has no key \"vessel\", as vessel: {file: network.stl, unit: 1 um}");
  const Grid grid = grid_of(root);
  const PeriodicBox box{grid.lengths()};
  const VesselShape shape =
      read_vessel(*vessel, "vessel", box, grid.h, fs::absolute(line.file).parent_path());
  std::cout << text("vessel    %s in a box of %.6g x %.6g x %.6g um, h = %.4g um\n",
                    shape.description.c_str(), box.size.x, box.size.y, box.size.z, grid.h);
  const SampledDistance sampled = sample_distance(*shape.fluid, box, grid.h);
  FluidRegion region = look_at_fluid(sampled, *shape.fluid);
  if (region.narrowest && !shape.openings.in_block(region.narrowest->place)) region.narrowest.reset();
  std::vector<std::string> warnings;
  for (const Finding& finding : check_fluid_region(region, grid.h, "vessel", shape.openings.pilots())) {
    if (finding.is_error) fail_at(*vessel, finding.message);
    warnings.push_back(finding.message);
  }
  print_region(region, area_of(level_surface(sampled, *shape.fluid, 0)), box, grid.h);
  const WallPoints wall = wall_points(*shape.fluid, box, grid.h, in_cells(shape.spacing));
  print_points(wall, box, grid.h);
  if (!shape.openings.empty()) {
    const OpeningZones zones = find_opening_zones(sampled, grid, shape.openings);
    if (!zones.faults.empty()) {
      const OpeningFault& fault = zones.faults[0];
      fail_at(node_at(root, fault.opening.empty() ? "vessel.openings" : "vessel.openings." + fault.opening),
              (fault.opening.empty() ? "" : "opening \"" + fault.opening + "\": ") + fault.message);
    }
    std::cout << openings_lines(shape.openings, zones.of, grid.lengths(), grid.h);
  }
  for (const std::string& warning : warnings)
    std::cerr << "ibsim: warning: " << vessel->place() << warning << "\n";
  if (!line.geometry.points.empty()) write_vtp(line.geometry.points, wall);
  if (!line.geometry.surface.empty())
    write_vtp(line.geometry.surface, level_surface(sampled, *shape.fluid, 0));
  if (!line.geometry.distance.empty())
    write_distance_hdf5(line.geometry.distance, {sampled.n,
                                                 sampled.node(0, 0, 0),
                                                 sampled.spacing(),
                                                 {sampled.values.begin(), sampled.values.end()}});
}

} // namespace

int geometry_command(const CommandLine& line) {
  if (is_called_a_mesh(line.file.filename().string())) {
    for (const auto& [option, path] :
         {std::pair{"--points", line.geometry.points}, std::pair{"--distance", line.geometry.distance}})
      if (!path.empty())
        throw InputError(std::string(option) +
                         " is of a vessel in a box: give a YAML file with domain and vessel");
    look_at_mesh(line);
  } else {
    if (!line.geometry.unit.empty())
      throw InputError("--unit is for mesh files; a vessel has its own key unit");
    look_at_vessel(line);
  }
  return 0;
}

} // namespace ibsim
