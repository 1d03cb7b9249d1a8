// Reading for pictures from the files of a run: surfaces and fluid of a frame, maps of activation, diagrams
// over space and time.
#pragma once

#include "grid/grid.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ibsim {

/// What the surfaces of a run are at all times.
struct SurfaceTriangles {
  std::vector<std::uint32_t> triangles; ///< [triangle][3], counter-clockwise seen from outside
  std::vector<int> object, kind;        ///< of each point; an object's points follow each other
};

/// A frame of cells. Arrays of points are [point][3].
struct SurfaceFrameData {
  double time = 0;              ///< us
  std::vector<float> positions; ///< um, as they were simulated: not brought back into the box
  std::shared_ptr<const SurfaceTriangles> topology = std::make_shared<SurfaceTriangles>();
  struct Field {
    std::string name, units;
    int components = 1;
    std::vector<float> values; ///< [point][component]
  };
  std::vector<Field> fields;
};

/// Reads a frame, from any number of threads at a time.
/// @param fields names of the fields to read; others are skipped
/// @param known mesh of another frame of the same run, reused if the numbers of points and triangles agree,
///   which saves most of the time
/// @throws InputError if the frame is damaged
SurfaceFrameData read_surface_frame(const std::filesystem::path&, const std::vector<std::string>& fields,
                                    const std::shared_ptr<const SurfaceTriangles>& known = {});

/// A frame of the fluid, [z][y][x][3] at the centres of the cells.
struct FluidFrameData {
  double time = 0;
  int nx = 0, ny = 0, nz = 0;
  float h = 0;                 ///< um
  std::vector<float> velocity; ///< um/us
};
FluidFrameData read_fluid_frame(const std::filesystem::path&);

/// A map of activation times on tetrahedra (activation.vtkhdf).
struct ActivationMapData {
  std::vector<float> points;             ///< [point][3], mm
  std::vector<std::uint32_t> tetrahedra; ///< [tetrahedron][4]
  std::string name;                      ///< of the array
  std::vector<float> times;              ///< ms; NaN where not activated
};
/// @param name of the array; empty: the first. @throws InputError
ActivationMapData read_activation_map(const std::filesystem::path&, const std::string& name);

/// A picture x over t of a line (space_time.vtkhdf).
struct SpaceTimeData {
  int nx = 0, nt = 0;
  double first_x = 0, last_x = 0; ///< um, or without a dimension
  std::vector<double> times;
  std::string time_units, name, units;
  std::vector<float> values; ///< [time][x]
};
/// @param name of the quantity; empty: the first. @throws InputError
SpaceTimeData read_space_time(const std::filesystem::path&, const std::string& name);

} // namespace ibsim
