// The box around one object.
#pragma once

#include "base/vec3.hpp"

namespace ibsim {

/// The least and largest coordinates of an object's data sites, um.
struct ObjectBox {
  Real3 low, high;
  Real3 middle() const { return 0.5 * (low + high); }
};

} // namespace ibsim
