// Points that hold the fluid at a rigid wall, of any shape (held_walls.hpp).
#pragma once

#include "base/vec3.hpp"
#include "coupling/delta_kernel.hpp"

#include <vector>

namespace ibsim {

/// Kernel of the points of all walls, whatever kernel membranes use.
constexpr DeltaKernel wall_kernel = DeltaKernel::bspline3;

/// Cells between neighbouring points. Farther ones leak, closer ones ask of the fluid what it does not
/// resolve: both within 0.25 cells (docs/notes/held_walls.md).
constexpr real wall_point_spacing = 1.5;

/// Cells that a point lies behind the surface which the fluid meets, along the unit normal there.
///
/// A plane of points spreads forces by the kernel's projection onto its normal n, whose Fourier transform is
/// g(q) = prod_d sinc^4(q n_d/2), and the grid answers with L(q) = sum_d 4 sin^2(q n_d/2). The fluid meets
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

struct FlowModel;
struct ObjectKind;

/// Whether the objects of a kind are walls of points: each of their sites, which do not move, has one.
bool is_held(const ObjectKind&);

/// Points of all objects of all such kinds, in the order of their sites.
WallPoints points_of_walls(const FlowModel&);

} // namespace ibsim
