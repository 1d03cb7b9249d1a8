// Conditions that a mesh must meet to be the surface of a body.
#pragma once

#include "geometry/triangle_mesh.hpp"

namespace ibsim {

/// Requires that a welded mesh is closed and oriented, and turns it where all of it is inside out.
/// @throws InputError "NAME: .." with the place of the first bad edge
void require_closed(TriangleMesh& mesh, const std::string& name);

/// Requires one body without holes through it (genus zero), besides.
/// @throws InputError as above; with the places of the components
void require_one_body(TriangleMesh& mesh, const std::string& name);

} // namespace ibsim
