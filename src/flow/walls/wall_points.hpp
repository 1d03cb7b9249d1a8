// Points that hold the fluid at all rigid walls of a model (held_walls.hpp).
#pragma once

#include "coupling/delta_kernel.hpp"
#include "geometry/wall_points.hpp"

namespace ibsim {

/// Kernel of the points of all walls, whatever kernel membranes use.
constexpr DeltaKernel wall_kernel = DeltaKernel::bspline3;

struct FlowModel;
struct ObjectKind;

/// Whether the objects of a kind are walls of points: each of their sites, which do not move, has one.
bool is_held(const ObjectKind&);

/// Points of all objects of all such kinds, in the order of their sites, then those of the vessel.
WallPoints points_of_walls(const FlowModel&);

/// Why the model cannot have walls of points, be they tubes or a vessel: "need time.scheme: bdf2". Empty: it
/// can.
std::string why_no_held_walls(const FlowModel&);

} // namespace ibsim
