// The equilibrium of a membrane that encloses a given volume, for shapes round about z: what a cell looks
// like before the start of a run, if the shape in which it has no stress is another
// (surface/stress_free.hpp).
//
//   minimise E = 2 pi int [R S W(i1, i2) + 2 kappa r v (H - H_0)^2] dt + (k_A/2)(A - A_0)^2/A_0   at fixed V
//
// over all such shapes (surface/dented_shape.hpp), symmetric to z = 0 if the first one is: the meridian r(t),
// z(t) at the colatitude t of the parameter sphere, v = |(r', z')|; at rest r = R and v = S, so that the
// principal stretches are v/S and r/R, i1 = (v/S)^2 + (r/R)^2, i2 = (v r/(S R))^2. Integrals by Gauss' rule
// in cos t, derivatives exact, Newton's method with as much of steepest descent as makes each iteration lower
// the energy.
//
// It is of no grid and of no sites, takes some milliseconds, and gives the same bits on each machine of a
// kind.
#pragma once

#include "mechanics/any_law.hpp"
#include "mechanics/bending_properties.hpp"
#include "surface/dented_shape.hpp"

namespace ibsim {

/// The membrane at rest, at one colatitude.
struct RestingPoint {
  real radius = 0, speed = 0; ///< R and S, um
  real curvature = 0;         ///< H of it, 1/um, negative of a sphere (mechanics/curvature.hpp)
};

/// What relaxes, at the colatitudes relaxation_points().
struct RelaxationProblem {
  AnyLaw law;
  BendingProperties bending;
  real global_area_modulus = 0; ///< k_A, pg/us^2
  std::vector<RestingPoint> at_rest;
};

/// The colatitudes within (0, pi/2).
std::vector<real> relaxation_points();

struct Relaxation {
  DentedShape shape;
  int iterations = 0;
  real energy_before = 0, energy_after = 0; ///< pg um^2/us^2
  /// root mean square over the surface of the force per area that no pressure balances, pg/(um us^2)
  real force_before = 0, force_after = 0;
  real pressure = 0; ///< inside less outside, that balances the membrane then, pg/(um us^2)
  real area_before = 0, area = 0, volume_before = 0, volume = 0; ///< um^2, um^3
  std::vector<real> energies;                                    ///< before, and after each iteration
};

/// @param most_iterations after which it gives up
/// @throws NumericalError if it does not come to rest
Relaxation relax(const DentedShape& from, const RelaxationProblem&, int most_iterations = 500);

} // namespace ibsim
