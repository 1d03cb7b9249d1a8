// `mesh` of an object of shape mesh: its surface from a mesh file, or from solid harmonics.
//
//   mesh: {file: cell.stl, unit: 1 um}                    fitted by surface/fit_mesh.hpp
//   mesh: {harmonics: [[x, y, z], ..], unit: 1 um}        amounts of r^l Y_lm, number l^2 + l + m
//   mesh: {half_axes: [3 um, 3 um, 1 um], harmonics: ..}  amounts in units of these: what is written back
#pragma once

#include "schema/schema.hpp"
#include "surface/sites.hpp"

#include <filesystem>

namespace ibsim {

/// @param folder in which files are looked for
Key mesh_key(ReferenceSurface&, const std::filesystem::path& folder);

/// A length that a number of a file stands for: "1 um", "0.5 mm" or a unit alone, "um".
real read_unit_of_length(const Tree&, const std::string& path);

/// The file that a key names, looked for in `folder` unless its path is absolute.
std::filesystem::path read_file_name(const Tree&, const std::string& path,
                                     const std::filesystem::path& folder);

} // namespace ibsim
