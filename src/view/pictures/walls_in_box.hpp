// Walls that are surfaces, in a picture. The rows of a sheet (surface/sheet.hpp) go on in its own images and
// are cut at the sides of the box, so that its edges are straight and it hangs together with its images. Of a
// tube that a field colours one sees the inside of the half behind what flows.
#pragma once

#include "files/read_frames.hpp"
#include "geometry/triangle_mesh.hpp"
#include "pictures/surface_forms.hpp"

namespace ibsim::view {

/// Adds the part of a sheet and its images that lies over the box.
/// @param size of the box, um; the sheet repeats after it along x and z
/// @param values of all points of the frame, or empty
/// @throws InputError if the object's points form no rows
void add_sheet(Mesh&, const SurfaceFrameData&, const SurfaceObject&, const SurfaceForm&, const Vec3f& size,
               const std::vector<float>& values, std::uint32_t kind);

/// Adds the triangles of a tube along z that turn their inside to the eye.
void add_inside_of_tube(Mesh&, const SurfaceFrameData&, const SurfaceObject&, const SurfaceForm&,
                        const Vec3f& eye, const std::vector<float>& values, std::uint32_t kind);

/// Adds the triangles of a vessel's wall that lie behind the fluid for an eye: those in front of it are left
/// out. @param wall outward from the fluid @param towards the eye where it is far away, else null
/// @param values of its vertices, for kind::by_value; or empty
void add_wall_behind_fluid(Mesh&, const TriangleMesh& wall, const Vec3f* eye, const Vec3f& towards,
                           const std::vector<float>& values, std::uint32_t kind);

} // namespace ibsim::view
