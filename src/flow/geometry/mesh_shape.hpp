// A closed mesh as a signed distance in a periodic box.
//
// A mesh whose ends lie in opposite faces of the box goes on through them: triangles within these faces are
// taken away, and its images are joined to it, so there is no seam. A mesh that reaches beyond the box is
// united with its images.
#pragma once

#include "geometry/signed_distance.hpp"
#include "geometry/triangle_mesh.hpp"

namespace ibsim {

/// Negative inside the mesh. @param name for messages @throws InputError with the place where the mesh is not
/// closed, does not fit to its image, or has surfaces that cross each other
ImplicitShape mesh_shape(TriangleMesh, const PeriodicBox&, const std::string& name);

} // namespace ibsim
