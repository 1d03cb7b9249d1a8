// Meshes from files: VTU, and openCARP's text files.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ibsim {

constexpr int vtk_tetra = 10; ///< VTK's number of a tetrahedron

struct CellArray {
  int components = 1;
  std::vector<float> values; ///< [cells][components]
};

/// A mesh in the order of the file, lengths in um, and the numbers that stand beside its tetrahedra.
struct MeshFile {
  TetMesh mesh; ///< without regions and fibres, which are among the arrays
  std::map<std::string, CellArray> cells;
};

/// A VTU file of one piece and of tetrahedra alone: ascii, base64 or appended (raw, base64), also compressed
/// by zlib.
/// @param unit um of one unit of length. @throws InputError with the path and what is wrong where
MeshFile read_vtu(const std::filesystem::path&, real unit);

/// openCARP: NAME.pts, NAME.elem ("Tt a b c d region": array "region") and, if it is there, NAME.lon (arrays
/// "fibre" and "sheet"). @throws InputError "file:line: ..."
MeshFile read_carp(const std::filesystem::path& name, real unit);

/// openCARP's list of vertices: a number, "intra" or "extra", the vertices. @throws InputError
std::vector<Index> read_vtx(const std::filesystem::path&);

/// The whole of a file. @throws InputError
std::string file_content(const std::filesystem::path&);

} // namespace ibsim
