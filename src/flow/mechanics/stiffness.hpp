// Stiffness: how surfaces resist displacements, as far as it limits the time step (limits/stability.hpp),
// and the one rule by which the stiffness of several forces adds up.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

/// Surfaces that are pressed together squeeze the fluid between them, which moves it little.
struct Film {
  real stiffness = 0; ///< force per area and displacement, pg/(um^2 us^2)
  real range = 0;     ///< of the force, um
};

/// How a surface resists a ripple of amplitude a and present wave number q: a force per present area
/// -(anchor + modulus q^2 + bending q^4) a - viscosity q^2 da/dt.
struct Stiffness {
  real anchor = 0;                 ///< pg/(um^2 us^2)
  real modulus = 0;                ///< pg/us^2
  real shear = 0;                  ///< of it, what acts in the plane and across the direction of q, pg/us^2
  real relaxing = 0;               ///< of both, what an element forgets, pg/us^2
  real relaxation_time = 1;        ///< of it, us
  real bending = 0;                ///< pg um^2/us^2
  real viscosity = 0;              ///< that acts explicitly, pg/us
  bool tension_is_relaxed = false; ///< modulus and shear follow the strain (mechanics/tension_relaxation.hpp)
  Film film = {};                  ///< of forces between surfaces
};

/// Stiffness of two forces that act on the same place. A NaN stays one.
Stiffness sum_of(const Stiffness&, const Stiffness&);
/// At least the stiffness at each of two places. A NaN stays one.
Stiffness stiffest_of(const Stiffness&, const Stiffness&);
/// Stiffness without the film.
Stiffness without_film(Stiffness);

} // namespace ibsim
