// A scenario of `kind: activation` as plain data, as it stands in the file, in internal units (um, us). Read
// by activation_files/read_activation.
#pragma once

#include "eikonal/medium.hpp"
#include "eikonal/solve_options.hpp"
#include "eikonal/stimuli.hpp"
#include "mesh/built_in_meshes.hpp"
#include "parallel/device_plan.hpp"

#include <filesystem>

namespace ibsim {

/// Where the mesh comes from.
struct MeshChoice {
  enum class Kind { none, file, carp, box, ball, ventricle } kind = Kind::none;
  std::filesystem::path path; ///< of a file: a VTU file; of carp: openCARP's files without their ending
  real unit = 1e3;            ///< um of one unit of length in the file
  std::string region;         ///< name of the cells' array of regions; empty: a usual one if there is one
  BoxMesh box;
  BallMesh ball;
  Ventricle ventricle;
  bool any_orientation = false; ///< tetrahedra may be oriented either way
  bool keep_coincident = false; ///< vertices at one place stay apart: no front crosses between them
  bool allow_unreached = false; ///< parts of the mesh may have no stimulus

  bool from_file() const { return kind == Kind::file || kind == Kind::carp; }
};

/// Where directions come from.
struct FibreChoice {
  enum class Kind { none, cells, vertices, rule, direction } kind = Kind::none;
  std::string fibre, sheet; ///< names of arrays of the cells or vertices
  FibreRule rule;
  Real3 direction{1, 0, 0}, sheet_direction{0, 1, 0};
};

/// An entry of `velocity`.
struct VelocityChoice {
  enum class Kind { axes, all, cells } kind = Kind::axes;
  Speeds speeds;              ///< of all: three times the same
  std::string cells;          ///< name of the cells' array of speeds in m/s
  std::vector<Index> regions; ///< empty: wherever no other entry says more
};

/// An entry of `stimuli`: one stimulus, or a table of them.
struct StimulusChoice {
  enum class Kind { point, vertices, table } kind = Kind::point;
  Stimulus one;               ///< of a point or of vertices
  std::filesystem::path file; ///< of a table, or of the list of vertices; empty: they are in the scenario
  std::vector<Stimulus> rows; ///< of the table
};

/// An entry of `cases`: one case, or a table of them.
struct CaseChoice {
  std::string name;
  std::vector<StimulusChoice> stimuli;
  std::filesystem::path table;      ///< empty: none
  std::vector<ActivationCase> rows; ///< of the table
};

struct PointOfInterest {
  std::string name;
  Real3 at;
};

struct ActivationOutput {
  std::string folder;
  bool vtkhdf = true, vtu = false, dat = false, igb = false;
};

struct ActivationScenario {
  std::string title;
  MeshChoice mesh;
  FibreChoice fibres;
  std::vector<VelocityChoice> velocity;
  std::vector<StimulusChoice> stimuli; ///< of every case
  std::vector<CaseChoice> cases;       ///< may be empty: there is one, without a name
  std::vector<PointOfInterest> points;
  SolveOptions solve;
  ActivationOutput output;
  DevicePlan device;

  /// Speeds by region, without those of cells, which are in the mesh's file.
  Medium medium() const;
  /// The name of the cells' array of speeds; "" if there is none.
  std::string cell_speeds() const;
  /// At least one, each with the stimuli of every case and its own; "" is the name of the only one that has
  /// none.
  std::vector<ActivationCase> all_cases() const;
};

} // namespace ibsim
