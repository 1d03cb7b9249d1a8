// From a scenario to a mesh that can be solved on: read or made, checked, given directions and speeds,
// ordered.
#pragma once

#include "activation_files/solved_part.hpp"
#include "eikonal/scenario.hpp"
#include "mesh/check_mesh.hpp"

#include <optional>

namespace ibsim {

struct PreparedActivation {
  TetMesh mesh; ///< what is solved on, in the solver's order
  Medium medium;
  Renumbering renumbering;        ///< where everything was in the file
  std::optional<SolvedPart> part; ///< if the mesh is only a part of the file's
  MeshSize size;
  Index parts = 0;
  std::vector<std::string> cases;                ///< their names
  std::vector<StartValues> starts;               ///< of each case
  std::vector<std::vector<real>> stimulus_times; ///< of each case and start value: when its stimulus is
  std::vector<Index> points; ///< the vertices of the points of interest, in the solver's order
  std::vector<std::string> warnings;
  double seconds_reading = 0, seconds_checking = 0, seconds_ordering = 0;

  /// Values by vertex in the order of the file, from those in the solver's; infinite where no tissue
  /// conducts.
  std::vector<real> in_file_order(const std::vector<real>&) const;
  /// The mesh as it was read.
  TetMesh mesh_in_file_order() const;
};

/// @throws InputError for a mesh that is not one, fibres or speeds that are missing, stimuli outside, parts
/// that no stimulus reaches
PreparedActivation prepare_activation(const ActivationScenario&);

} // namespace ibsim
