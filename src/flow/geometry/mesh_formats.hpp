// The readers of each format of mesh_file.hpp: numbers as they stand in the file, neither scaled nor welded.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <string_view>

namespace ibsim {

constexpr long most_mesh_numbers = 1L << 28; ///< of vertices or of corners: larger files are refused

bool is_binary_stl(std::string_view bytes);
TriangleMesh parse_binary_stl(std::string_view bytes, const std::string& name);
TriangleMesh parse_ascii_stl(std::string_view bytes, const std::string& name);
TriangleMesh parse_ply(std::string_view bytes, const std::string& name);
TriangleMesh parse_off(std::string_view bytes, const std::string& name);

/// Adds a face as a fan of triangles.
void add_fan(TriangleMesh& mesh, const std::vector<int>& corners);

} // namespace ibsim
