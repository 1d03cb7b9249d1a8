// The surfaces of a frame as a scene: objects whole where they cross the periodic boundary, their normals,
// and the numbers that colour them.
#pragma once

#include "pictures/run_frames.hpp"
#include "pictures/surface_forms.hpp"
#include "renderer/camera.hpp"

#include <map>

namespace ibsim::view {

/// The arrays of a frame that a field needs: names as in the files.
std::vector<std::string> arrays_for(const std::string& field);

/// The area of the triangles around each point, a third of each, um^2.
std::vector<float> point_areas(const SurfaceFrameData&);

/// The numbers of a field at each point, and its units. @param areas_at_start of frame 0, for "area strain"
/// alone
struct FieldValues {
  std::vector<float> values;
  std::string name, units;
};
FieldValues field_values(const SurfaceFrameData&, const std::string& field,
                         const std::vector<float>& areas_at_start);

/// The range from the 0.5th to the 99.5th percentile: single points do not take the colours of all others.
Range range_of(const FieldValues&);
/// What holds both.
Range united(const Range&, const Range&);

/// Who looks, for how fine surfaces must be. Without a camera they are what the frame holds.
struct Viewer {
  std::optional<Camera> camera;
  int height = 1080; ///< of the picture, pixels
};

/// The scene of a frame without its map: surfaces, walls or box, images. The mesh of each object follows its
/// size in the picture, with edges of at most about four pixels.
/// @param values of each point; or empty
/// @param memory of a mesh that is no longer needed; hundreds of megabytes of fresh memory take longer than
///   filling them
/// @param wall_values of each vertex of the box's vessel (vessel_colours.hpp); or empty
Scene surface_scene(const SurfaceFrameData&, const SurfaceForms&, const RunBox&, const PictureOptions&,
                    const std::vector<float>& values, const Viewer&, Mesh memory = {},
                    const std::vector<float>& wall_values = {});

/// One of a few points of each object, where they are drawn.
std::vector<Vec3f> some_points(const SurfaceFrameData&, const SurfaceForms&, const RunBox&, bool unwrapped);

/// Positions between two frames of the same surfaces, t of 0..1.
SurfaceFrameData between(const SurfaceFrameData&, const SurfaceFrameData&, double t);

/// The paths of the centres until a time, from the rows of cells.csv. Nothing where there is no such table.
void add_paths(Scene&, const std::filesystem::path& folder, const RunBox&, bool unwrapped, double until);

} // namespace ibsim::view
