// Vessels and devices as signed distances, built from primitives in a periodic box. All but pillars are the
// fluid's region.
#pragma once

#include "geometry/signed_distance.hpp"

namespace ibsim {

/// A round vessel along an axis that narrows from `radius` to `throat` over ramps (a half cosine), and is
/// that narrow over `length` about `at`.
struct ConstrictionShape {
  int axis = 2;
  Real3 at;
  real radius = 0, throat = 0, length = 0, ramp = 0;
};
ImplicitShape constriction_shape(const ConstrictionShape&, const PeriodicBox&);

/// A round vessel with a sac beside it: the two are joined smoothly.
struct AneurysmShape {
  int axis = 2;
  Real3 at; ///< on the axis
  real radius = 0;
  Real3 towards{1, 0, 0}; ///< where the sac lies, seen from `at`
  real sac_radius = 0, sac_distance = 0, joint = 0;
};
ImplicitShape aneurysm_shape(const AneurysmShape&, const PeriodicBox&);

/// A parent that ends in `at` and two daughters that begin there, in one plane with the parent's direction.
/// Radii follow Murray: r1^m + r2^m = R^m, r2 = ratio r1.
struct BifurcationShape {
  Real3 at, direction{0, 0, 1}, plane{1, 0, 0};
  real radius = 0, murray = 3, ratio = 1, angle = 0; ///< angle between the daughters, rad
  real parent_length = 0, daughter_length = 0, joint = 0;
  real first_radius() const;
};
ImplicitShape bifurcation_shape(const BifurcationShape&, const PeriodicBox&);

/// Two channels across each other, each as wide as `width` and as deep as `depth` (endless: infinite), that
/// go through the ends of the box.
struct CrossSlotShape {
  int first = 0, second = 1; ///< axes of the channels
  Real3 at;
  real width = 0, depth = 0;
};
ImplicitShape cross_slot_shape(const CrossSlotShape&, const PeriodicBox&);

/// Round pillars along an axis: the solid. Rows follow each other along `flow`; each is shifted sideways by a
/// part of the distance between pillars (deterministic lateral displacement: Huang et al. 2004, Science 304,
/// 987).
struct PillarsShape {
  int axis = 1, flow = 2;
  Real3 at;
  real radius = 0, gap = 0, row_shift = 0;
  real pitch() const { return 2 * radius + gap; }
};
/// @throws InputError if the rows do not repeat with the box
ImplicitShape pillars_shape(const PillarsShape&, const PeriodicBox&);

/// A channel along an axis of width `from` that narrows to `to` over `length`, so that the mean velocity
/// grows evenly: 1/width is linear. It widens at once behind that (Yaginuma et al. 2013).
struct HyperbolicShape {
  int axis = 2, across = 0;
  Real3 at; ///< where it begins to narrow
  real from = 0, to = 0, length = 0, depth = 0;
};
ImplicitShape hyperbolic_shape(const HyperbolicShape&, const PeriodicBox&);

} // namespace ibsim
