// The shape that an object starts from, where its membrane has no stress in another
// (surface/stress_free.hpp): its points are those of the spheroid with equal areas above them, and from there
// it relaxes at its volume (mechanics/relax_shape.hpp).
//
// The area of the spheroid is that with which the relaxed object has the area of its surface, unless it is
// given: the modulus of area is large, but finite, and the shape tends the membrane a little.
#pragma once

#include "mechanics/relax_shape.hpp"
#include "surface/surface_kind.hpp"

#include <optional>

namespace ibsim {

struct ObjectKind;

/// What the last coefficients of a red cell are below 1e-5 um at.
constexpr int most_degree_of_start = 31;
/// The area of a spheroid without stress over that of the object's shape, given or found. From 2 on relaxed
/// cells and spheres fold at once.
constexpr real least_area_ratio = 0.2, most_area_ratio = 1.5;

struct StartShape {
  ReferenceSurface stress_free; ///< the spheroid
  real area_ratio = 1;          ///< its area over that of the object's surface
  std::optional<Relaxation> relaxation;
  real moved = 0; ///< the farthest that a point goes in it, um
};

/// @throws InputError where the object's surface is not round about z; NumericalError if it does not come to
/// rest; std::invalid_argument if it is free of stress as it is
///
/// @param degree up to which the membrane can follow: the relaxed shape is the equilibrium among shapes of
/// this degree, and so stays at rest where force and motion are resolved to it (resolved_space.hpp)
StartShape start_shape(const ObjectKind&, int degree = most_degree_of_start);

/// What it makes of the surface of the kind, whose resolved space is there if it has one: where its sites are
/// at rest and at the start.
void set_start(SurfaceKind&, const ObjectKind&);

} // namespace ibsim
