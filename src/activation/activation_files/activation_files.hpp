// A map of activation times as files: VTKHDF and VTU for ParaView, .dat and .igb for openCARP's tools. Times
// in ms, -1 where the front never comes (openCARP's convention); lengths in mm. Each is written aside and
// renamed.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

/// What is written: times in us by vertex, infinite where not activated.
struct ActivationMap {
  std::string name; ///< of the array: "activation_time", "activation_time_CASE"
  const std::vector<real>* times;
};

/// An UnstructuredGrid with a point array of each map, and the cells' regions and fibres. @throws
/// ResourceError
void write_vtkhdf(const std::filesystem::path&, const TetMesh&, const std::vector<ActivationMap>&);
void write_vtu(const std::filesystem::path&, const TetMesh&, const std::vector<ActivationMap>&);
/// A number a line, in the order of the mesh's points.
void write_dat(const std::filesystem::path&, const ActivationMap&);
/// openCARP's binary: 1024 bytes of text, then single precision.
void write_igb(const std::filesystem::path&, const ActivationMap&);

/// The numbers of .dat, ms. @throws InputError
std::vector<real> read_dat(const std::filesystem::path&);

} // namespace ibsim
