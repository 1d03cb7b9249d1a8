// Regions, speeds and directions of tissue, from the arrays of a mesh's file.
#pragma once

#include "activation_files/mesh_file.hpp"
#include "eikonal/scenario.hpp"

namespace ibsim {

/// Regions, fibres and speeds that stand beside the mesh of a file.
/// @return for each tetrahedron 1 if it is a bath, which openCARP writes as a fibre of zeros; empty: there is
/// none. @throws InputError
std::vector<unsigned char> take_arrays(const MeshFile&, const std::string& name, const ActivationScenario&,
                                       TetMesh&, Medium&);

/// One direction everywhere.
void set_direction(const FibreChoice&, TetMesh&);

/// Each tetrahedron whose speed differs in the sheet and normal to it knows its sheet: any other would be
/// arbitrary. @param key of the sheets, for messages. @throws InputError
void require_sheets(const std::string& key, const TetMesh&, const Medium&,
                    const std::vector<unsigned char>& bath);

} // namespace ibsim
