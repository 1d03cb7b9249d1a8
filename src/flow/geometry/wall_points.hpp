// Points that hold the fluid at a rigid wall of any shape (step/held_walls.hpp), and where they lie.
//
// The surface d = c h behind the wall is cut into triangles (sampled_distance.hpp). As many points as it has
// squares of the spacing are put on it by area; they push each other apart on it as nodes of a closed surface
// do (surface/push_apart.hpp), in the periodic box, so there is no seam. Then each goes along its normal n to
// the distance c(n) h. The area of a point is that of the nearest parts of the triangles of the wall, d = 0.
// Each point is computed by itself from those of the sweep before, so bits do not depend on the number of
// threads.
#pragma once

#include "geometry/signed_distance.hpp"

namespace ibsim {

struct SampledDistance;

/// Cells between neighbouring points. Farther ones leak, closer ones ask of the fluid what it does not
/// resolve: both within 0.25 cells (docs/notes/held_walls.md).
constexpr real wall_point_spacing = 1.5;
/// Cells between neighbouring points of a tight wall, which leaks a fifth to an eleventh.
constexpr real tight_point_spacing = 1.2;

/// Cells that a point lies behind the surface which the fluid meets, along the unit normal there.
///
/// A plane of points spreads forces by the projection of its kernel, the cubic B-spline, onto its normal n,
/// whose Fourier transform is g(q) = prod_d sinc^4(q n_d/2), and the grid answers with
/// L(q) = sum_d 4 sin^2(q n_d/2). The fluid meets
///   c(n) = (1/2 pi) int [1/q^2 - g^2/L] dq
/// before the plane: the c of coupling/wall_offset.hpp along an axis of the grid, 0.3058 along (1, 1, 0) and
/// 0.3126 along (1, 1, 1). The cubic harmonics through these three are right to 1e-3.
real wall_point_offset(const Real3& normal);

/// Arrays of one length. Points lie wall_point_offset() cells behind the surface that the fluid meets.
struct WallPoints {
  std::vector<Real3> at;       ///< um, in the box or in an image of it
  std::vector<Real3> outward;  ///< unit normals, away from the fluid
  std::vector<real> area;      ///< of the wall that each stands for, um^2
  std::vector<Real3> velocity; ///< of the wall, um/us

  std::size_t size() const { return at.size(); }
};

/// Points of a wall at rest, as dense as a square lattice. Empty where there is no wall.
/// @param h cell of the flow's grid, um @param spacing of the lattice, in cells
WallPoints wall_points(const SignedDistance&, const PeriodicBox&, real h, real spacing = wall_point_spacing);
/// Points as above, where distances on that grid are known.
WallPoints wall_points(const SampledDistance&, const SignedDistance&, real h,
                       real spacing = wall_point_spacing);

/// Distance of each point to the nearest other one on the same side, um.
std::vector<real> nearest_distances(const WallPoints&, const PeriodicBox&, real reach);

} // namespace ibsim
