// Means over time of the stress on a vessel's wall, frames/wall_means_000000.vtkhdf: made at the end from the
// frames of the wall (wall_reporter.hpp), so that nothing of them is state. At each vertex, with t the wall
// shear stress of a frame and < > the mean over time by the trapezoidal rule,
//
//   mean_wall_stress   |<t>| and its direction, kPa
//   mean_magnitude     <|t|>, kPa
//   oscillatory_index  (1 - |<t>|/<|t|>)/2, from 0 (steady direction) to 1/2 (no net direction):
//                      He and Ku 1996, J. Biomech. Eng. 118, 74, doi:10.1115/1.2795948
//   stress_gradient    |grad <|t|>| along the wall, kPa/um
//   mean_traction      of the whole traction, kPa
#pragma once

#include "base/vec3.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace ibsim {

struct OutputPlan;

/// Writes the means over the frames from output.averages_from on; nothing where there are fewer than two.
/// @throws InputError of a damaged frame, ResourceError
void write_wall_means(const OutputPlan&);

/// (1 - |mean vector|/mean magnitude)/2; 0 where nothing pulls.
real oscillatory_index(const Real3& mean, real mean_magnitude);

/// The length of the gradient along a surface at each vertex: gradients of linear functions on the triangles,
/// averaged by their areas over the triangles of a vertex and its neighbours. @param triangles [triangle][3]
std::vector<real> gradients_along(const std::vector<Real3>& vertices,
                                  std::span<const std::uint32_t> triangles, const std::vector<real>& values);

} // namespace ibsim
