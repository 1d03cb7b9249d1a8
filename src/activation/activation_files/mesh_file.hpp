// Meshes from files: VTU, and openCARP's text and binary files.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ibsim {

constexpr int vtk_tetra = 10, vtk_quadratic_tetra = 24; ///< VTK's numbers of kinds of cells

/// Numbers that a file holds beside each tetrahedron or each vertex.
struct MeshArray {
  int components = 1;
  std::vector<float> values; ///< [tetrahedra or vertices][components]
};
using MeshArrays = std::map<std::string, MeshArray>;

/// Elements other than tetrahedra: surfaces and lines, which a front through tissue does not need.
struct OtherElements {
  std::map<std::string, Index> count;  ///< by the name of their kind
  std::vector<unsigned char> vertices; ///< [vertices] 1: belongs to such an element; empty: none does
};

/// A mesh in the order of the file, lengths in um, and the numbers that stand beside it.
struct MeshFile {
  TetMesh mesh; ///< without regions and fibres, which are among the arrays
  MeshArrays cells, vertices;
  OtherElements others;
  Index quadratic = 0; ///< quadratic tetrahedra, each of which became eight
};

/// A VTU file: any number of pieces, in any of VTK's encodings. Arrays that some pieces lack are left out.
/// @param unit um of one unit of length. @throws InputError with the path and what is wrong where
MeshFile read_vtu(const std::filesystem::path&, real unit);

/// openCARP: NAME.pts, NAME.elem ("Tt a b c d region": array "region") and, if it is there, NAME.lon (arrays
/// "fibre" and "sheet"); where one is missing its binary twin NAME.bpts, NAME.belem or NAME.blon.
/// @throws InputError "file:line: ..."
MeshFile read_carp(const std::filesystem::path& name, real unit);

/// The file of openCARP with this ending, ".pts", or its binary twin, ".bpts"; empty if there is neither.
std::filesystem::path carp_file(const std::filesystem::path& name, const std::string& ending);

/// openCARP's list of vertices: a number, "intra" or "extra", the vertices. @throws InputError
std::vector<Index> read_vtx(const std::filesystem::path&);

/// The whole of a file. @throws InputError
std::string file_content(const std::filesystem::path&);

/// Eight tetrahedra that fill a quadratic one, whose ten nodes are the corners and the middles of the edges
/// 01, 12, 20, 03, 13, 23, as VTK orders them. The inner octahedron is cut along its shortest diagonal.
void add_quadratic_tetrahedron(const Index node[10], const std::vector<Real3>& points,
                               std::vector<Tetrahedron>& to);

} // namespace ibsim
