// Triangle meshes from files: STL (binary, ASCII), PLY (ASCII, binary of both byte orders) and OFF.
//
// The format follows from the content, not from the name. `solid` at the beginning is no proof of an ASCII
// STL: a file of 84 + 50 n bytes with n at byte 80 is binary. Faces with more than three corners are cut into
// a fan of triangles.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <filesystem>
#include <string_view>

namespace ibsim {

/// @param unit um that a number of the file means. The mesh is welded. @throws InputError "FILE: what is
/// wrong" with the line or the triangle
TriangleMesh read_mesh(const std::filesystem::path&, real unit);

/// Reads a mesh from the bytes of a file. @param name for messages
TriangleMesh parse_mesh(std::string_view bytes, const std::string& name, real unit);

/// True if the ending of a file's name, or a word, is that of a mesh file, as .stl or STL.
bool is_called_a_mesh(const std::string& name);

} // namespace ibsim
