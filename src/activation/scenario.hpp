// A scenario of `kind: activation` as plain data, in internal units (um, us). Read by io/read_activation.
#pragma once

#include "activation/medium.hpp"
#include "activation/solve_options.hpp"
#include "activation/stimuli.hpp"
#include "mesh/built_in_meshes.hpp"
#include "parallel/device.hpp"

#include <filesystem>
#include <optional>
#include <variant>

namespace ibsim {

/// Where the mesh comes from.
struct MeshFiles {
  enum class Format { vtu, carp } format = Format::vtu;
  std::filesystem::path path; ///< of carp: without the ending
  real unit = 1e3;            ///< um of one unit of length in the file
  std::string region; ///< name of the cells' array of regions; empty: "region" or "elemTag" if there is one
};
using MeshChoice = std::variant<MeshFiles, BoxMesh, BallMesh, Ventricle>;

/// Where directions come from.
struct FibreChoice {
  enum class Kind { none, cells, rule, direction } kind = Kind::none;
  std::string fibre, sheet; ///< names of the cells' arrays
  FibreRule rule;
  Real3 direction{1, 0, 0}, sheet_direction{0, 1, 0};
};

struct PointOfInterest {
  std::string name;
  Real3 at;
};

struct ActivationOutput {
  std::filesystem::path folder;
  bool vtkhdf = true, vtu = false, dat = false, igb = false;
};

struct ActivationScenario {
  std::string title;
  MeshChoice mesh;
  bool any_orientation = false; ///< tetrahedra may be oriented either way
  bool allow_unreached = false; ///< parts of the mesh may have no stimulus
  FibreChoice fibres;
  Medium medium;                     ///< without the speeds of cells, which the mesh's file has
  std::string cell_speeds;           ///< name of the cells' array of speeds in m/s; empty: none
  std::vector<ActivationCase> cases; ///< at least one; "" is the name of the only one that has none
  std::vector<PointOfInterest> points;
  SolveOptions solve;
  ActivationOutput output;
  DeviceKind device = DeviceKind::automatic;
  int threads = 0;
  std::filesystem::path folder_of_file; ///< paths are relative to it
};

} // namespace ibsim
