// The objects of a scenario as bodies in space, before anything runs: for tests of overlap and of distance.
#pragma once

#include "simulation/scenario.hpp"

namespace ibsim {

/// A placed object as points on its surface, a twelfth of its radius apart.
struct Body {
  std::string key;  ///< in the scenario: "objects.0.placements.1"
  std::string name; ///< for a person: "\"red cell\" (object 1)" (object_name.hpp)
  const ObjectKind* kind;
  const Placement* placement;
  std::vector<Real3> points, normals; ///< um; outward, of unit length
  Real3 low, high;                    ///< of the points
  real radius = 0;                    ///< of a sphere about the centre that holds them
};

/// All of them but tubes (tubes.hpp), in the order of the scenario, which must outlive them.
std::vector<Body> placed_bodies(const Scenario&);

/// The periods of the box; so long that nothing meets its image where there are walls.
Real3 periods_of(const Scenario&);

/// True if a point p (um, not wrapped) is inside the placed object.
bool contains(const ReferenceSurface&, const Placement&, const Real3& p);

/// True if a point of one surface, moved outward by `distance` (um), is inside the other object, in a
/// box of these periods; with distance zero: if they overlap.
bool closer_than(const Body&, const Body&, const Real3& periods, real distance);

} // namespace ibsim
