// Surfaces and wall points as VTK polygonal data (.vtp, XML with numbers as text), which ParaView, VisIt and
// meshio open.
#pragma once

#include "geometry/triangle_mesh.hpp"
#include "geometry/wall_points.hpp"

#include <filesystem>

namespace ibsim {

/// Triangles, um. @throws ResourceError
void write_vtp(const std::filesystem::path&, const TriangleMesh&);
/// Points with `normal` and `area`. @throws ResourceError
void write_vtp(const std::filesystem::path&, const WallPoints&);

} // namespace ibsim
