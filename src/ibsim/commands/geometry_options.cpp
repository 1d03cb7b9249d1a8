#include "commands/geometry_options.hpp"

#include "commands/command_line.hpp"

#include <CLI/CLI.hpp>

namespace ibsim {

void add_geometry_options(CLI::App& app, CommandLine& line) {
  app.add_option("FILE", line.file,
                 "A mesh (.stl, .ply, .off), or a YAML file with the keys domain and vessel")
      ->required();
  app.add_option("--unit", line.geometry.unit, "What a number of a mesh file means, as um or \"0.5 mm\"")
      ->type_name("LENGTH");
  app.add_option("--points", line.geometry.points, "Write the wall points of a vessel to this .vtp file")
      ->type_name("FILE");
  app.add_option("--surface", line.geometry.surface, "Write the surface as triangles to this .vtp file")
      ->type_name("FILE");
  app.add_option("--distance", line.geometry.distance,
                 "Write the signed distance on the grid of a vessel to this .h5 file")
      ->type_name("FILE");
}

} // namespace ibsim
