// The cells of a piece of a VTU file.
#pragma once

#include "activation_files/mesh_file.hpp"
#include "activation_files/vtu_arrays.hpp"

#include <optional>

namespace ibsim {

/// The array of a name (any if the name is empty) within a section such as <Points>.
/// @param expected the count of its numbers; none: any. @throws InputError
std::vector<double> array_of(const VtkXml& file, const XmlTag& piece, const std::string& section,
                             const std::string& name, std::optional<std::size_t> expected);

/// Adds the tetrahedra of a piece, whose points stand behind the first `before` ones. Lines and surfaces are
/// counted. @return the cell of the piece that each tetrahedron is, or is a part of. @throws InputError
std::vector<std::size_t> add_cells(const VtkXml& file, const XmlTag& piece, std::size_t cells, Index before,
                                   MeshFile& to);

} // namespace ibsim
