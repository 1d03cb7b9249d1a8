// The options of `ibsim geometry`.
#pragma once

#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace ibsim {

struct CommandLine;

struct GeometryOptions {
  std::string unit;                                ///< of a mesh file
  std::filesystem::path points, surface, distance; ///< to be written; empty: not
};

void add_geometry_options(CLI::App&, CommandLine&);

} // namespace ibsim
