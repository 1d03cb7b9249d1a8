// Properties of contact, as a scenario gives them (contact.hpp).
#pragma once

#include "base/vec3.hpp"

#include <cstddef>
#include <vector>

namespace ibsim {

struct SurfaceKind;

struct ContactProperties {
  /// that it takes to press two flat membranes to a quarter of the range of each other, pg/(um us^2); 0: none
  real pressure = 0;
  real range = 0;         ///< um
  bool automatic = false; ///< the pressure is that which the flow asks for (objects/contact_strength.hpp)
};

/// Objects of a kind that meet others, and themselves.
struct ContactStructure {
  const SurfaceKind& kind;
  int objects;
  /// The sample sites of one of them as it starts, in its own frame, um; empty: they do not feel themselves,
  /// and all their sites count (contact_points.hpp)
  std::vector<Real3> at_start;
  std::size_t number = 0; ///< of the kind in the model (StructureSites::kind)
};

} // namespace ibsim
